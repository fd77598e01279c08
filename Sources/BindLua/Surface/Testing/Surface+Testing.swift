package import BindCore

/// `bh.test`: what tests say. In test files some of it are globals.
extension Surface {
  /// The module, and what of it a test file finds among its globals.
  package static let testModule = "bindhost.test"
  package static let testGlobals = ["describe", "it", "before_each", "after_each", "expect"]

  /// What stands in the module.
  var testTable: ModuleTable {
    ModuleTable(
      module: Self.testModule, prefix: "test",
      entries: testDeclarations + testWorldFunctions + testScreenFunctions + [expectFunction])
  }

  func objectKinds(_ kinds: TestKinds) -> [KindTable] {
    [
      KindTable(kind: kinds.expectation, entries: expectationMethods),
      KindTable(kind: kinds.found, entries: foundViewMethods, hasPaths: true),
      KindTable(kind: kinds.clock, entries: testClockMethods),
      KindTable(kind: kinds.http, entries: testHTTPMethods),
      KindTable(kind: kinds.exec, entries: testExecMethods),
      KindTable(kind: kinds.files, entries: testFileMethods),
    ]
  }

  func registerTesting() throws {
    let kinds = try TestKinds(lua)
    testKinds = kinds
    try register(testTable)
    for table in objectKinds(kinds) { try register(table) }
    let parts = [("clock", kinds.clock), ("http", kinds.http), ("exec", kinds.exec), ("fs", kinds.files)]
    for (name, kind) in parts { try lua.register(.opaque(TestPart(kind: kind)), as: name, in: Self.testModule) }
    functionNames["test", default: []] += parts.map(\.0)
  }
}

extension Surface {
  /// Where no tests run, whatever is asked of `bh.test` says so. Most scripts never do, so that is all there is.
  func refuseTesting() throws {
    let kind = try lua.registerKind("bh.test")
    try lua.registerMethod("__index", of: kind) { call in
      throw Diagnostic.testOutside("bh.test.\(call[1].string?.text ?? "?")")
    }
    try lua.register(.opaque(TestPart(kind: kind)), as: "test", in: "bindhost")
  }
}

extension Diagnostic {
  package static func testOutside(_ name: String) -> Diagnostic {
    Diagnostic(
      .testOutside, "\(name) is there under `bindhost test` only",
      notes: ["tests stand in files that end with _test.lua: bindhost test FILE"])
  }
}

/// `test.clock` and its like: nothing but methods.
final class TestPart: HostObject, @unchecked Sendable {}
