// What a cell takes: types, constraints, checks, and when a value is no change.

extension LeafCell {
  package enum Acceptance {
    case accepted(Value)
    indirect case refused(Diagnostic)
  }

  /// Raises on a wrong type, refuses what the constraints refuse, and gives the value as the field holds it.
  package func accept(_ value: Value) throws(Failure) -> Acceptance {
    switch (declaration.type, value) {
    case (.integer, .integer), (.number, .number), (.boolean, .boolean), (.string, .string):
      if !declaration.hasConstraints { return .accepted(value) }
    case (.any, .integer), (.any, .number), (.any, .boolean):
      if !declaration.hasConstraints, !declaration.takesWords, checks.isEmpty { return .accepted(value) }
    default: break
    }
    return try acceptSlowly(value)
  }

  @inline(never)
  private func ask(_ value: Value) throws(Failure) {
    for check in checks { try check.body(value) }
  }

  /// Of what is written elsewhere before it stands here.
  func askChecks(_ value: Value) throws(Failure) {
    if !checks.isEmpty { try engine.untracked { () throws(Failure) in try ask(value) } }
  }

  /// What a check reads is no input of the function that writes.
  private func acceptSlowly(_ value: Value) throws(Failure) -> Acceptance {
    try engine.isTracking
      ? engine.untracked { () throws(Failure) in try acceptUntracked(value) } : acceptUntracked(value)
  }

  private func acceptUntracked(_ value: Value) throws(Failure) -> Acceptance {
    guard isSecret else { return try judge(value) }
    // Neither is what is refused told to anybody.
    engine.secrets.add(value)
    func hidden(_ diagnostic: Diagnostic) -> Diagnostic {
      var hidden = engine.secrets.hide(diagnostic)
      hidden.message = SecretWords.hide("\(value)", wholeIn: hidden.message)
      hidden.reason = hidden.reason.map { SecretWords.hide("\(value)", wholeIn: $0) }
      hidden.raised = nil
      return hidden
    }
    do throws(Failure) {
      switch try judge(value) {
      case .refused(let diagnostic): return .refused(hidden(diagnostic))
      case .accepted(let accepted):
        engine.secrets.add(accepted)
        return .accepted(accepted)
      }
    } catch {
      guard case .diagnostic(let diagnostic) = error else { throw error }
      throw .diagnostic(hidden(diagnostic))
    }
  }

  /// What it says to the value, and nobody is told; tracked where the caller is.
  func judge(_ value: Value) throws(Failure) -> Acceptance {
    var value = value
    if declaration.takesWords { value = value.asWords }
    if declaration.type != .any {
      if case .null = value { value = .nil }
      if case .nil = value {
        if declaration.isOptional { return .accepted(.nil) }
        throw Failure.wrongType(TypeMismatch(path: Path(), expected: declaration.type, found: value), of: self)
      }
      switch declaration.type.convert(value) {
      case .success(let converted): value = converted
      case .failure(let mismatch): throw Failure.wrongType(mismatch, of: self)
      }
    }
    if self is StateLeaf { try refuseObjects(in: value) }
    if !checks.isEmpty { try ask(value) }  // a loop over none would cost a retain on every write
    if declaration.check != nil, let joint = engine.jointCheck {
      if let refusal = declaration.limit(value, of: self) { return .refused(refusal) }
      joint.add(self, value)
      return .accepted(value)
    }
    return try declaration.constrain(value, of: self, engine: engine)
  }

  /// Of what only the present script can hold nothing can be kept.
  final func refuseObjects(in value: Value) throws(Failure) {
    guard let object = value.objectInside else { return }
    throw .diagnostic(
      Diagnostic(
        .bindValue, "\(name): a state holds no \(object)", notes: ["keep it in a variable or in a bh.bindable"]))
  }

  /// Something that refuses what the cell may not hold while it looks, such as a list with one key twice.
  package final class ListCheck {
    fileprivate let body: (Value) throws(Failure) -> Void
    fileprivate init(_ body: @escaping (Value) throws(Failure) -> Void) { self.body = body }
  }

  func addCheck(_ body: @escaping (Value) throws(Failure) -> Void) -> ListCheck {
    let check = ListCheck(body)
    checks.append(check)
    return check
  }

  func removeCheck(_ check: ListCheck) { checks.removeAll { $0 === check } }

  /// The same where it may be asked of having no value.
  func isSame(_ value: Value?) throws(Failure) -> Bool {
    guard let value else { return stored == nil }
    return try isSame(value)
  }

  func isSame(_ value: Value) throws(Failure) -> Bool {
    guard let stored else { return false }
    switch declaration.equality {
    case .value: return stored == value
    case .never: return false
    case .identity:
      switch (stored, value) {
      case (.list, .list), (.record, .record): return false
      default: return stored == value
      }
    case .custom(let equals): return try engine.runPure { () throws(Failure) in try equals(stored, value) }
    }
  }
}

extension FieldDeclaration {
  /// min, max, one_of and check, in this order.
  func constrain(_ value: Value, of cell: Cell, engine: Engine) throws(Failure) -> LeafCell.Acceptance {
    guard hasConstraints else { return .accepted(value) }
    if let refusal = limit(value, of: cell) { return .refused(refusal) }
    guard let check else { return .accepted(value) }
    // What it reads is not what the callback knows that writes.
    let verdict = try engine.unaccounted { () throws(Failure) in
      try engine.runPure { () throws(Failure) in try check(value) }
    }
    switch verdict {
    case .valid: return .accepted(value)
    case .invalid(let message, let raised): return .refused(.invalid(value, of: cell, because: message, raised: raised))
    case .coerced(let coerced):
      switch type.convert(coerced) {
      case .success(let converted): return limit(converted, of: cell).map { .refused($0) } ?? .accepted(converted)
      case .failure(let mismatch): throw Failure.wrongType(mismatch, of: cell)
      }
    }
  }

  /// What min, max and one_of have against the value.
  fileprivate func limit(_ value: Value, of cell: Cell) -> Diagnostic? {
    let measure: Double? =
      switch value {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      default: nil
      }
    if let minimum, let measure, !(measure >= minimum) {
      return .invalid(value, of: cell, because: "the minimum is \(Value.short(minimum))")
    }
    if let maximum, let measure, !(measure <= maximum) {
      return .invalid(value, of: cell, because: "the maximum is \(Value.short(maximum))")
    }
    if !oneOf.isEmpty, !oneOf.contains(value) {
      let choices = oneOf.map(\.description).joined(separator: ", ")
      return .invalid(value, of: cell, because: "one of \(choices) is expected")
    }
    return nil
  }
}

extension Value {
  /// A limit as a person writes it: 150, not 150.0.
  package static func short(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? text(of: number)
  }
}
