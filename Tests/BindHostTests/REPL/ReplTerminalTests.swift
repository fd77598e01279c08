import Foundation
import TestSupport
import Testing

/// `bindhost repl` with a person before it.
@Suite("repl at a terminal", .serialized) struct ReplTerminalTests {
  private let home: URL

  init() throws {
    home = FileManager.default.temporaryDirectory.appending(path: "repl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  private func start(columns: Int = 70) throws -> TerminalProgram {
    let program = try TerminalProgram(
      "\(BuiltProgram.bindhost.url.path) repl", columns: columns,
      environment: ["HOME": home.path, "XDG_STATE_HOME": ""])
    try program.wait(forLast: ">")
    return program
  }

  private func line(_ text: String, _ program: TerminalProgram) throws {
    try program.type(text)
    try program.press("Enter")
  }

  @Test func aLineIsTypedEditedAndItsValuePrinted() throws {
    let program = try start()
    try program.type("'日本e' .. 1")
    for _ in 0..<6 { try program.press("Left") }
    try program.press("BSpace")
    try program.type("é")
    try program.press("Enter")
    let screen = try program.wait(forLast: ">")
    #expect(screen.suffix(3) == ["> '日本é' .. 1", "\"日本é1\"", ">"])
  }

  @Test func anUnfinishedChunkGoesOnAndCtrlCDropsIt() throws {
    let program = try start()
    try line("for i = 1, 2 do", program)
    try program.wait(forLast: ">>")
    try line("print(i) end", program)
    #expect(try program.wait(forLast: ">").suffix(3) == ["1", "2", ">"])
    try line("for i = 1, 2 do", program)
    try program.wait(forLast: ">>")
    try program.press("C-c")
    try program.wait(forLast: ">")
    try line("1", program)
    #expect(try program.wait { $0.suffix(2) == ["1", ">"] }.suffix(2) == ["1", ">"])
  }

  @Test func jobsPrintAboveThePromptAndTheTypedLineStays() throws {
    let program = try start()
    try line(
      "n = 0 j = bh.job.every('100ms', { name = 'j', run = function() n = n + 1 print('tick ' .. n) end })", program)
    _ = try program.wait { $0.contains("tick 1") }
    try program.type("n > 2 and 'typ")
    let screen = try program.wait { $0.contains("tick 8") }
    #expect(screen.last == "> n > 2 and 'typ")
    let ticks = screen.filter { $0.hasPrefix("tick") }
    #expect(ticks == (1...ticks.count).map { "tick \($0)" }, "nothing is lost, and nothing else stands between")
    try program.type("ed'")
    try program.press("Enter")
    _ = try program.wait { $0.contains("\"typed\"") }
    try line("j:stop()", program)
    _ = try program.wait { $0.last == ">" }
  }

  @Test func ctrlCStopsWhatRunsAndNotTheHost() throws {
    let program = try start()
    try line("x = 1", program)
    try line("print 'it runs' while true do x = x + 1 end", program)
    _ = try program.wait { $0.contains("it runs") }
    try program.press("C-c")
    #expect(try program.wait { $0.suffix(2) == ["interrupted", ">"] }.last == ">")
    try line("print 'it waits' bh.sleep '1h'", program)
    _ = try program.wait { $0.contains("it waits") }
    try program.press("C-c")
    _ = try program.wait { $0.filter { $0 == "interrupted" }.count == 2 && $0.last == ">" }
    try line("x > 1, 'alive'", program)
    #expect(try program.wait { $0.contains("true    \"alive\"") }.contains("true    \"alive\""))
  }

  @Test func aPermissionIsAskedForAndThePromptComesBack() throws {
    let program = try start()
    try "secret".write(to: home.appending(path: "note"), atomically: true, encoding: .utf8)
    try line("bh.fs.read '\(home.path)/note'", program)
    let asked = try program.wait { $0.last?.hasPrefix("Allow it?") ?? false }
    #expect(asked.last == "Allow it?  [y]es for this run, [n]o:")
    try line("y", program)
    _ = try program.wait { $0.suffix(2) == ["\"secret\"", ">"] }
    try line("'typed' .. 1", program)
    #expect(try program.wait { $0.contains("\"typed1\"") }.suffix(2) == ["\"typed1\"", ">"])
  }

  @Test func whatIsTypedWhileSomethingRunsComesAfterIt() throws {
    let program = try start()
    try line("bh.sleep '500ms' 'first'", program)
    try line("'second'", program)
    let screen = try program.wait { $0.contains("\"second\"") && $0.last == ">" }
    #expect(screen.contains("\"second\""))
  }

  @Test func theHistoryIsKeptForTheNextTimeAndForItsOwnerAlone() throws {
    var program: TerminalProgram? = try start()
    try line("first = 'the first'", program!)
    try line("  secret = 1", program!)
    try line("second = 2", program!)
    try program?.wait(forLast: ">")
    try program?.press("Up", "Up")
    _ = try program?.wait(forLast: "> first = 'the first'")
    try program?.press("C-c", "C-d")
    program = nil
    let file = home.appending(path: ".local/state/bindhost/repl_history")
    #expect(try String(contentsOf: file, encoding: .utf8) == "first = 'the first'\nsecond = 2\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let next = try start()
    try next.press("Up", "Up")
    #expect(try next.wait(forLast: "> first = 'the first'").last == "> first = 'the first'")
  }

  @Test func tabCompletesAndListsWhatIsPossible() throws {
    let program = try start()
    try program.type("bh.ui.sl")
    try program.press("Tab")
    try program.wait(forLast: "> bh.ui.slider")
    try program.press("C-u")
    try program.type("bh.ui.te")
    try program.press("Tab", "Tab")
    #expect(try program.wait { $0.contains("text_area   text_field") }.last == "> bh.ui.text_")
  }

  @Test func aLongLineIsBrokenAndFollowsTheSizeOfTheTerminal() throws {
    let program = try start(columns: 40)
    try program.type("'" + (1...12).map { "word\($0)" }.joined(separator: " "))
    let narrow = try program.wait { $0.last?.hasSuffix("word12") ?? false }
    #expect(
      narrow.suffix(2).joined() == "> 'word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12")
    try program.resize(columns: 100)
    let wide = try program.wait { $0.last == narrow.suffix(2).joined() }
    #expect(wide.last == narrow.suffix(2).joined())
    #expect(wide.filter { $0.hasPrefix("> 'word1") }.count == 1, "\(wide)")
    try program.press("Home")
    try program.type("#")
    try program.press("End")
    try program.type("'")
    try program.press("Enter")
    #expect(try program.wait { $0.contains("74") }.contains("74"))
  }

  @Test func ctrlZGivesTheTerminalBackAndFgGoesOn() throws {
    let program = try TerminalProgram(
      "PS1='$ ' bash --norc --noprofile -i", environment: ["HOME": home.path, "XDG_STATE_HOME": ""])
    try program.wait(forLast: "$")
    try line("\(BuiltProgram.bindhost.url.path) repl", program)
    try program.wait(forLast: ">")
    try line("x = 41", program)
    try program.wait(forLast: ">")
    try program.type("x + 1")
    _ = try program.wait(forLast: "> x + 1")
    try program.press("C-z")
    _ = try program.wait { $0.last == "$" }
    // The shell's terminal echoes and edits as before.
    try line("stty -a | grep -o ' [-]*icanon\\| [-]*echo '; echo here", program)
    let shell = try program.wait { $0.contains("here") && $0.last == "$" }
    #expect(shell.contains(" icanon") && shell.contains(" echo"), "\(shell)")
    try line("fg", program)
    try program.wait(forLast: "> x + 1")
    try program.press("Enter")
    #expect(try program.wait { $0.suffix(2) == ["42", ">"] }.suffix(2) == ["42", ">"])
    try program.press("C-d")
    #expect(try program.wait(forLast: "$").last == "$")
  }

  /// The shell that comes back sees the terminal as it was, however the program has ended.
  @Test(arguments: ["SEGV", "BUS", "ABRT", "TRAP", "TERM", "HUP", "QUIT"])
  func theTerminalIsSaneAfterEveryEnd(_ signal: String) throws {
    let program = try TerminalProgram(
      "sh -c '\(BuiltProgram.bindhost.url.path) repl --allow-run; echo ended $?; stty -a; sleep 60'", columns: 100,
      environment: ["HOME": home.path, "XDG_STATE_HOME": "", "SWIFT_BACKTRACE": "enable=no"])
    try program.wait(forLast: ">")
    // What a fault of its own would be.
    try line("bh.exec { 'sh', '-c', 'kill -\(signal) $PPID' }", program)
    let screen = try program.wait { $0.contains { $0.contains("icanon") } }
    let text = screen.joined(separator: "\n")
    let modes = Set(text.split { $0 == " " || $0 == ";" || $0 == "\n" })
    for word in ["icanon", "echo", "icrnl", "iexten", "ixon"] {
      #expect(modes.contains(word[...]), "\(word) after \(signal): \(text)")
    }
    #expect(screen.contains { $0.hasPrefix("ended 1") }, "the signal itself ends it: \(text)")
  }
}
