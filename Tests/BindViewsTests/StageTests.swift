import BindCore
import BindViews
import Testing

@Suite struct StageChanges {
  let house = ViewHouse()

  /// `label#a.text` for each changed property.
  private func changes() -> [String] {
    guard case .changes(let changes) = house.stage.takeChanges() else { return [] }
    return changes.flatMap { change in change.properties.map { "\(change.view.name).\($0)" } }
  }

  private func isNewTree() -> Bool { if case .newTree = house.stage.takeChanges() { true } else { false } }

  @Test func theListIsInTreeOrderWhateverTheOrderOfTheWrites() throws {
    let first = house.cell("1")
    let second = house.cell("2")
    let flag = house.cell(.boolean(true))
    let a = try house.label(.cell(first), id: "a", visible: flag)
    let b = try house.label(.cell(second), id: "b")
    try house.stage.show(try house.view(.column, [], [try house.view(.row, [], [a]), b]), title: "")
    #expect(isNewTree())
    _ = try second.write("22")
    _ = try flag.write(.boolean(false))
    _ = try first.write("11")
    _ = try first.write("111")
    #expect(changes() == ["label#a.text", "label#a.visible", "label#b.text"])
    #expect(changes() == [])
  }

  @Test func aPropertyFirstAskedForAfterShowingIsWatchedToo() throws {
    let label = try house.label("x", id: "a")
    try house.stage.show(label, title: "")
    #expect(isNewTree())
    _ = try label.property("style").write("alarm")
    #expect(changes() == ["label#a.style"])
  }

  @Test func aViewThatEndsWithItsScopeIsAChangeOfItsVisibility() throws {
    let inner = Scope(name: "inner", in: house.scope, engine: house.engine)
    let column = try house.view(.column, [], [try house.label("1", id: "a", in: inner), try house.label("2")])
    try house.stage.show(column, title: "")
    #expect(isNewTree())
    inner.close()
    #expect(changes() == ["label#a.visible"])
    #expect(column.children.map(\.isVisible) == [false, true])
  }

  @Test func twoViewsWithOneIdAreRefusedAndTheOldTreeStays() throws {
    let old = try house.label("old")
    try house.stage.show(old, title: "Old")
    let row = try house.view(.row, [], [try house.label("1", id: "x"), try house.panel(.value("p"), [])])
    let twin = try house.view(.column, [("id", .value("x"))], [row])
    let found = diagnostic { try house.stage.show(twin, title: "New") }
    #expect(found?.id == .uiDuplicateID)
    #expect(found?.message == "bh.show: two views have the id 'x'")
    #expect(found?.notes == ["they are column#x and label#x"])
    #expect(house.stage.root === old)
    #expect(house.stage.title == "Old")
  }

  @Test func theTreeShownLastIsTheOneThatIsWatched() throws {
    let source = house.cell("1")
    let old = try house.label(.cell(source), id: "old")
    try house.stage.show(old, title: "")
    let new = try house.label("x", id: "new")
    try house.stage.show(new, title: "")
    #expect(isNewTree())
    _ = try source.write("2")
    #expect(changes() == [])
    _ = try new.property("text").write("y")
    #expect(changes() == ["label#new.text"])
  }

  @Test func aShowInAFailedTransactionLeavesTheOldTreeAndItsChanges() throws {
    struct Stopped: Error {}
    let source = house.cell("1")
    let old = try house.label(.cell(source), id: "old")
    try house.stage.show(old, title: "Old")
    #expect(isNewTree())
    _ = try source.write("2")
    #expect(throws: Stopped.self) {
      try house.engine.transaction {
        try house.stage.show(try house.label("new"), title: "New")
        throw Stopped()
      }
    }
    #expect(house.stage.root === old)
    #expect(house.stage.title == "Old")
    #expect(changes() == ["label#old.text"])
    _ = try source.write("3")
    #expect(changes() == ["label#old.text"])
  }

  @Test func aTreeShownInsideATransactionHasTheCommittedValues() throws {
    let source = house.cell("before")
    try house.engine.transaction {
      try house.stage.show(try house.label(.cell(source)), title: "")
      _ = try source.write("after")
    }
    #expect(house.draw() == ["after"])
  }

  @Test func theScriptLivesWhileTheShownTreeDoes() throws {
    let inner = Scope(name: "inner", in: house.scope, engine: house.engine)
    #expect(!house.stage.isShowing)
    try house.stage.show(try house.label("x", in: inner), title: "T")
    #expect(house.stage.isShowing)
    inner.close()
    #expect(!house.stage.isShowing)
    #expect(house.draw() == [])
  }
}
