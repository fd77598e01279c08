import BindCore
import BindViews
import Testing

@Suite struct ViewOptions {
  let house = ViewHouse()

  @Test func anUnknownOptionNamesTheNearestAndListsAll() {
    let found = diagnostic { _ = try house.view(.label, [("tetx", .value("Hello"))]) }
    #expect(found?.id == .uiUnknownOption)
    #expect(found?.sentence == "ui.label: unknown option 'tetx' (did you mean 'text'?)")
    #expect(found?.notes == ["options: text id visible enabled style width height help key a11y"])
  }

  @Test(arguments: ViewKind.all.map(\.role))
  func everyKindTakesEveryCommonOption(_ role: ViewKind.Role) throws {
    let view = try house.view(
      role,
      [
        ("id", .value("it")), ("visible", .value(.boolean(true))), ("enabled", .value(.boolean(false))),
        ("style", .value("alarm")), ("width", .value(.integer(20))), ("height", .value(.integer(2))),
        ("help", .value("what it is")), ("key", .value("r")), ("a11y", .value("name")),
      ])
    #expect(view.id == "it")
    #expect(try view.property("width").get() == .integer(20))
    #expect(try view.property("help").get() == "what it is")
    #expect(!view.isEnabled)
  }

  @Test func theTableOfKindsHasNoNameTwiceAndKnowsItsCanonicalProperties() {
    for kind in ViewKind.all {
      #expect(Set(kind.optionNames).count == kind.optionNames.count, "\(kind.name)")
      #expect(kind.canonical.map { kind.position(of: $0) != nil } ?? true, "\(kind.name)")
      #expect(kind.properties.count <= 64, "a change list keeps a bit for each property")
      #expect(kind.properties.allSatisfy { !$0.documentation.isEmpty } && !kind.documentation.isEmpty, "\(kind.name)")
    }
  }

  @Test func aWrongTypeNamesThePropertyAndNothingIsBoundOrKept() throws {
    let source = house.cell("Ada")
    let found = diagnostic {
      _ = try house.view(.label, [("id", .value("t")), ("text", .cell(source)), ("visible", .value("yes"))])
    }
    #expect(found?.id == .bindType)
    #expect(found?.message == #"label#t.visible: boolean expected, got string ("yes")"#)
    #expect(house.scope.count == 0)
  }

  @Test func aListIsNoText() {
    let found = diagnostic { _ = try house.label(.list([.integer(1)]), id: "t") }
    #expect(found?.id == .bindType)
    #expect(found?.message == "label#t.text: string expected, got list")
  }

  @Test func aCellThatCanNeverFitIsRefusedWhenItIsGiven() {
    let list = house.cell(.list(of: .any), .list([]), name: "machine.disks")
    let found = diagnostic { _ = try house.label(.cell(list), id: "t") }
    #expect(found?.id == .bindType)
    #expect(found?.message == "label#t.text: string expected, machine.disks is of type list")
    let text = house.cell(.string, "", name: "alert")
    #expect(diagnostic { _ = try house.label("x", visible: text) }?.id == .bindType)
    #expect(house.scope.count == 0)
  }

  @Test func anOptionGivenTwiceIsRefused() {
    let found = diagnostic { _ = try house.view(.label, [("text", .value("a")), ("text", .value("b"))]) }
    #expect(found?.message == "ui.label: 'text' is given twice")
  }

  @Test func anIdIsATextThatDoesNotChange() {
    for given in [View.Given.value(""), .value(.integer(1)), .cell(house.cell("x"))] {
      #expect(diagnostic { _ = try house.view(.label, [(name: "id", given: given)]) }?.id == .bindType)
    }
  }

  @Test func aViewHasOnePlace() throws {
    let label = try house.label("x", id: "x")
    let twice = diagnostic { _ = try house.view(.row, [], [label, label]) }
    #expect(twice?.message == "ui.row: label#x is given twice; a view has one place")
    let row = try house.view(.row, [("id", .value("r"))], [label])
    let again = diagnostic { _ = try house.view(.column, [], [label]) }
    #expect(again?.message == "ui.column: label#x is inside row#r already; a view has one place")
    #expect(diagnostic { try house.stage.show(label, title: "") }?.id == .bindArgument)
    #expect(label.parent === row)
  }

  @Test func nestingHasALimit() throws {
    var view = try house.label("x")
    for _ in 1..<View.depthLimit { view = try house.view(.column, [], [view]) }
    try house.stage.show(view, title: "")
    #expect(house.draw() == ["x"])
    let tooDeep = try house.label("y")
    var next = tooDeep
    let found = diagnostic {
      for _ in 1...View.depthLimit { next = try house.view(.column, [], [next]) }
    }
    #expect(found?.message == "ui.column: views are nested more than 200 deep")
  }
}

@Suite struct ViewProperties {
  let house = ViewHouse()

  @Test(arguments: [
    (Value.integer(3), "3"), (.number(3), "3.0"), (.number(0.5), "0.5"), (.number(1e15), "1e+15"),
    (.number(0.1 + 0.2), "0.3"), (.boolean(false), "false"), ("plain", "plain"), (.null, ""), (.nil, ""),
  ])
  func wordsAreShownAsLuaPrintsThem(_ value: Value, _ text: String) throws {
    #expect(try house.label(value).property("text").get() == .string(text))
    let label = try house.label(.cell(house.cell(value)))
    #expect(try label.property("text").get() == .string(text))
  }

  @Test func aPropertyFollowsItsCellShownOrNot() throws {
    let volume = house.cell(.integer(40), name: "volume")
    let label = try house.label(.cell(volume), id: "title")
    let text = try label.property("text")
    #expect(text.name == "label#title.text")
    #expect(try text.get() == "40")
    _ = try volume.write(.integer(41))
    #expect(try text.get() == "41")
  }

  @Test func aCellWithoutAValueLeavesTheDefault() throws {
    let empty = house.cell(nil)
    let label = try house.label(.cell(empty))
    #expect(try label.property("text").get() == "")
    _ = try empty.write("here")
    #expect(try label.property("text").get() == "here")
  }

  @Test func aFailedTransformKeepsTheLastTextAndIsReported() throws {
    let volume = house.cell(.integer(40), name: "volume")
    let percent = FunctionCell([volume], name: "percent", engine: house.engine) { values throws(Failure) in
      guard case .integer(let number) = values[0] else {
        throw .raised(ScriptError(value: "loud", message: "number expected"))
      }
      return .string("\(number)%")
    }
    let label = try house.label(.cell(percent))
    _ = try volume.write("loud")
    #expect(try label.property("text").get() == "40%")
    #expect(label.bindings.map(\.status) == [.failed])
    #expect(house.reports.count == 1)
    _ = try volume.write(.integer(41))
    #expect(try label.property("text").get() == "41%")
    #expect(label.bindings.map(\.status) == [.ok])
  }

  @Test func aDeliveryOfAWrongTypeIsReportedAndTheLastValueStands() throws {
    let text = house.cell("a")
    let label = try house.label(.cell(text), id: "t")
    _ = try text.write(.list([.integer(1)]))
    #expect(try label.property("text").get() == "a")
    guard case .diagnostic(let found)? = house.reports.first?.failure as? Failure else {
      Issue.record("nothing was reported")
      return
    }
    #expect(found.id == .bindType)
    #expect(house.reports.first?.during == "binding source → label#t.text")
  }

  @Test func aWrongPropertyNamesTheNearest() throws {
    let label = try house.label("x", id: "t")
    let found = diagnostic { _ = try label.property("txet") }
    #expect(found?.id == .bindPath)
    #expect(found?.sentence == "label#t: unknown property 'txet' (did you mean 'text'?)")
  }

  @Test func aViewEndsWithItsScope() throws {
    let inner = Scope(name: "inner", in: house.scope, engine: house.engine)
    let source = house.cell("a")
    let label = try house.label(.cell(source), id: "t", in: inner)
    let text = try label.property("text")
    inner.close()
    _ = try source.write("b")
    #expect(try text.get() == "a")
    let found = diagnostic { _ = try label.property("text") }
    #expect(found?.id == .bindDisposed)
    #expect(found?.message == "label#t was used after its scope 'inner' was closed")
    #expect(diagnostic { try house.stage.show(label, title: "") }?.id == .bindDisposed)
    #expect(diagnostic { _ = try house.view(.row, [], [label]) }?.id == .bindDisposed)
  }

  @Test func whatAFailedTransactionMadeIsGone() throws {
    struct Stopped: Error {}
    let source = house.cell("a")
    #expect(throws: Stopped.self) {
      try house.engine.transaction {
        _ = try house.label(.cell(source))
        throw Stopped()
      }
    }
    #expect(house.scope.count == 0)
  }
}
