import BindCore

/// `expect(v):to_equal(w)` and its like. What does not hold raises `test.failed` at the line of the expectation.
extension Surface {
  var expectFunction: Entry {
    Entry(
      "expect", whole: true,
      """
      (value: any) -> expect
      What is to hold of a value; of a Ref, its present value.
      > expect(user "name"):to_equal "Ada"
      """
    ) { [unowned self] call throws(Failure) in
      _ = try driver(call)
      call.reply(ExpectationObject(call.value(1), isNegated: false, kind: testKinds.expectation))
    }
  }

  var expectationMethods: [Entry] {
    [
      Entry(
        "never",
        """
        () -> expect
        What follows is not to hold.
        """
      ) { [unowned self] call throws(Failure) in
        let expectation = try call.receiver(ExpectationObject.self)
        call.reply(
          ExpectationObject(expectation.value, isNegated: !expectation.isNegated, kind: testKinds.expectation))
      },
      Entry(
        "to_equal", whole: true,
        """
        (value: any)
        It is equal; tables by what they hold.
        """
      ) { [unowned self] call throws(Failure) in
        let expectation = try call.receiver(ExpectationObject.self)
        let expected = try picture(of: try present(call.value(1)))
        let actual = try actual(expectation)
        try settle(expectation, actual == expected, "", expected, actual)
      },
      Entry(
        "to_be", whole: true,
        """
        (value: any)
        It is the same; tables by identity.
        """
      ) { [unowned self] call throws(Failure) in
        let expectation = try call.receiver(ExpectationObject.self)
        let expected = call.value(1)
        let isObject = if case .opaque = expected { expectation.cell != nil } else { false }
        let value = isObject ? expectation.value : try present(expectation.value)
        let same = Self.isSame(value, expected)
        let (left, right) = (try picture(of: value), try picture(of: expected))
        let notes = !same && left == right ? ["they are equal, but not the same table"] : []
        try settle(expectation, same, same || left != right ? "" : "to be the same", right, left, notes)
      },
      Entry(
        "to_contain", whole: true,
        """
        (value: any)
        A text, or a list, has this in it.
        """
      ) { [unowned self] call throws(Failure) in
        let expectation = try call.receiver(ExpectationObject.self)
        let part = try picture(of: try present(call.value(1)))
        let actual = try actual(expectation)
        try settle(expectation, try contains(actual, part, call), "to contain", part, actual)
      },
      Entry(
        "to_match",
        """
        (pattern: string)
        A text matches a pattern of Lua.
        """
      ) { [unowned self] call throws(Failure) in
        let expectation = try call.receiver(ExpectationObject.self)
        let pattern = try call.string(1, "pattern")
        let value = try present(expectation.value)
        guard case .string(let text) = value.asWords else {
          throw wrongValue(call, "a string", try picture(of: value))
        }
        let found = try lua.run(try stringFind(), [.string(text), .string(pattern)], results: 1)[0]
        try settle(
          expectation, !found.isNil, "to match", .string(pattern), try picture(of: value))
      },
      Entry(
        "to_be_near",
        """
        (value: number, options?)
        A number is close to this one.
        - within: number. How far it may be away.
        """
      ) { [unowned self] call throws(Failure) in
        let expectation = try call.receiver(ExpectationObject.self)
        guard let expected = call.argument(1).number else { throw call.wrong(1, "value", expected: "number") }
        let given = try tolerance(call)
        let actual = try actual(expectation)
        guard let number = actual.numberValue else { throw wrongValue(call, "a number", actual) }
        let tolerance = given ?? 1e-6 * max(1, abs(expected))
        let distance = abs(number - expected)
        try settle(
          expectation, distance <= tolerance, "to be near", .number(expected), actual,
          ["the distance is \(Value.text(of: distance)), \(Value.text(of: tolerance)) is allowed"])
      },
      Entry(
        "to_raise", whole: true,
        """
        (value?: any)
        A function raises; an error with this id, or whose text has this in it.
        """
      ) { [unowned self] call throws(Failure) in try toRaise(call) },
      Entry(
        "to_become", whole: true,
        """
        (value: any, options?)
        A Ref becomes this while time goes on.
        - within: time. How long it may take.
        """
      ) { [unowned self] call throws(Failure) in try toBecome(call) },
    ]
  }

  // MARK: Values

  /// A Ref stands for its value.
  func present(_ value: Value) throws(Failure) -> Value {
    if case .opaque(let opaque) = value, let object = opaque as? CellObject { return try object.cell.peek() ?? .nil }
    return value
  }

  func picture(of value: Value) throws(Failure) -> Picture {
    do { return try lua.picture(of: value) } catch { throw Failure(error) }
  }

  private func actual(_ expectation: ExpectationObject) throws(Failure) -> Picture {
    try picture(of: try present(expectation.value))
  }

  /// As Lua's `==` without metamethods.
  private static func isSame(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.opaque(let left), .opaque(let right)): left.isIdentical(to: right)
    case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
      Double(left) == right && Int64(exactly: right) == left
    case (.number(let left), .number(let right)): left == right
    case (.list, _), (.record, _): false
    default: one == other
    }
  }

  /// Raises unless it holds.
  func settle(
    _ expectation: ExpectationObject, _ holds: Bool, _ relation: String, _ expected: Picture?, _ actual: Picture,
    _ notes: [String] = []
  ) throws(Failure) {
    guard holds == expectation.isNegated else { return }
    let finding = Finding(
      relation, expected: expected, actual: actual, isNegated: expectation.isNegated,
      notes: notes + provenance(of: expectation))
    throw .diagnostic(engine.secrets.hide(finding.diagnostic))
  }

  /// What led to the value of a Ref.
  func provenance(of expectation: ExpectationObject) -> [String] {
    guard let cell = expectation.cell else { return [] }
    return cell.why.text(in: engine).split(separator: "\n").map { line in
      line.hasPrefix("  = ") ? String(line.dropFirst(4)) : String(line)
    }
  }

  func wrongValue(_ call: Call, _ expected: String, _ found: Picture) -> Failure {
    .diagnostic(
      Diagnostic(
        .testFailed, "\(call.name): the value is \(found.text(limit: 80)): \(expected) expected, got \(found.typeName)")
    )
  }

  // MARK: Parts

  /// A text holds another one, a list an element, a record these fields.
  private func contains(_ whole: Picture, _ part: Picture, _ call: Call) throws(Failure) -> Bool {
    switch (whole, part) {
    case (.string(let text), .string(let piece)):
      return piece.bytes.isEmpty || text.bytes.firstRange(of: piece.bytes) != nil
    case (.string, _): throw call.wrong(1, "value", expected: "string")
    case (.table(let entries), _):
      if entries.contains(where: { $0.value == part }) { return true }
      guard case .table(let wanted) = part, !wanted.isEmpty, wanted.allSatisfy(\.key.isName) else { return false }
      return wanted.allSatisfy { field in entries.contains { $0 == field } }
    default: throw wrongValue(call, "a string or a table", whole)
    }
  }

  func stringFind() throws(Failure) -> LuaReference {
    if let known = knownStringFind { return known }
    do {
      let chunk = try lua.load("return string.find", name: "=bindhost")
      let result = try lua.call(chunk, [], results: 1)
      guard case .opaque(let opaque)? = result.first, let function = opaque as? LuaReference else {
        throw Failure.diagnostic(Diagnostic(.hostInternal, "string.find is no function"))
      }
      knownStringFind = function
      return function
    } catch let failure as LuaFailure { throw Failure(failure) } catch { throw Engine.failure(error) }
  }

  /// A number, or `{within = number}`.
  private func tolerance(_ call: Call) throws(Failure) -> Double? {
    guard call.has(2) else { return nil }
    if let number = call.argument(2).number { return abs(number) }
    return try call.options(2).number("within")
  }
}

extension Picture {
  var numberValue: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  var isName: Bool { if case .string = self { true } else { false } }
}
