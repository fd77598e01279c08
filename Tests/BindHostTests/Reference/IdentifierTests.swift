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
      #expect(page.contains("that ends in it\n  "))
      #expect(id.page.hasSuffix(".") && id.page.count > 60, "\(id)")
    }
  }

  static var scripts: [DiagnosticID] {
    DiagnosticID.allCases.filter { if case .script = $0.example { true } else { false } }
  }

  @Test func mostExamplesAreScripts() { #expect(Self.scripts.count > 60) }

  /// The script of a page ends in what the page is about.
  @Test(arguments: scripts) func theExampleEndsInItsId(_ id: DiagnosticID) async throws {
    guard case .script(let text) = id.example else { return }
    var flags = ["run", "--ui=none", "--timeout=10s"]
    // This one is about what is not allowed.
    if id != .hostNotPermitted { flags.append("-A") }
    let state = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: state) }
    let run = try await BuiltProgram.bindhost.run(
      flags + ["-"], input: text.description, environment: ["BINDHOST_STATE_DIR": state.path])
    #expect((run.output + run.errors).contains(id.rawValue), "\(run.output)\(run.errors)")
  }
}
