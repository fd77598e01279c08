import BindCore
import BindViews
import Testing

@Suite struct PlainLabels {
  let house = ViewHouse()

  @Test func theTitleThenALineForEachThing() throws {
    let column = try house.view(
      .column, [],
      [
        try house.label("Hello"), try house.label(""), try house.view(.divider), try house.view(.spacer),
        try house.label("World"),
      ])
    try house.stage.show(column, title: "Screen")
    #expect(house.draw() == ["== Screen ==", "Hello", "World"])
    #expect(house.draw() == [])
  }

  @Test func aLineForEachChangeAndOnceATurn() throws {
    let name = house.cell("Ada")
    let age = house.cell(.integer(36))
    try house.stage.show(
      try house.view(.column, [], [try house.label(.cell(name)), try house.label(.cell(age))]), title: "")
    #expect(house.draw() == ["Ada", "36"])
    _ = try age.write(.integer(37))
    #expect(house.draw() == ["37"])
    for number in Int64(38)...60 { _ = try age.write(.integer(number)) }
    _ = try name.write("Bob")
    #expect(house.draw() == ["Bob", "60"])
  }

  @Test func thereAndBackWithinATurnWritesNothing() throws {
    let name = house.cell("Ada")
    try house.stage.show(try house.label(.cell(name)), title: "")
    _ = house.draw()
    _ = try name.write("Bob")
    _ = try name.write("Ada")
    #expect(house.draw() == [])
  }

  @Test func aTextThatBecomesEmptyIsSaid() throws {
    let name = house.cell("Ada")
    let label = try house.view(.label, [("text", .cell(name)), ("a11y", .value("User"))])
    try house.stage.show(label, title: "")
    #expect(house.draw() == ["User: Ada"])
    _ = try name.write(.nil)
    #expect(house.draw() == ["User: (empty)"])
    _ = try name.write("Bob")
    #expect(house.draw() == ["User: Bob"])
  }

  @Test func whatIsHiddenWritesNothingAndAppearsWithItsPresentText() throws {
    let text = house.cell("low")
    let shown = house.cell(.boolean(false))
    try house.stage.show(try house.label(.cell(text), visible: shown), title: "")
    #expect(house.draw() == [])
    _ = try text.write("high")
    #expect(house.draw() == [])
    _ = try shown.write(.boolean(true))
    #expect(house.draw() == ["high"])
    _ = try shown.write(.boolean(false))
    #expect(house.draw() == [])
    _ = try shown.write(.boolean(true))
    #expect(house.draw() == ["high"])
  }

  @Test func aHiddenContainerHidesWhatIsInside() throws {
    let shown = house.cell(.boolean(false))
    let text = house.cell("1")
    let inside = [
      try house.label(.cell(text)), try house.label("x", visible: house.cell(.boolean(false))), try house.label("2"),
    ]
    let row = try house.view(.row, [("visible", .cell(shown))], inside)
    try house.stage.show(try house.view(.column, [], [row, try house.label("after")]), title: "")
    #expect(house.draw() == ["after"])
    _ = try text.write("one")
    #expect(house.draw() == [])
    _ = try shown.write(.boolean(true))
    _ = try text.write("uno")
    #expect(house.draw() == ["uno", "2"])
  }

  @Test func whatEndedWithItsScopeWritesNothing() throws {
    let inner = Scope(name: "inner", in: house.scope, engine: house.engine)
    let text = house.cell("1")
    let column = try house.view(.column, [], [try house.label(.cell(text), in: inner), try house.label("2")])
    try house.stage.show(column, title: "")
    #expect(house.draw() == ["1", "2"])
    inner.close()
    _ = try text.write("3")
    #expect(house.draw() == [])
    #expect(house.drawAll() == ["2"])
  }

  @Test func aSecondShowIsDrawnWhole() throws {
    try house.stage.show(try house.label("same"), title: "One")
    _ = house.draw()
    try house.stage.show(try house.label("same"), title: "Two")
    #expect(house.draw() == ["== Two ==", "same"])
  }

  @Test func theFinalStateIsEverythingAsItStands() throws {
    let name = house.cell("Ada")
    try house.stage.show(try house.label(.cell(name)), title: "User")
    _ = house.draw()
    _ = try name.write("Bob")
    #expect(house.drawAll() == ["== User ==", "Bob"])
  }
}

@Suite struct PlainPanels {
  let house = ViewHouse()

  @Test func aLineStandsForItselfWithTheTitlesAroundIt() throws {
    let load = house.cell(.number(0.5))
    let inner = try house.panel(.value("Load"), [try house.view(.row, [], [try house.label(.cell(load))])])
    try house.stage.show(try house.panel(.value("Server"), [inner, try house.label("up")]), title: "")
    #expect(house.draw() == ["Server: Load: 0.5", "Server: up"])
    _ = try load.write(.number(0.75))
    #expect(house.draw() == ["Server: Load: 0.75"])
  }

  @Test func aNewTitleIsOneLine() throws {
    let name = house.cell("Ada")
    let panel = try house.panel(.cell(name), [try house.label("1 follower"), try house.label("NZ")])
    try house.stage.show(panel, title: "")
    #expect(house.draw() == ["Ada: 1 follower", "Ada: NZ"])
    _ = try name.write("Bob")
    #expect(house.draw() == ["Bob"])
    _ = try name.write("")
    #expect(house.draw() == [])
  }

  @Test func aPanelThatSaysNothingElseSaysItsTitle() throws {
    let hidden = try house.label("x", visible: house.cell(.boolean(false)))
    let empty = try house.panel(.value("Empty"), [try house.view(.row, [], [hidden])])
    let outer = try house.panel(.value("Outer"), [empty, try house.panel(.value("Full"), [try house.label("y")])])
    try house.stage.show(outer, title: "")
    #expect(house.draw() == ["Outer: Empty", "Outer: Full: y"])
  }
}

@Suite struct PlainTables {
  let house = ViewHouse()

  private func table(_ rows: LeafCell, columns: [String] = ["mount", "used"]) throws {
    let table = try house.view(
      .table, [("columns", .value(.list(columns.map { .string($0) }))), ("rows", .cell(rows))])
    try house.stage.show(try house.panel(.value("Disks"), [table]), title: "")
  }

  private func disk(_ mount: String, _ used: String) -> Value {
    record(("used", .string(used)), ("mount", .string(mount)), ("other", .integer(1)))
  }

  @Test func aLineForEachRowThenForEachThatChanged() throws {
    let rows = house.cell(.list([disk("/", "45%"), disk("/home", "7%")]))
    try table(rows)
    #expect(house.draw() == ["Disks: mount: /, used: 45%", "Disks: mount: /home, used: 7%"])
    _ = try rows.write(.list([disk("/", "45%"), disk("/home", "8%")]))
    #expect(house.draw() == ["Disks: mount: /home, used: 8%"])
  }

  @Test func rowsThatMoveUpAreNoNews() throws {
    let rows = house.cell(.list([disk("/a", "1"), disk("/b", "2"), disk("/c", "3")]))
    try table(rows)
    _ = house.draw()
    _ = try rows.write(.list([disk("/b", "2"), disk("/c", "3"), disk("/d", "4")]))
    #expect(house.draw() == ["Disks: mount: /d, used: 4"])
    _ = try rows.write(.list([disk("/d", "4")]))
    #expect(house.draw() == ["Disks: (2 rows fewer)"])
    _ = try rows.write(.list([]))
    #expect(house.draw() == ["Disks: (no rows)"])
  }

  @Test func anotherOrderIsNews() throws {
    let rows = house.cell(.list([disk("/a", "1"), disk("/b", "2"), disk("/c", "3")]))
    try table(rows)
    _ = house.draw()
    _ = try rows.write(.list([disk("/b", "2"), disk("/a", "1"), disk("/c", "3")]))
    #expect(house.draw() == ["Disks: mount: /b, used: 2", "Disks: mount: /a, used: 1"])
  }

  @Test func withoutColumnsAllFieldsAreShownByName() throws {
    let rows = house.cell(.list([disk("/", "1"), "words", .list([.integer(1)]), record()]))
    try table(rows, columns: [])
    #expect(house.draw() == ["Disks: mount: /, other: 1, used: 1", "Disks: words", "Disks: {1}", "Disks: (empty)"])
  }

  @Test func aListIsARowInTheOrderOfTheColumns() throws {
    let rows = house.cell(.list([.list(["/", .number(0.5)]), record(("used", .null))]))
    try table(rows)
    #expect(house.draw() == ["Disks: mount: /, used: 0.5", "Disks: used: "])
  }

  @Test func aSparklineIsSaidInWords() throws {
    let values = house.cell(.list([.integer(1)]))
    let line = try house.view(.sparkline, [("values", .cell(values)), ("a11y", .value("Load"))])
    try house.stage.show(line, title: "")
    #expect(house.draw() == ["Load: 1"])
    _ = try values.write(.list([.number(0.1), .number(1.25), .number(.nan), .number(0.52)]))
    #expect(house.draw() == ["Load: 0.52 (4 values, 0.1 to 1.25)"])
  }
}

@Suite struct PlainSafety {
  let house = ViewHouse()

  private func drawn(_ text: String) throws -> [String] {
    try house.stage.show(try house.label(.string(text)), title: "")
    return house.draw()
  }

  @Test func noControlCharacterLeavesItsPlace() throws {
    for number in Array(UInt32(0)..<0x20) + [0x7F] + Array(0x80..<0xA0) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let lines = try drawn("a" + String(scalar) + "b")
      let isSpace = [0x09, 0x0A, 0x0D, 0x85].contains(number)
      #expect(lines == [isSpace ? "a b" : "a·b"], "U+\(String(number, radix: 16))")
    }
  }

  @Test func aTextIsOneLine() throws {
    #expect(try drawn("one\r\ntwo\u{2028}three\u{2029}four\n") == ["one two three four "])
  }

  @Test func escapesAndDirectionOverridesAreHarmless() throws {
    #expect(try drawn("\u{1B}]0;title\u{07}\u{1B}[2Jx") == ["·]0;title··[2Jx"])
    #expect(try drawn("user\u{202E}txt.exe\u{2066}\u{200F}") == ["usertxt.exe"])
  }

  @Test func wordsOfTheWorldStay() throws {
    for text in ["Größe 5 µm", "日本語", "👩‍👩‍👧", "می‌خواهم", "e\u{301}"] { #expect(try drawn(text) == [text]) }
  }

  @Test func titlesNamesAndFieldsAreCleanedToo() throws {
    let rows = Value.list([record((ByteString("a\u{1B}"), "b\u{1B}")), .list(["\u{1B}"])])
    let table = try house.view(.table, [("rows", .value(rows)), ("a11y", .value("n\u{1B}"))])
    let panel = try house.panel(.value("p\u{1B}"), [table])
    try house.stage.show(panel, title: "t\u{1B}")
    let lines = house.draw()
    #expect(lines == ["== t· ==", "p·: n·: a·: b·", "p·: n·: {\"·\"}"])
  }

  @Test func bytesThatAreNoTextAreReplaced() throws {
    try house.stage.show(try house.label(.string(ByteString(bytes: [0x61, 0xFF, 0x62]))), title: "")
    #expect(house.draw() == ["a\u{FFFD}b"])
  }
}
