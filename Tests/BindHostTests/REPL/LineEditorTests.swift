@testable import BindHost
import Testing

@Suite("Keys of a terminal") struct KeyDecoderTests {
  private func keys(_ text: String...) -> [Key] {
    var decoder = KeyDecoder()
    return text.flatMap { decoder.decode(Array($0.utf8)) }
  }

  @Test func keysAreKnownByTheirBytesAlsoInParts() {
    #expect(keys("aé日") == [.text("a"), .text("é"), .text("日")])
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[3~\u{1B}b") == [.up, .down, .wordRight, .delete, .wordLeft])
    #expect(keys("\u{1B}", "[", "D") == [.left])
    #expect(keys("\r\u{7F}\t\u{1}") == [.enter, .backspace, .tab, .control("a")])
    #expect(keys("\u{1B}[200~a\tb\r\u{3}\u{1B}[201~\t") == [.text("a"), .text("  "), .text("b"), .enter, .tab])
    var decoder = KeyDecoder()
    let bytes = Array("日".utf8)
    #expect(decoder.decode([bytes[0]]) == [])
    #expect(decoder.decode([bytes[1], bytes[2]]) == [.text("日")])
    #expect(decoder.decode([0xFF, 0xC3, 0x41, 0x61]) == [.text("A"), .text("a")])
  }
}

@Suite("The line editor") struct LineEditorTests {
  private func edited(_ keys: [Key], history: [String] = []) -> (line: String, cursor: Int) {
    var editor = LineEditor(history: history)
    for key in keys { _ = editor.handle(key) }
    return (editor.line, editor.cursor)
  }

  private func typed(_ text: String) -> [Key] { text.map { .text(String($0)) } }

  @Test func charactersAreInsertedAndRemovedWhereTheCursorIs() {
    #expect(edited(typed("ac") + [.left, .text("b")]).line == "abc")
    #expect(edited(typed("e") + [.text("\u{301}"), .backspace]).line == "")
    #expect(edited(typed("日本") + [.home, .delete]).line == "本")
    #expect(edited(typed("one two") + [.control("w")]).line == "one ")
    #expect(edited(typed("one two") + [.wordLeft, .control("k"), .home, .control("y")]).line == "twoone ")
    #expect(edited(typed("ab") + [.control("t")]).line == "ba")
    #expect(edited([.left, .backspace, .delete, .right]).line == "")
  }

  @Test func theHistoryIsLookedThroughAndTheDraftKept() {
    let history = ["first", "second"]
    #expect(edited(typed("dra") + [.up], history: history).line == "second")
    #expect(edited(typed("dra") + [.up, .up, .up], history: history).line == "first")
    #expect(edited(typed("dra") + [.up, .up, .down, .down], history: history).line == "dra")
    var editor = LineEditor(history: history)
    #expect(editor.handle(.control("d")) == .end)
    for key in typed("x") { _ = editor.handle(key) }
    #expect(editor.handle(.enter) == .line("x"))
    _ = editor.handle(.enter)
    #expect(editor.history == ["first", "second", "x"])
  }

  @Test func ctrlRFindsTheNewestLineThatHasWhatIsTyped() {
    let history = ["sum = 1", "print(sum)", "other"]
    let search = [Key.control("r")] + typed("su")
    #expect(edited(search, history: history).line == "print(sum)")
    #expect(edited(search + [.control("r")], history: history).line == "sum = 1")
    #expect(edited(search + [.control("r"), .control("r")], history: history).line == "sum = 1")
    #expect(edited(search + [.text("m"), .text(" ")], history: history).line == "sum = 1")
    #expect(edited(typed("draft") + search + [.control("g")], history: history).line == "draft")
    #expect(edited(search + [.home, .text("x")], history: history).line == "xprint(sum)")
    var editor = LineEditor(history: history)
    for key in search { _ = editor.handle(key) }
    #expect(editor.search?.pattern == "su")
    #expect(editor.handle(.enter) == .line("print(sum)"))
    #expect(editor.search == nil)
  }

  @Test func rowsAreBrokenByColumnsAndTheCursorStandsBehindAFullRow() {
    func drawing(_ text: String, _ cursor: Int, _ columns: Int) -> PromptDrawing {
      PromptDrawing(prompt: "> ", text: Array(text), cursor: cursor, columns: columns)
    }
    #expect(drawing("abc", 3, 10).rows == ["> abc"])
    let full = drawing("abcd", 4, 6)
    #expect(full.rows == ["> abcd", ""])
    #expect(full.cursorRow == 1 && full.cursorColumn == 0)
    let wide = drawing("日本", 2, 5)
    #expect(wide.rows == ["> 日", "本"])
    #expect(wide.cursorRow == 1 && wide.cursorColumn == 2)
    #expect(drawing("日本", 1, 5).cursorRow == 1)
    // What was two rows on a wide screen is four on a narrow one.
    #expect(drawing("abcdefgh", 8, 10).toStart(columns: 5) == "\u{1B}[2A\r")
  }

  @Test func whatIsWrittenStandsAboveTheLineThatIsBeingTyped() {
    var written = ""
    let console = Console(history: [], columns: { 20 }) { written += $0 }
    console.say("before\n")
    console.ask("> ")
    _ = console.handle(.text("x"))
    written = ""
    console.say("tick")
    #expect(written == "\r\u{1B}[Jtick\n\r\u{1B}[J> x\r\u{1B}[3C")
    #expect(console.editor.line == "x")
  }
}

@Suite("Chunks of lines") struct ReplInputTests {
  private func parse(_ text: String) -> ReplInput.Parse {
    switch text {
    case "return 1\n", "x=1\n", "for\nend\n": .whole
    case "for\n": .unfinished
    default: .wrong
    }
  }

  @Test func aLineIsAnExpressionAChunkOrTheStartOfOne() {
    var input = ReplInput()
    #expect(input.take("  ", parses: parse) == .nothing)
    #expect(input.take(" .help", parses: parse) == .command(".help"))
    #expect(input.take("1", parses: parse) == .chunk("1", isExpression: true))
    input.clear()
    #expect(input.take("x=1", parses: parse) == .chunk("x=1", isExpression: false))
    input.clear()
    #expect(input.take("for", parses: parse) == .unfinished)
    #expect(input.take("end", parses: parse) == .chunk("for\nend", isExpression: false))
    input.clear()
    #expect(input.take("= =", parses: parse) == .mistake("= ="))
  }

  @Test func anOpenQuotedStringIsNoBeginning() {
    #expect(ReplInput.Parse(message: "x:1: unfinished string near '\"abc'") == .wrong)
    #expect(ReplInput.Parse(message: "x:1: unfinished long string (starting at line 1) near '<eof>'") == .unfinished)
    #expect(ReplInput.Parse(message: "x:1: 'end' expected near <eof>") == .unfinished)
  }
}

@Suite("What is being typed") struct CompletionContextTests {
  @Test(arguments: [
    ("pri", CompletionContext.Wanted.name, [], "pri"), ("bh.ui.la", .name, ["bh", "ui"], "la"), ("", .name, [], ""),
    ("f(a.b", .name, ["a"], "b"), ("x = label:ob", .method, ["label"], "ob"), ("a.b:", .method, ["a", "b"], ""),
    (#"user "na"#, .path, ["user"], "na"), (#"user("colors.pr"#, .path, ["user"], "colors.pr"),
    (#"print(m 'a"#, .path, ["m"], "a"), (#"f("a\"b", x.y"#, .name, ["x"], "y"), (".mo", .command, [], "mo"),
    (".why user.na", .why, [], "user.na"),
  ])
  func namesMethodsPathsAndCommandsAreToldApart(
    _ text: String, _ wanted: CompletionContext.Wanted, _ names: [String], _ prefix: String
  ) {
    let context = CompletionContext(text)
    #expect(context?.wanted == wanted && context?.names == names && context?.prefix == prefix, "\(text)")
  }

  @Test func theOptionsOfAFunctionStandInItsBraces() {
    #expect(CompletionContext("ui.slider { st")?.optionsOf == ["ui", "slider"])
    #expect(CompletionContext("bh.ui.slider({ label = 'x', st")?.optionsOf == ["bh", "ui", "slider"])
    #expect(CompletionContext("ui.slider { label = st")?.optionsOf == [])
    #expect(CompletionContext("job.every('5s', { ov")?.optionsOf == ["job", "every"])
    #expect(CompletionContext("f(1, g(2), { a = { st")?.optionsOf == [])
    #expect(CompletionContext("ui.slider {} st")?.optionsOf == [])
  }

  @Test(arguments: ["f().x", "t[1].x", "12.", #""text"#, ".load fi", "12"])
  func whatIsNotKnownIsNotCompleted(_ text: String) { #expect(CompletionContext(text) == nil) }
}
