import BindCore
import BindViews
import Testing

/// What presenters are told when the content of a view changes.
@Suite struct StructureChanges {
  let house = ViewHouse()

  private func changes() -> [String] {
    guard case .changes(let changes) = house.stage.takeChanges() else { return [] }
    return changes.map { change in
      switch change.what {
      case .removed(let parent): "removed \(change.view.name) from \(parent?.name ?? "the dialogs")"
      case .inserted: "inserted \(change.view.name)"
      case .moved: "moved \(change.view.name)"
      case .properties: "\(change.view.name): \(change.properties.joined(separator: " "))"
      }
    }
  }

  private func when(_ condition: Cell, _ make: @escaping (Value) throws(Failure) -> View?) throws -> View {
    let view = try house.view(.when, [("id", .value("w"))])
    let content = WhenContent(of: view, condition, make)
    view.structure = content
    content.start(in: view.scope)
    return view
  }

  @Test func contentThatComesAndGoesIsToldAsOneSubtree() throws {
    let flag = house.cell(.boolean(false))
    let house = house
    let when = try when(flag) { _ throws(Failure) in
      let label = try View(
        .of(.label), options: [("id", .value("l"))], number: house.stage.nextNumber(), scope: house.engine.scope)
      return try View(
        .of(.row), options: [("id", .value("r"))], children: [label], number: house.stage.nextNumber(),
        scope: house.engine.scope)
    }
    try house.stage.show(try house.view(.column, [], [when]), title: "")
    _ = house.stage.takeChanges()
    _ = try flag.write(.boolean(true))
    #expect(changes() == ["inserted row#r"])
    #expect(house.stage.view(id: "l")?.isVisible == true)
    _ = try flag.write(.boolean(false))
    #expect(changes() == ["removed row#r from when#w"])
    #expect(house.stage.view(id: "l") == nil)
    // There and back is nothing.
    _ = try flag.write(.boolean(true))
    _ = try flag.write(.boolean(false))
    #expect(changes() == [])
    #expect(house.reports.isEmpty)
  }

  @Test func aBodyThatRunsAgainIsToldByWhatDiffers() throws {
    let round = house.cell(.integer(1))
    let house = house
    let when = try when(round) { value throws(Failure) in
      try View(
        .of(.label), options: [("id", .value("l")), ("text", .value(value)), ("help", .value("same"))],
        number: house.stage.nextNumber(), scope: house.engine.scope)
    }
    try house.stage.show(when, title: "")
    _ = house.stage.takeChanges()
    let presence = house.stage.view(id: "l")?.presence.number
    _ = try round.write(.integer(2))
    _ = try round.write(.integer(3))
    #expect(changes() == ["label#l: text"])
    #expect(house.stage.view(id: "l")?.presence.number == presence)
  }

  @Test func anElementThatMovesIsToldAsMoved() throws {
    let list = house.cell(.list([.integer(1), .integer(2), .integer(3)]))
    let view = try house.view(.each, [("id", .value("e"))])
    let house = house
    let content = EachContent(of: view, ListKeys(of: list, name: "value") { value throws(Failure) in value }) {
      _, key throws(Failure) in
      try View(
        .of(.label), options: [("id", .value(.string(ByteString("l\(key)"))))], number: house.stage.nextNumber(),
        scope: house.engine.scope)
    }
    view.structure = content
    try content.begin()
    try house.stage.show(view, title: "")
    _ = house.stage.takeChanges()
    _ = try list.write(.list([.integer(3), .integer(1), .integer(4)]))
    #expect(changes() == ["removed label#l2 from each#e", "moved label#l3", "inserted label#l4"])
    #expect(view.children.map(\.id) == ["l3", "l1", "l4"])
    #expect(house.stage.views.map(\.order) == [0, 1, 2, 3])
  }
}
