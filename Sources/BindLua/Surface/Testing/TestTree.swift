package import BindCore

/// The tests of one file, as it declares them.
package final class TestSuite {
  /// As `describe` was given it; empty for the file itself.
  package let name: String
  package private(set) weak var outer: TestSuite?
  package fileprivate(set) var entries: [Entry] = []
  package fileprivate(set) var before: [TestHook] = []
  package fileprivate(set) var after: [TestHook] = []

  package enum Entry {
    case suite(TestSuite)
    case test(TestCase)
  }

  package init(name: String, in outer: TestSuite?) {
    self.name = name
    self.outer = outer
  }

  /// Every test in it, in order.
  package var tests: [TestCase] {
    entries.flatMap { entry in
      switch entry {
      case .suite(let suite): suite.tests
      case .test(let test): [test]
      }
    }
  }

  /// From the file to this one.
  package var chain: [TestSuite] { (outer?.chain ?? []) + [self] }
}

/// A `before_each` or `after_each`.
package struct TestHook {
  package let function: LuaReference
  package let place: SourcePosition?
}

/// One `it`.
package final class TestCase {
  package let name: String
  /// It owns this test, and the file's suite owns it.
  package unowned let suite: TestSuite
  package let place: SourcePosition?
  /// nil where it was declared without one: it is still to be written.
  package let function: LuaReference?

  init(name: String, in suite: TestSuite, place: SourcePosition?, function: LuaReference?) {
    self.name = name
    self.suite = suite
    self.place = place
    self.function = function
  }

  /// The names of what it stands in, without the file's.
  package var suites: [String] { suite.chain.dropFirst().map(\.name) }

  /// What `--filter` looks at.
  package var fullName: String { (suites + [name]).joined(separator: " ") }

  /// What runs before it, outermost first.
  package var before: [TestHook] { suite.chain.flatMap(\.before) }

  /// What runs after it, innermost first.
  package var after: [TestHook] { suite.chain.reversed().flatMap { $0.after.reversed() } }
}

/// A file while it is read: where the next test belongs.
package final class TestReading {
  package let file = TestSuite(name: "", in: nil)
  private(set) var present: TestSuite

  package init() { present = file }

  func add(_ test: TestCase) { present.entries.append(.test(test)) }

  func add(_ hook: TestHook, before: Bool) {
    if before { present.before.append(hook) } else { present.after.append(hook) }
  }

  /// What `body` declares belongs to a suite of its own.
  func describe(_ name: String, _ body: () throws(Failure) -> Void) throws(Failure) {
    let suite = TestSuite(name: name, in: present)
    present.entries.append(.suite(suite))
    let outer = present
    present = suite
    defer { present = outer }
    try body()
  }
}
