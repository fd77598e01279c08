import BindCore

/// `describe`, `it`, `before_each`, `after_each`: what a test file declares.
extension Surface {
  var testDeclarations: [Entry] {
    [
      Entry(
        "describe",
        """
        (name: string, fn: fn())
        A group of tests.
        > describe("profile", function() it("has a name", function() expect(name):to_equal "Ada" end) end)
        """
      ) { [unowned self] call throws(Failure) in
        let name = try call.string(1, "name").text
        let function = try call.function(2, "fn")
        let reading = try reading(call)
        try reading.describe(name) { () throws(Failure) in _ = try lua.run(function) }
      },
      Entry(
        "it",
        """
        (name: string, fn?: fn())
        A test: a task with a fresh host, a virtual clock and no outside but stubs. Without fn it is still to be written.
        """
      ) { [unowned self] call throws(Failure) in
        let name = try call.string(1, "name").text
        let function = call.has(2) ? try call.function(2, "fn") : nil
        let reading = try reading(call)
        reading.add(TestCase(name: name, in: reading.present, place: lua.position, function: function))
      },
      Entry(
        "before_each",
        """
        (fn: fn())
        Runs before each test of this group.
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        try reading(call).add(TestHook(function: function, place: lua.position), before: true)
      },
      Entry(
        "after_each",
        """
        (fn: fn())
        Runs after each test of this group, also if it has failed.
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        try reading(call).add(TestHook(function: function, place: lua.position), before: false)
      },
    ]
  }

  /// The file that is being read.
  private func reading(_ call: Call) throws(Failure) -> TestReading {
    guard let reading = try driver(call).reading else {
      throw .diagnostic(
        Diagnostic(
          .testDeclaration, "\(call.name): a test is declared inside another one",
          notes: ["tests stand side by side: what they share stands in before_each"]))
    }
    return reading
  }

  /// The runner of the present test.
  func driver(_ call: Call) throws(Failure) -> any TestDriver {
    if let testing { return testing }
    throw .diagnostic(.testOutside(call.name))
  }

  /// The runner, where a test runs and the file has been read.
  func runningDriver(_ call: Call) throws(Failure) -> any TestDriver {
    let driver = try driver(call)
    if driver.reading != nil { throw .testDeclaration(call.name) }
    return driver
  }

  /// While a test file is read, what would live on refuses to be made: each test makes its own.
  func guarded(_ entry: Entry, of prefix: String) -> Entry {
    guard testing != nil else { return entry }
    let name = "\(prefix).\(entry.name)"
    guard Self.isDeclaration(name) else { return entry }
    return entry.with { [unowned self] call throws(Failure) in
      if testing?.reading != nil { throw .testDeclaration(name) }
      try entry.body(call)
    }
  }

  /// What lives on after the call, or reaches outside.
  private static func isDeclaration(_ name: String) -> Bool {
    for module in ["ui.", "job.", "bh.http.", "bh.sql.", "bh.fs."] where name.hasPrefix(module) { return true }
    return declarations.contains(name)
  }

  private static let declarations: Set<String> = [
    "bh.model", "bh.state", "bh.open", "bh.bind", "bh.link", "bh.effect", "bh.each", "bh.scope", "bh.history",
    "bh.loadable", "bh.stream", "bh.source", "bh.show", "bh.go", "bh.after", "bh.sleep", "bh.exec", "bh.all", "bh.race",
    "bh.timeout", "bh.command", "bh.on_exit", "bh.on_close", "bh.on_error",
  ]
}

extension Failure {
  fileprivate static func testDeclaration(_ name: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .testDeclaration, "\(name) stands outside of `it` and `before_each`",
        notes: [
          "the file is read once, and each test begins with nothing: declare models, jobs and views in before_each"
        ]))
  }
}
