import BindCore
import Foundation
import Testing

/// C knows ids as texts, which no compiler checks.
@Suite("Ids in the sources") struct DiagnosticIDsInSourcesTests {
  static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  /// Every quoted `area.name` of an area that the catalogue has.
  func ids(in text: String) -> [String] {
    let areas = Set(DiagnosticID.allCases.compactMap { $0.rawValue.split(separator: ".").first })
    return text.split(separator: "\"").filter { word in
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, areas.contains(parts[0]), !parts[1].isEmpty else { return false }
      return parts[1].allSatisfy { $0 == "_" || ("a"..."z").contains($0) }
    }.map(String.init)
  }

  @Test func everyIdThatCNamesIsInTheCatalogue() throws {
    var found: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    where name.hasSuffix(".c") || name.hasSuffix(".h") {
      found.formUnion(ids(in: try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)))
    }
    #expect(found.contains("bind.yield"), "the search must find what is there")
    let unknown = found.filter { DiagnosticID(rawValue: $0) == nil }
    #expect(unknown.isEmpty)
  }

  @Test func everyIdIsRaisedSomewhere() throws {
    var text = ""
    for name in try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    where [".swift", ".c", ".h"].contains(where: name.hasSuffix) && !name.contains("Diagnostics/DiagnosticID") {
      text += try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)
    }
    let lowercased = text.lowercased()
    // `bind.nil_hop` is written `.bindNilHop` in Swift and "bind.nil_hop" in C.
    let unused = DiagnosticID.allCases.filter { id in
      let swiftName = id.rawValue.filter { $0 != "." && $0 != "_" }
      return !text.contains("\"\(id.rawValue)\"") && !lowercased.contains(".\(swiftName)")
    }
    #expect(unused.isEmpty)
  }

  @Test func theSearchFindsIdsAndNothingElse() {
    #expect(
      ids(in: #"raise(L, "bind.cycle"); f("bind.nonsense"); g("file.c", "bind.h2", "bind", "a.b")"#)
        == ["bind.cycle", "bind.nonsense", "file.c"])
  }
}
