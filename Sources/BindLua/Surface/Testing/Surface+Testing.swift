import BindCore

/// `bh.test`: what tests say. In test files some of it are globals.
extension Surface {
  /// The module, and what of it a test file finds among its globals.
  package static let testModule = "bindhost.test"
  package static let testGlobals = ["describe", "it", "before_each", "after_each", "expect"]

  func registerTesting() throws {
    let prefix = "test"
    try register(
      Self.testModule, prefix: prefix,
      testDeclarations + testWorldFunctions + testScreenFunctions + [expectFunction])
    try register(kinds.expectation, expectationMethods)
    try register(kinds.found, foundViewMethods)
    let parts = [
      ("clock", kinds.testClock, testClockMethods), ("http", kinds.testHTTP, testHTTPMethods),
      ("exec", kinds.testExec, testExecMethods), ("fs", kinds.testFiles, testFileMethods),
    ]
    for (name, kind, methods) in parts {
      try register(kind, methods)
      try lua.register(.opaque(TestPart(kind: kind)), as: name, in: Self.testModule)
    }
    functionNames[prefix, default: []] += parts.map(\.0)
  }
}

/// `test.clock` and its like: nothing but methods.
final class TestPart: HostObject, @unchecked Sendable {}
