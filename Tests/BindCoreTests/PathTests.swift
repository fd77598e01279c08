import BindCore
import Testing

/// CONTRACT 39 to 41 and 51: places below a model. The number of a rule stands in front of its test.
@Suite struct PathTests {
  private let subject = CoreSubject()
  private let model: RecordCell

  init() throws {
    let item = Value.record(Record([("id", .integer(1)), ("text", .string("a"))]))
    model = try RecordCell.build(
      [
        (
          "colors",
          .record([
            ("primary", .leaf(.plain(.string("grey")))), ("private", .leaf(.plain(.string("")))),
            ("primal", .leaf(.plain(.string("")))), ("prime", .leaf(.plain(.string("")))),
            ("primer", .leaf(.plain(.string("")))),
          ])
        ),
        ("count", .leaf(.plain(.integer(0)))), ("free", .leaf(.any(.nil))), ("todos", .leaf(.plain(.list([item])))),
      ], name: "m", engine: subject.engine)
  }

  private func cell(_ path: String) throws -> Cell { try model.at(Path(parsing: path)) }

  private func item(_ id: Int64, _ text: String) -> Value {
    .record(Record([("id", .integer(id)), ("text", .string(ByteString(text)))]))
  }

  // 39
  @Test func aPathIsCheckedWhenItIsNamedAndThreeNamesAtMostAreProposed() throws {
    for path in ["colors.primar", "colour", "colors.primary.x", "colors[1]", "count.x", "todos.x"] {
      #expect(thrownID { _ = try cell(path) } == .bindPath, "\(path)")
    }
    let found = #expect(throws: Failure.self) { try cell("colors.primar") }
    guard case .diagnostic(let diagnostic)? = found else { return }
    #expect(diagnostic.suggestions.count == 3)
    #expect(diagnostic.suggestions.first == "primary" || diagnostic.suggestions.first == "primal")
  }

  // 40
  @Test func aWriteTellsEveryAncestorAndExactlyTheDescendantsThatChangedEachOnce() throws {
    var log: [String] = []
    model.observe(initial: false) { _, _, _ in log.append("m") }
    for path in [
      "colors", "colors.primary", "colors.prime", "count", "todos", "todos[1]", "todos[1].text", "todos[1].id",
    ] {
      try cell(path).observe(initial: false) { _, _, _ in log.append(path) }
    }
    func told(_ write: () throws -> Void) rethrows -> [String] {
      log = []
      try write()
      return log.sorted()
    }
    #expect(
      try told { _ = try cell("colors.primary").write(.string("red")) } == ["colors", "colors.primary", "m"])
    #expect(
      try told {
        _ = try cell("colors").write(.record(Record([("primary", .string("red")), ("prime", .string("x"))])))
      } == ["colors", "colors.prime", "m"])
    #expect(
      try told { _ = try cell("todos").write(.list([item(1, "b")])) } == [
        "m", "todos", "todos[1]", "todos[1].text",
      ])
    #expect(
      try told {
        _ = try model.merge(
          Record([("count", .integer(1)), ("colors", .record(Record([("primary", .string("red"))])))]),
          ignoringUnknown: false)
      } == ["count", "m"])
  }

  // 41
  @Test func readingThroughNothingIsNilAndWritingRaisesUnlessHopsAreMade() throws {
    let deep = try cell("free.a.b")
    #expect(try deep.get() == .nil)
    #expect(thrownID { _ = try deep.write(.integer(1)) } == .bindNilHop)
    #expect(try cell("free").get() == .nil)
    var seen: [Value] = []
    deep.observe(initial: false) { new, _, _ in seen.append(new) }
    _ = try deep.creatingHops.write(.integer(1))
    #expect(try deep.get() == .integer(1))
    _ = try cell("free.list[1]").creatingHops.write(.string("x"))
    #expect(try cell("free.list").get() == .list([.string("x")]))
    #expect(seen == [.integer(1)])
  }

  // 51
  @Test func aPlaceThatGoesKeepsItsLastValueRefusesWritesAndAttachesAgain() throws {
    let element = try cell("todos[1].text")
    var seen: [Value] = []
    element.observe(initial: false) { new, _, _ in seen.append(new) }
    _ = try cell("todos").write(.list([]))
    #expect(try element.get() == .string("a"))
    #expect(element.isDetached)
    #expect(thrownID { _ = try element.write(.string("lost")) } == .bindDetached)
    #expect(seen == [])
    _ = try cell("todos").write(.list([item(7, "b")]))
    #expect(!element.isDetached)
    #expect(seen == [.string("b")])
    _ = try element.write(.string("c"))
    #expect(seen == [.string("b"), .string("c")])
  }

  // 51
  @Test func anElementIsFollowedByItsKeyAndAttachesAgainWhenTheKeyReturns() throws {
    let todos = try cell("todos")
    let two = try todos.keys(by: "id").cell(for: .integer(2))
    let text = try two.child(.field("text"))
    #expect(two.isDetached)
    #expect(try two.get() == .nil)
    var seen: [Value] = []
    text.observe(initial: false) { new, _, _ in seen.append(new) }
    _ = try todos.write(.list([item(1, "a"), item(2, "b")]))
    _ = try todos.write(.list([item(2, "b"), item(1, "A")]))
    #expect(seen == [.string("b")])
    _ = try text.write(.string("B"))
    #expect(try todos.get() == .list([item(2, "B"), item(1, "A")]))
    _ = try todos.write(.list([item(1, "A")]))
    #expect(try text.get() == .string("B"))
    #expect(two.isDetached && text.isDetached)
    #expect(thrownID { _ = try two.write(item(2, "lost")) } == .bindDetached)
    #expect(thrownID { _ = try text.write(.string("lost")) } == .bindDetached)
    _ = try todos.write(.list([item(1, "A"), item(2, "back")]))
    #expect(!two.isDetached)
    #expect(seen == [.string("b"), .string("B"), .string("back")])
  }
}
