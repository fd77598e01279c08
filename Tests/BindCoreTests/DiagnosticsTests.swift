import BindCore
import Testing

@Suite("Diagnostics") struct DiagnosticsTests {
  static let settings =
    String(repeating: "\n", count: 21)
    + #"  ui.slider { label = "Volume", value = settings "volume", stpe = 0.05 },"# + "\n"

  static let unknownOption = Diagnostic(
    .uiUnknownOption, "ui.slider: unknown option 'stpe'",
    at: SourcePosition(script: "settings.lua", line: 22, column: 60), suggestions: ["step"],
    notes: ["options: value label min max step id visible width"],
    traceback:
      "stack traceback:\n\t[C]: in function 'bindhost.ui.slider'\n\tsettings.lua:22: in main chunk\n\t[C]: in ?")

  func render(_ diagnostic: Diagnostic, color: Bool = false, ascii: Bool = false, source: String? = settings) -> String
  {
    DiagnosticRenderer(usesColor: color, usesASCII: ascii) { _ in source }.render(diagnostic)
  }

  @Test func aKnownColumnGetsACaretUnderTheWholeWord() {
    #expect(
      render(Self.unknownOption) == """
        error[ui.unknown_option]: ui.slider: unknown option 'stpe' (did you mean 'step'?)
          ┌─ settings.lua:22:60
        22│   ui.slider { label = "Volume", value = settings "volume", stpe = 0.05 },
          │                                                            ^^^^
          = options: value label min max step id visible width
          stack: settings.lua:22 in main chunk

        """)
  }

  @Test func withoutAColumnNoCaretIsInvented() {
    let failed = Diagnostic(
      .bindTransformFailed, "transform raised: no such user",
      at: SourcePosition(script: "profile.lua", line: 2),
      notes: [
        "while delivering  user.name = nil  →  label#title.text      (the label keeps its last value)",
        #"caused by  job "profile" (run 7)  →  user:update  profile.lua:19"#,
      ])
    #expect(
      render(failed, source: "local n\n  return \"Hi \" .. name\n") == """
        error[bind.transform_failed]: transform raised: no such user
          ┌─ profile.lua:2
         2│   return "Hi " .. name
          = while delivering  user.name = nil  →  label#title.text      (the label keeps its last value)
          = caused by  job "profile" (run 7)  →  user:update  profile.lua:19

        """)
  }

  @Test func aLineThatSaysTheNameExactlyOnceGivesTheColumn() {
    let unknown = Diagnostic.unknownName(
      .uiUnknownOption, owner: "ui.slider", noun: "option", name: "stpe", known: ["step"],
      at: SourcePosition(script: "x.lua", line: 1))
    func drawing(_ code: String) -> String { render(unknown, source: code) }
    #expect(
      drawing("ui.slider { stpe = 1 }").contains("x.lua:1:13\n 1│ ui.slider { stpe = 1 }\n  │             ^^^^\n"))
    for ambiguous in ["stpe { stpe = 1 }", "x { stpes = 1, my_stpe = 2 }", "x { step = 1 }", ""] {
      #expect(!drawing(ambiguous).contains("^"), "\(ambiguous)")
      #expect(drawing(ambiguous).contains("─ x.lua:1\n"))
    }
  }

  @Test(arguments: [
    ("attempt to concatenate a nil value (local 'name')", "name"),
    ("attempt to call a nil value (global 'foo')", "foo"),
    ("attempt to index a nil value (field 'b')", "b"), ("unexpected symbol near '+'", "+"), ("boom 'x'", nil),
    ("near ''", nil),
    ("ui.label: unknown option 'visibel'", "visibel"),
  ])
  func luasOwnMessagesNameTheirSubject(_ message: String, _ subject: String?) {
    #expect(Diagnostic(.scriptError, message).subject == subject)
  }

  @Test func withoutUTF8TheDrawingIsASCII() {
    var diagnostic = Self.unknownOption
    diagnostic.notes = ["a → b"]
    diagnostic.traceback = nil
    let text = render(diagnostic, ascii: true)
    #expect(
      text == """
        error[ui.unknown_option]: ui.slider: unknown option 'stpe' (did you mean 'step'?)
          -- settings.lua:22:60
        22|   ui.slider { label = "Volume", value = settings "volume", stpe = 0.05 },
          |                                                            ^^^^
          = a -> b

        """)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func colorIsSentOnlyWhenAsked() {
    #expect(render(Self.unknownOption, color: true).contains("\u{1B}[1;31merror[ui.unknown_option]\u{1B}[0m"))
    #expect(!render(Self.unknownOption).contains("\u{1B}"))
    var warning = Self.unknownOption
    warning.severity = .warning
    #expect(render(warning, color: true).hasPrefix("\u{1B}[1;33mwarning[ui.unknown_option]\u{1B}[0m"))
  }

  @Test func aScriptThatCannotBeReadStillGetsItsPlaceAndItsStack() {
    #expect(
      render(Self.unknownOption, source: nil) == """
        error[ui.unknown_option]: ui.slider: unknown option 'stpe' (did you mean 'step'?)
          ┌─ settings.lua:22:60
          = options: value label min max step id visible width
          stack: settings.lua:22 in main chunk

        """)
    var beyond = Self.unknownOption
    beyond.position?.line = 99
    #expect(render(beyond).contains("┌─ settings.lua:99:60\n  = options"))
  }

  @Test func aDiagnosticWithoutAPlaceIsItsSentenceAndItsNotes() {
    let usage = Diagnostic(.cliUsage, "--timeout needs a duration", notes: ["for example --timeout 5s"])
    #expect(render(usage) == "error[cli.usage]: --timeout needs a duration\n  = for example --timeout 5s\n")
  }

  @Test func controlCharactersAreShownAndNeverSent() {
    let evil = Diagnostic(
      .scriptError, "bad \u{1B}[2Jdata\u{202E}", at: SourcePosition(script: "x.lua", line: 1, column: 3),
      notes: ["with \u{07} bell"])
    #expect(
      render(evil, source: "\u{1B} evil()") == """
        error[script.error]: bad \\x1b[2Jdata\\u{202e}
          ┌─ x.lua:1:3
         1│ \\x1b evil()
          │      ^^^^
          = with \\x07 bell

        """)
  }

  @Test func theCaretStandsRightBehindTabsAndWideCharacters() {
    let tabbed = Diagnostic(.bindPath, "no", at: SourcePosition(script: "x.lua", line: 1, column: 5))
    #expect(render(tabbed, source: "\t日本 xy").hasSuffix("  │ \t     ^^\n"))
  }

  @Test func aVeryLongLineIsCutAroundTheCaret() throws {
    let line = String(repeating: "a ", count: 400) + "oops" + String(repeating: " b", count: 400)
    let diagnostic = Diagnostic(.scriptSyntax, "no", at: SourcePosition(script: "x.lua", line: 1, column: 801))
    let rows = render(diagnostic, source: line).split(separator: "\n")
    #expect(rows.count == 4)
    let code = Array(try #require(rows.dropFirst(2).first))
    let marks = Array(try #require(rows.last))
    #expect(code.count < 200)
    let caret = try #require(marks.firstIndex(of: "^"))
    #expect(String(code[caret..<caret + 4]) == "oops")
    #expect(marks.filter { $0 == "^" }.count == 4)
  }

  @Test func lineNumbersOfThreeDigitsMoveTheWholeDrawing() {
    let source = String(repeating: "\n", count: 119) + "x()"
    let text = render(
      Diagnostic(.bindPath, "no", at: SourcePosition(script: "x.lua", line: 120, column: 1), notes: ["n"]),
      source: source)
    #expect(text == "error[bind.path]: no\n   ┌─ x.lua:120:1\n120│ x()\n   │ ^\n   = n\n")
  }

  @Test func aCauseIsDrawnBelowWithItsOwnNotes() {
    let inner = Diagnostic(.fileNotFound, "no file 'x'", at: SourcePosition(script: "a.lua", line: 3), notes: ["hint"])
    let outer = Diagnostic(.hostInternal, "job 'log' failed", cause: inner)
    #expect(
      render(outer)
        == "error[host.internal]: job 'log' failed\n  = caused by  file.not_found: a.lua:3: no file 'x'\n    = hint\n")
    #expect(outer.cause == inner)
  }

  @Test func theStackListsScriptFramesOnlyOneBelowTheOther() {
    var deep = Diagnostic(.scriptError, "boom")
    deep.traceback = """
      stack traceback:
      \t[C]: in function 'error'
      \tlib/a.lua:3: in upvalue 'inner'
      \t...\t(skipping 10 levels)
      \tmain.lua:9: in function <main.lua:1>
      \t[C]: in ?
      """
    #expect(
      render(deep) == """
        error[script.error]: boom
          stack: lib/a.lua:3 in upvalue 'inner'
                 … (skipping 10 levels)
                 main.lua:9 in function <main.lua:1>

        """)
  }

  @Test func aRecursionIsOneLineOfTheStack() {
    var deep = Diagnostic(.scriptError, "stack overflow")
    let frame = "\n\ta.lua:3: in upvalue 'deep'"
    deep.traceback = "stack traceback:" + frame + frame + frame + "\n\ta.lua:9: in main chunk"
    #expect(
      render(deep) == """
        error[script.error]: stack overflow
          stack: a.lua:3 in upvalue 'deep'  (3 times)
                 a.lua:9 in main chunk

        """)
  }

  @Test func aSyntaxErrorStandsWhereTheParserGaveUp() {
    let required = Diagnostic(
      .scriptSyntax, "lib/bad.lua:7: unexpected symbol near <eof>", at: SourcePosition(script: "main.lua", line: 1))
    let parsed = required.atItsParsersPlace
    #expect(parsed.message == "unexpected symbol near <eof>")
    #expect(parsed.position == SourcePosition(script: "lib/bad.lua", line: 7))
    #expect(parsed.notes == ["loaded from main.lua:1"])
    let own = Diagnostic(.scriptSyntax, "no place: here", at: SourcePosition(script: "main.lua", line: 1))
    #expect(own.atItsParsersPlace == own)
    let other = Diagnostic(.scriptError, "a.lua:7: boom")
    #expect(other.atItsParsersPlace == other)
  }

  @Test func tostringStartsWithIdAndPlace() {
    let path = Diagnostic(
      .bindPath, "model 'user' has no field 'nmae'", at: SourcePosition(script: "b.lua", line: 3), suggestions: ["name"]
    )
    #expect(path.description == "bind.path: b.lua:3: model 'user' has no field 'nmae' (did you mean 'name'?)")
    #expect(path.kind == .programming)
  }

  @Test func severalSuggestionsReadAsASentence() {
    let path = Diagnostic(.bindPath, "no field 'nam'", suggestions: ["name", "game", "nap"])
    #expect(path.sentence == "no field 'nam' (did you mean 'name', 'game' or 'nap'?)")
  }

  @Test func aPlaceOnceKnownIsNotReplaced() {
    let here = SourcePosition(script: "a.lua", line: 1)
    let there = SourcePosition(script: "b.lua", line: 2)
    #expect(Diagnostic(.bindPath, "x").located(at: here).position == here)
    #expect(Diagnostic(.bindPath, "x", at: here).located(at: there).position == here)
  }

  @Test func anUnknownNameNamesTheOwnerTheNearestAndAll() {
    let diagnostic = Diagnostic.unknownName(
      .uiUnknownOption, owner: "ui.slider", noun: "option", name: "stpe", known: ["value", "min", "step"])
    #expect(diagnostic.sentence == "ui.slider: unknown option 'stpe' (did you mean 'step'?)")
    #expect(diagnostic.notes == ["options: value min step"])
  }
}

@Suite("The catalogue of errors") struct DiagnosticCatalogueTests {
  @Test(arguments: DiagnosticID.allCases) func everyIdHasAPageOfWholeSentences(_ id: DiagnosticID) {
    #expect(id.page.count > 60)
    #expect(id.page.hasSuffix("."))
    #expect(!id.page.contains("\n"))
  }

  @Test(arguments: DiagnosticID.allCases) func everyIdIsAnAreaAndALowercaseName(_ id: DiagnosticID) {
    let parts = id.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    #expect(parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "_" || ("a"..."z").contains($0) } })
  }

  @Test func noTwoIdsShareAPage() {
    #expect(Set(DiagnosticID.allCases.map(\.page)).count == DiagnosticID.allCases.count)
  }
}

@Suite("Nearest names") struct NearestNamesTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("step", "step", 0), ("stpe", "step", 1), ("setp", "step", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("ab", "ba", 1), ("abcd", "badc", 2),
  ])
  func distanceCountsASwappedPairOnce(_ left: String, _ right: String, _ distance: Int) {
    #expect(alignmentDistance(Array(left), Array(right)) == distance)
    #expect(alignmentDistance(Array(right), Array(left)) == distance)
  }

  @Test func theNearestComesFirstAndTiesKeepTheirOrder() {
    #expect(nearestNames(to: "nmae", in: ["game", "name", "same", "fame"]) == ["name"])
    #expect(nearestNames(to: "bame", in: ["game", "name", "fame", "lame"]) == ["game", "name", "fame"])
    #expect(nearestNames(to: "bame", in: ["game", "name", "fame"], limit: 1) == ["game"])
  }

  @Test func whatIsTooFarAwayIsNotOffered() {
    #expect(nearestNames(to: "volume", in: ["name", "email", "x"]).isEmpty)
    #expect(nearestNames(to: "x", in: ["y", "z"]).isEmpty)
    #expect(nearestNames(to: "folowers_cuont", in: ["followers_count", "name"]) == ["followers_count"])
  }

  @Test func caseDoesNotCountAndTheNameItselfIsNoSuggestion() {
    #expect(nearestNames(to: "Name", in: ["name"]) == ["name"])
    #expect(nearestNames(to: "name", in: ["name", "game"]) == ["game"])
  }
}
