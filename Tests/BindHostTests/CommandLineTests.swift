import BindCore
import Testing

@testable import BindHost

@Suite("The command line") struct CommandLineTests {
  func run(_ words: String...) throws -> RunOptions {
    guard case .run(let options) = try Command.parse(words) else {
      throw Diagnostic(.cliUsage, "not a run: \(words)")
    }
    return options
  }

  func complaint(_ words: String...) -> Diagnostic? {
    do {
      _ = try Command.parse(words)
      return nil
    } catch { return error }
  }

  @Test func aFileStandardInputAndCodeAreTheSourcesOfAScript() throws {
    #expect(try run("run", "board.lua").script == .file("board.lua"))
    #expect(try run("run", "board").script == .file("board"))
    #expect(try run("run", "-").script == .standardInput)
    #expect(try run("-").script == .standardInput)
    #expect(try run("-e", "print(1)").script == .inline("print(1)"))
    #expect(try run("run", "-e", "print(1)").script == .inline("print(1)"))
  }

  @Test func aFirstWordThatLooksLikeAFileIsOne() throws {
    #expect(try run("board.lua").script == .file("board.lua"))
    #expect(try run("./board").script == .file("./board"))
    let bare = try run("./board.lua", "a", "b", "--once", "--", "--c")
    #expect(bare.arguments == ["a", "b", "--c"])
    #expect(bare.runsOnce)
    #expect(try run("-A", "./board.lua").permissionFlags == [PermissionFlag(name: "--allow-all", value: nil)])
  }

  @Test func theDefaultsAreThePlainInterfaceAndNoPermission() throws {
    let options = try run("run", "x.lua")
    #expect(options == RunOptions(script: .file("x.lua")))
    #expect(options.interface == nil)
    #expect(options.permissionFlags.isEmpty)
  }

  @Test func flagsStandBeforeOrAfterTheFile() throws {
    let before = try run("run", "--ui=none", "--once", "--timeout", "5s", "x.lua", "--", "a")
    let after = try run("run", "x.lua", "--timeout=5s", "--once", "--ui", "none", "--", "a")
    #expect(before == after)
    #expect(before.interface == RunOptions.Interface.none && before.runsOnce)
    #expect(before.timeout == .seconds(5) && before.arguments == ["a"])
  }

  @Test func whatStandsBehindTwoDashesBelongsToTheScript() throws {
    let options = try run("run", "x.lua", "--", "--ui=none", "--", "-A", "")
    #expect(options.arguments == ["--ui=none", "--", "-A", ""])
    #expect(options.interface == nil && options.permissionFlags.isEmpty)
  }

  @Test func permissionsAddUpAndAllIsMoreThanAList() throws {
    let options = try run(
      "run", "x.lua", "--allow-read=/proc,/tmp", "--allow-read=var", "--allow-run", "--allow-run=df", "--deny-run=rm")
    let permissions = try options.permissions(scriptFolder: "/scripts", workingFolder: "/here")
    #expect(permissions[.read].allow == .only(["/proc", "/tmp", "/here/var"]))
    #expect(permissions[.run].allow.isEverything && permissions[.run].deny == .only(["rm"]))
    #expect(permissions[.read].deny == .nothing && permissions.scriptFolder == "/scripts")
    let all = try run("run", "x.lua", "-A").permissions(scriptFolder: "/", workingFolder: "/")
    #expect(Permissions.Kind.allCases.allSatisfy { all[$0].allow.isEverything })
  }

  @Test func helpAndVersionAreAsked() throws {
    #expect(try Command.parse(["--help"]) == .help(verb: nil))
    #expect(try Command.parse(["-h"]) == .help(verb: nil))
    #expect(try Command.parse(["run", "--help"]) == .help(verb: "run"))
    #expect(try Command.parse(["help"]) == .help(verb: nil))
    #expect(try Command.parse(["help", "run"]) == .help(verb: "run"))
    for words in [["help", "runn"], ["help", "run", "x.lua"]] {
      #expect(throws: Diagnostic.self) { try Command.parse(words) }
    }
    #expect(try Command.parse(["--version"]) == .version)
    #expect(try run("run", "x.lua", "--", "--help").arguments == ["--help"])
  }

  @Test func aToolReadsItsOwnWords() throws {
    var options = DemoServerOptions()
    options.port = 9000
    options.database = "x.db"
    guard case .tool(let call) = try Command.parse(["demo-server", "--port=9000", "--database", "x.db"]) else {
      throw Diagnostic(.cliUsage, "no tool")
    }
    #expect(call.verb == "demo-server" && call.options as? DemoServerOptions == options)
    #expect(try Command.parse(["demo-server"]) == Command.parse(["demo-server", "--port=8400"]))
    #expect(try Command.parse(["demo-server"]) != Command.parse(["demo-server", "--port=0"]))
    #expect(try Command.parse(["demo-server", "-h"]) == .help(verb: "demo-server"))
    #expect(complaint("demo-server", "more")?.id == .cliUsage)
    #expect(complaint("demo-server", "--prot=1")?.suggestions == ["--port"])
  }

  @Test func aMistypedFlagIsNamedWithTheNearest() throws {
    let error = try #require(complaint("run", "x.lua", "--allow-raed=/tmp"))
    #expect(error.id == .cliUnknownFlag)
    #expect(error.sentence.hasPrefix("unknown flag '--allow-raed' (did you mean '--allow-read'"))
    #expect(complaint("run", "x.lua", "--onec")?.suggestions == ["--once"])
    #expect(complaint("run", "x.lua", "--verison")?.suggestions == ["--version"])
    #expect(complaint("run", "x.lua", "--qqqqqqq")?.suggestions == [])
  }

  @Test func aMistypedVerbIsNamedWithTheNearest() throws {
    let error = try #require(complaint("rnu", "x.lua"))
    #expect(error.id == .cliUnknownVerb && error.suggestions == ["run"])
  }

  @Test(arguments: [
    [], ["run"], ["run", "a.lua", "b.lua"], ["run", "--timeout"], ["run", "x.lua", "--timeout=soon"],
    ["run", "x.lua", "--timeout", "0"], ["run", "x.lua", "--ui=web"], ["run", "x.lua", "--ui="],
    ["run", "x.lua", "--ui"],
    ["run", "x.lua", "--once=yes"], ["run", "x.lua", "--allow-read="], ["run", "x.lua", "--allow-run=,"],
    ["-e", "print(1)", "x.lua"], ["run", "-e"], ["--version", "x"], ["--once"], ["--once", "board"],
    ["run", "-", "more"], ["run", "x.lua", "-A=1"],
  ])
  func whatCannotBeUnderstoodIsAUsageError(_ words: [String]) throws {
    let error = #expect(throws: Diagnostic.self) { try Command.parse(words) }
    #expect(error?.id == .cliUsage)
  }

  @Test func aWrongChoiceOffersTheNearest() {
    #expect(complaint("run", "x.lua", "--ui=plian")?.suggestions == ["plain"])
  }
}

@Suite("Color and drawing") struct ColorChoiceTests {
  func auto(_ variables: [String: String], terminal: Bool) -> Bool {
    RunOptions.ColorChoice.auto.usesColor(isTerminal: terminal) { variables[$0] }
  }

  @Test func theFlagWinsOverTheEnvironment() {
    #expect(RunOptions.ColorChoice.always.usesColor(isTerminal: false) { _ in "1" })
    #expect(!RunOptions.ColorChoice.never.usesColor(isTerminal: true) { _ in "1" })
  }

  @Test func autoFollowsTheTerminalUnlessAVariableSaysOtherwise() {
    #expect(auto([:], terminal: true))
    #expect(!auto([:], terminal: false))
    #expect(!auto(["NO_COLOR": "1"], terminal: true))
    #expect(auto(["NO_COLOR": ""], terminal: true))
    #expect(auto(["CLICOLOR_FORCE": "1"], terminal: false))
    #expect(!auto(["CLICOLOR_FORCE": "0"], terminal: false))
    #expect(!auto(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], terminal: true))
    #expect(!auto(["TERM": "dumb"], terminal: true))
  }

  @Test func onlyALocaleOfAnotherCharsetAsksForASCII() {
    #expect(!prefersASCII { _ in nil })
    #expect(!prefersASCII { ["LANG": "de_DE.UTF-8"][$0] })
    #expect(!prefersASCII { ["LANG": "C"][$0] })
    #expect(prefersASCII { ["LANG": "de_DE.ISO-8859-1"][$0] })
    #expect(!prefersASCII { ["LANG": "de_DE.ISO-8859-1", "LC_ALL": "C.UTF-8"][$0] })
  }
}

@Suite("Help") struct HelpTextTests {
  @Test func everyFlagInHelpChangesTheOptions() throws {
    let plain = RunOptions(script: .file("x.lua"))
    for flag in RunFlags.all {
      let value: String
      switch flag.shape.argument {
      case .nothing, .optionalList: value = ""
      case .required(let placeholder): value = placeholder == "TIME" ? "5s" : "print(1)"
      case .choice(let names): value = try #require(names.last)
      }
      var changed = plain
      try flag.apply(&changed, value)
      #expect(changed != plain, "\(flag.shape.long) does nothing")
      #expect(HelpText.text(verb: nil).contains("  \(flag.shape.usage) "))
    }
  }

  @Test func helpFitsATerminalOfHundredColumns() {
    for verb in [nil] + Grammar.verbs.map({ $0.name }) {
      for line in HelpText.text(verb: verb).split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test func helpOfAVerbLeavesTheProgramsFlagsOut() {
    #expect(HelpText.text(verb: nil).contains("--version"))
    #expect(!HelpText.text(verb: "run").contains("--version"))
    #expect(HelpText.text(verb: "run").hasPrefix("usage: bindhost run FILE [-- ARGS]\n"))
  }

  @Test func noFlagIsSpelledTwice() {
    for verb in Grammar.verbs {
      let names = Grammar.names(of: verb.flagShapes)
      #expect(Set(names).count == names.count)
    }
  }
}
