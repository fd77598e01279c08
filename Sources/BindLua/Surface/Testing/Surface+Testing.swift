package import BindCore

/// `bh.test`: what tests say. In test files some of it are globals.
extension Surface {
  /// The module, and what of it a test file finds among its globals.
  package static let testModule = "bindhost.test"
  package static let testGlobals = ["describe", "it", "before_each", "after_each", "expect"]

  func registerTesting() throws {
    let prefix = "test"
    let kinds = try TestKinds(lua)
    testKinds = kinds
    try register(
      Self.testModule, prefix: prefix,
      testDeclarations + testWorldFunctions + testScreenFunctions + [expectFunction])
    try register(kinds.expectation, expectationMethods)
    try register(kinds.found, foundViewMethods)
    let parts = [
      ("clock", kinds.clock, testClockMethods), ("http", kinds.http, testHTTPMethods),
      ("exec", kinds.exec, testExecMethods), ("fs", kinds.files, testFileMethods),
    ]
    for (name, kind, methods) in parts {
      try register(kind, methods)
      try lua.register(.opaque(TestPart(kind: kind)), as: name, in: Self.testModule)
    }
    functionNames[prefix, default: []] += parts.map(\.0)
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
