import BindCore

/// Expectations that run something: `to_raise` calls a function, `to_become` lets time pass.
extension Surface {
  /// How long `to_become` waits unless it is told.
  private static let patience = Duration.seconds(10)

  // MARK: to_raise

  func toRaise(_ call: Call) throws(Failure) {
    let expectation = try call.receiver(ExpectationObject.self)
    guard let function = expectation.function else {
      throw wrongValue(call, "a function", try picture(of: expectation.value))
    }
    let wanted = call.has(1) ? try picture(of: call.value(1)) : nil
    let place = lua.position
    // The function may wait, so it is a task of its own.
    var outcome: Result<Value, Failure>?
    var waiting: ((Result<[Value], Failure>) -> Void)?
    let task = tasks.start(function, in: engine.scope, label: "expect(fn)", isTransaction: false) {
      [unowned self] result in
      outcome = result
      waiting?(judged(result, expectation, wanted, at: place))
    }
    if let outcome {
      if case .failure(let failure) = judged(outcome, expectation, wanted, at: place) { throw failure }
      return
    }
    guard tasks.mayWait(call) else {
      task.stop()
      throw .diagnostic(Diagnostic(.bindYield, "\(call.name): its function waits, and that is not possible here"))
    }
    try tasks.wait(in: call) { done in
      waiting = done
      return JobRun { task.stop() }
    }
  }

  private func judged(
    _ result: Result<Value, Failure>, _ expectation: ExpectationObject, _ wanted: Picture?, at place: SourcePosition?
  ) -> Result<[Value], Failure> {
    switch result {
    case .success:
      if expectation.isNegated { return .success([]) }
      let what = wanted.map { " \($0.text(limit: 120))" } ?? ""
      return .failure(
        .diagnostic(Diagnostic(.testFailed, "expected to raise\(what), and nothing was raised", at: place)))
    case .failure(.stopped(let diagnostic)): return .failure(.stopped(diagnostic))
    case .failure(let failure):
      let error = raised(failure)
      guard raises(error, wanted) == expectation.isNegated else { return .success([]) }
      var diagnostic = Finding(
        "to raise", expected: wanted, actual: error.shown, isNegated: expectation.isNegated
      ).diagnostic.located(at: place)
      if let raisedAt = error.place { diagnostic.notes.append("raised at \(raisedAt)") }
      return .failure(.diagnostic(diagnostic))
    }
  }

  private struct RaisedError {
    /// What is shown: the text, or the whole value.
    var shown: Picture
    var value: Picture
    var id: String?
    var message: String
    var place: SourcePosition?
  }

  private func raised(_ failure: Failure) -> RaisedError {
    switch failure {
    case .diagnostic(let diagnostic), .stopped(let diagnostic):
      let text = Picture.string(ByteString(diagnostic.description))
      let value = (try? lua.picture(of: .record(diagnostic.record))) ?? text
      return RaisedError(
        shown: text, value: value, id: diagnostic.id.rawValue, message: diagnostic.description,
        place: diagnostic.position)
    case .raised(let error):
      let value = (try? lua.picture(of: error.value)) ?? .nil
      var seen = value
      if let diagnostic = error.diagnostic {
        seen = .string(ByteString(diagnostic.description))
      }
      return RaisedError(
        shown: seen, value: value, id: error.diagnostic?.id.rawValue,
        message: error.diagnostic?.description ?? error.message,
        place: error.position)
    }
  }

  /// A text is a part of the message or the id; a table is these fields of the error; anything else is the value raised.
  private func raises(_ error: RaisedError, _ wanted: Picture?) -> Bool {
    switch wanted {
    case nil, .nil?: return true
    case .string(let text)?:
      return error.id == text.text || error.message.contains(text.text)
        || error.value == .string(text)
    case .table(let fields)?:
      guard case .table(let entries) = error.value else { return false }
      return fields.allSatisfy { field in
        entries.contains { entry in
          guard entry.key == field.key else { return false }
          if entry.value == field.value { return true }
          guard field.key == .string("message"), case .string(let part) = field.value,
            case .string(let whole) = entry.value
          else { return false }
          return whole.text.contains(part.text)
        }
      }
    case let other?: return error.value == other
    }
  }

  // MARK: to_become

  func toBecome(_ call: Call) throws(Failure) {
    let expectation = try call.receiver(ExpectationObject.self)
    let expected = try picture(of: try present(call.value(1)))
    let limit = try patience(call)
    let place = lua.position
    try outside(call, movesTime: true) { [unowned self] driver throws(Failure) in
      let end = world.clock.now + limit
      var actual = try current(expectation, driver)
      while actual != expected {
        guard try driver.runNext(until: end) else { break }
        actual = try current(expectation, driver)
      }
      if actual != expected {
        if end > world.clock.now { driver.sleep(for: end - world.clock.now) }
        if expectation.isNegated { return [] }
        var diagnostic = Finding(
          "to become", expected: expected, actual: actual, isNegated: false,
          notes: ["\(limit.text) have passed"] + provenance(of: expectation)
        ).diagnostic
        diagnostic.position = place
        throw .diagnostic(diagnostic)
      }
      guard expectation.isNegated else { return [] }
      throw .diagnostic(
        Finding(
          "to become", expected: expected, actual: actual, isNegated: true, notes: provenance(of: expectation)
        ).diagnostic)
    }
  }

  /// What a Ref holds or a function returns now.
  private func current(_ expectation: ExpectationObject, _ driver: any TestDriver) throws(Failure) -> Picture {
    guard let function = expectation.function else { return try picture(of: try present(expectation.value)) }
    var result: Result<Value, Failure> = .success(.nil)
    driver.turn {
      do throws(Failure) { result = .success(try lua.run(function, [], results: 1)[0]) } catch {
        result = .failure(error)
      }
    }
    switch result {
    case .success(let value): return try picture(of: try present(value))
    case .failure(let failure): throw failure
    }
  }

  /// `{within = d}`; a table arrives as it is.
  private func patience(_ call: Call) throws(Failure) -> Duration {
    guard call.has(2) else { return Self.patience }
    guard case .table(let entries) = try picture(of: call.value(2)) else {
      throw call.wrong(2, "options", expected: "table")
    }
    var limit: Duration?
    for entry in entries {
      guard entry.key == .string("within") else {
        throw .diagnostic(
          .unknownName(
            .bindUnknownOption, owner: call.name, noun: "option", name: entry.key.plain, known: ["within"]))
      }
      limit = Duration(entry.value.scalar)
      if limit == nil {
        throw .diagnostic(
          Diagnostic(
            .bindArgument, "\(call.name): option 'within': a time expected, got \(entry.value.text(limit: 60))"))
      }
    }
    return limit ?? Self.patience
  }
}

extension Picture {
  fileprivate var plain: String { if case .string(let string) = self { string.text } else { text(limit: 60) } }

  fileprivate var scalar: Value {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    default: .nil
    }
  }
}
