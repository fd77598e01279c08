import BindCore
import Foundation
import TestSupport
import Testing

@testable import BindHost

@Suite("Pages of ids") struct IdentifierTests {
  @Test func everyIdHasAPageAndAnExample() {
    for id in DiagnosticID.allCases {
      let page = IdentifierPage(id: id).text
      #expect(page.hasPrefix("\(id)  (kind: "))
      #expect(page.contains("that ends in it\n  ") || page.contains("how it comes about\n  "))
      #expect(id.page.hasSuffix(".") && id.page.count > 60, "\(id)")
    }
  }

  /// What no script brings about by itself, and so no test shows. An id is added here only with a reason.
  static let sketches: [DiagnosticID: String] = [
    .hostInternal: "a fault of bindhost's own", .hostMemory: "the machine's memory",
    .httpOffline: "no network", .storeFenced: "a machine that slept",
    .storeNewerVersion: "another script was there before", .storeReadOnly: "another script was there before",
  ]

  @Test func onlyWhatNoScriptBringsAboutIsASketch() {
    for id in DiagnosticID.allCases {
      if case .sketch = id.example { #expect(Self.sketches[id] != nil, "\(id)") }
    }
  }

  /// The example of a page ends in what the page is about.
  @Test(arguments: DiagnosticID.allCases.filter { sketches[$0] == nil })
  func theExampleEndsInItsId(_ id: DiagnosticID) async throws {
    let folder = try ScratchFolder([:])
    var server: DemoServerProgram?
    defer { server?.stop() }
    var input = ""
    let arguments: [String]
    switch id.example {
    case .sketch: return
    case .script(let script):
      var text = script.description
      if text.contains("bindhost demo-server") {
        server = try DemoServerProgram()
        text = text.replacing("127.0.0.1:8400", with: "127.0.0.1:\(server?.port ?? 0)")
      }
      input = text
      // This one is about what is not allowed.
      arguments = ["run", "--ui=none", "--timeout=10s"] + (id == .hostNotPermitted ? [] : ["-A"]) + ["-"]
    case .test(let text):
      try folder.write("example_test.lua", text.description)
      arguments = ["test", "--strict"]
    case .command(let command):
      (arguments, input) = try words(of: command.description, in: folder, &server)
    }
    let run = try await BuiltProgram.bindhost.run(
      arguments, in: folder.url, input: input, environment: ["BINDHOST_STATE_DIR": folder.url.path + "/state"],
      interrupt: id == .hostInterrupted ? (SIGINT, .busy) : nil)
    let told = run.output + run.errors
    #expect(told.contains("[\(id)]") || told.contains("\(id): "), "\(told)")
  }

  /// The arguments and the input of a command as a page shows it, and what it needs: its script, and a port that is taken.
  private func words(
    of command: String, in folder: ScratchFolder, _ server: inout DemoServerProgram?
  ) throws -> (arguments: [String], input: String) {
    let parts = command.split(separator: " | ")
    var input = ""
    if parts.count == 2 {
      let echo = try #require(parts[0].hasPrefix("echo '") ? parts[0].dropFirst(6).dropLast() : nil)
      input = String(echo) + "\n"
    }
    var words = try #require(parts.last).split(separator: " ").map(String.init)
    #expect(words.removeFirst() == "bindhost")
    if words.contains("board.lua") { try folder.write("board.lua", "require 'bindhost'.sleep '1h'\n") }
    if words.first == "demo-server", let place = words.firstIndex(of: "80") {
      let taken = try DemoServerProgram()
      server = taken
      words[place] = "\(taken.port)"
    }
    return (words, input)
  }
}
