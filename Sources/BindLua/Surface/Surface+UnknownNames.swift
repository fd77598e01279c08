import BindCore

/// What a script reads or assigns on an object and what is not there: a mistyped method, or a field taken for a table's.
/// Lua would give a silent nil; here it raises `bind.unknown_method`.
extension Surface {
  func refuseUnknownNames(of kind: ObjectKind, methods: [String]) throws {
    try lua.registerMethod("__index", of: kind) { [unowned self] call in
      let failure = Failure.diagnostic(unknownName(call[1].value, kind, methods))
      guard passesOver(failure), let unknown = examination?.unknown else { throw raisable(failure) }
      // What follows from it may be no mistake.
      examination?.isGuessing = true
      call.returns(unknown)
    }
    try lua.registerMethod("__newindex", of: kind) { [unowned self] call in
      let failure = Failure.diagnostic(assignment(of: call[1].value, kind))
      if !passesOver(failure) { throw raisable(failure) }
    }
  }

  func unknownName(_ given: Value, _ kind: ObjectKind, _ methods: [String]) -> Diagnostic {
    guard case .string(let name) = given else {
      return Diagnostic(.bindUnknownMethod, "\(kind.name): a value of type \(given.typeName) is no method's name")
    }
    let shown = methods.filter { !$0.hasPrefix("__") }.sorted()
    var diagnostic = Diagnostic.unknownName(
      .bindUnknownMethod, owner: kind.name, noun: "method", name: name.text, known: shown)
    if let reached = reached(kind, by: name.text) { diagnostic.notes.insert(reached, at: 0) }
    return diagnostic
  }

  func assignment(of given: Value, _ kind: ObjectKind) -> Diagnostic {
    guard case .string(let name) = given, let word = example(kind) else {
      return Diagnostic(.bindUnknownMethod, "\(kind.name): nothing can be assigned to it")
    }
    var diagnostic = Diagnostic(
      .bindUnknownMethod, "\(kind.name): '\(name.text)' cannot be assigned",
      notes: ["write it with :set, as in \(word)(\"\(name.text)\"):set(value)"])
    diagnostic.subject = name.text
    return diagnostic
  }

  private func reached(_ kind: ObjectKind, by name: String) -> String? {
    guard let word = example(kind) else { return nil }
    let noun =
      switch kind {
      case kinds.view: "property"
      case kinds.cell, kinds.derived, kinds.sourcePlace: "field"
      default: "cell"
      }
    return "a \(noun) is reached by its path, as in \(word) \"\(name)\""
  }

  /// A word for an object of this kind in an example; nil where it has nothing to be reached by a path.
  private func example(_ kind: ObjectKind) -> String? {
    switch kind {
    case kinds.cell, kinds.derived, kinds.sourcePlace: "m"
    case kinds.view: "view"
    case kinds.job: "job"
    case kinds.handle: "handle"
    default: nil
    }
  }
}
