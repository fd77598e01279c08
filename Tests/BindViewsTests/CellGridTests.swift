import BindCore
@testable import BindViews
import Testing

@Suite("Columns of text") struct ColumnsTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}\u{323}", 1), ("日本", 4), ("한국", 4), ("각", 2), ("🙂", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2),
    ("\u{301}", 0), ("\u{200B}", 0), ("½", 1), ("…", 1), ("ｱ", 1), ("Ａ", 2), ("●◌✗⚠⏸", 5), ("ก็", 1),
  ])
  func aGraphemeTakesTheColumnsOfATerminal(_ text: String, _ width: Int) {
    #expect(Columns.width(of: text) == width)
  }

  @Test func everySignTakesTheColumnsThatTheLayoutCountsOn() {
    for symbols in [Symbols.unicode, .ascii] {
      for case let sign as String in Mirror(reflecting: symbols).children.map(\.value) {
        #expect(Columns.width(of: sign) == 1, "\(sign)")
      }
      for case let signs as [String] in Mirror(reflecting: symbols).children.map(\.value) {
        #expect(signs.allSatisfy { Columns.width(of: $0) == 1 }, "\(signs)")
      }
    }
    let ascii = Mirror(reflecting: Symbols.ascii).children.map { "\($0.value)" }.joined()
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
  }

  private func wrapped(_ text: String, _ width: Int) -> [String] {
    TextFitting.wrap(text, to: width).map { String($0.map(\.grapheme)) }
  }

  @Test func textIsBrokenBetweenWordsAndInsideOnesThatAreTooLong() {
    #expect(wrapped("one two three", 8) == ["one two", "three"])
    #expect(wrapped("one  two", 3) == ["one", "two"])
    #expect(wrapped("incomprehensibilities", 8) == ["incompre", "hensibil", "ities"])
    #expect(wrapped("  indented text", 10) == ["  indented", "text"])
    #expect(wrapped("日本語のテキスト", 5) == ["日本", "語の", "テキ", "スト"])
    #expect(wrapped("a\n\nb\r\nc", 9) == ["a", "", "b", "c"])
    #expect(wrapped("", 9) == [""])
    #expect(wrapped("日", 1) == ["·"])
  }

  @Test func whatIsCutSaysSoAndIsNoWiderThanAsked() {
    func cut(_ text: String, _ width: Int) -> String {
      String(TextFitting.cut(text, to: width, .unicode).map(\.grapheme))
    }
    #expect(cut("abcdef", 6) == "abcdef")
    #expect(cut("abcdef", 4) == "abc…")
    #expect(cut("日本語", 5) == "日本…")
    #expect(cut("日本語", 4) == "日…")
    #expect(cut("日", 1) == "…")
    #expect(cut("a", 0) == "")
  }

  @Test(arguments: [(0.15000000000000002, "0.15"), (3, "3"), (1.0 / 3, "0.3333"), (1e300, "1e+300"), (-0.5, "-0.5")])
  func aNumberIsShownWithoutTheDigitsThatRoundingMade(_ number: Double, _ words: String) {
    #expect(Figure.short(number) == words)
  }
}

@Suite("Rooms that are divided") struct NeedTests {
  @Test func everybodyGetsTheLeastThenAlikeThenThoseThatGrow() {
    #expect(Need.divide(20, among: [Need(2, 4), Need(3, 30)]) == [4, 16])
    #expect(Need.divide(10, among: [Need(2, 9), Need(2, 9)]) == [5, 5])
    #expect(Need.divide(10, among: [Need(1, 2), Need(0, 1, grows: true), Need(0, 1, grows: true)]) == [2, 4, 4])
    #expect(Need.divide(5, among: [Need(4, 9), Need(4, 4), Need(1, 1)]) == [4, 1, 0])
    #expect(Need.divide(-3, among: [Need(1, 1)]) == [0])
    #expect(Need.divide(9, among: []) == [])
  }
}

@Suite("Regions of a screen") struct RegionTests {
  @Test func thePlaceOfAViewIsKnownAndADialogIsNearer() throws {
    let house = ViewHouse()
    let button = try house.view(.button, [("id", .value("go")), ("title", .value("Go"))])
    let field = try house.view(.textField, [("id", .value("name")), ("label", .value("Name"))])
    let column = try house.view(.column, [("id", .value("all"))], [try house.label("top"), button, field])
    try house.stage.show(column, title: "Title")
    let grid = house.stage.screen(columns: 40, rows: 10, focus: field)
    #expect(grid.region(column: 2, row: 2)?.id == "go")
    #expect(grid.region(column: 0, row: 3)?.id == "name")
    #expect(grid.region(column: 0, row: 0) == nil)
    // The cursor is in the field that has the focus: behind label, gap and the end of the field.
    #expect(grid.caret == CellGrid.Place(column: 7, row: 3))
    try house.stage.ask("Sure?", for: button) { _ in }
    let asked = house.stage.screen(columns: 40, rows: 10, focus: field)
    #expect(asked.region(column: 20, row: 4)?.id == house.stage.openDialog?.id)
    #expect(asked.caret == nil)
    #expect(asked[0, 3].style.attributes.contains(.dim))
  }
}
