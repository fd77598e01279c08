import BindCore

/// `describe`, `it`, `before_each`, `after_each`: what a test file declares.
extension Surface {
  var testDeclarations: [Entry] {
    [
      Entry("describe") { [unowned self] call throws(Failure) in
        let name = try call.string(1, "name").text
        let function = try call.function(2, "fn")
        let reading = try reading(call)
        try reading.describe(name) { () throws(Failure) in _ = try lua.run(function) }
      },
      Entry("it") { [unowned self] call throws(Failure) in
        let name = try call.string(1, "name").text
        let function = call.has(2) ? try call.function(2, "fn") : nil
        let reading = try reading(call)
        reading.add(TestCase(name: name, in: reading.present, place: lua.position, function: function))
      },
      Entry("before_each") { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        try reading(call).add(TestHook(function: function, place: lua.position), before: true)
      },
      Entry("after_each") { [unowned self] call throws(Failure) in
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
  func guarded(_ body: @escaping Body, name: String) -> Body {
    guard testing != nil, Self.isDeclaration(name) else { return body }
    return { [unowned self] call throws(Failure) in
      if testing?.reading != nil { throw .testDeclaration(name) }
      try body(call)
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
