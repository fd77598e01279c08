/// A two-way view of another cell: what stands there is read through one function and written back through another. Lenses over
/// lenses are a chain, whose root holds the value.
package protocol Lens: DerivedCell {
  /// What it is a view of.
  var source: Cell { get }
  /// What the chain ends at.
  var root: Cell { get }
  /// Every lens of the chain can be written.
  var leadsBack: Bool { get }
  /// Some lens of the chain changes a part of what stands there.
  var needsBase: Bool { get }
  /// What it shows of a value of its source.
  func shown(of value: Value) throws(Failure) -> Value
  /// What its source has to hold for it to show the value, while that holds `base`.
  /// - Throws: `bind.read_only` where there is no function for it.
  func answer(to value: Value, over base: Value?) throws(Failure) -> Link.Answer
  /// Keeps its functions while it lives; nil where they live as long as the lens.
  func keeper() -> AnyObject?
}

extension Lens {
  package func keeper() -> AnyObject? { nil }

  /// Of what is done later.
  private var keepers: [AnyObject] { chain.compactMap { $0.keeper() } }

  /// What the chain shows of a value of its root.
  package func shownThroughAll(of whole: Value) throws(Failure) -> Value {
    var value = whole
    for lens in chain.reversed() { value = try lens.shown(of: value) }
    return value
  }

  /// From this one down to the one over the root.
  private var chain: [any Lens] {
    var chain: [any Lens] = [self]
    while let inner = chain[chain.count - 1].source as? any Lens { chain.append(inner) }
    return chain
  }

  /// The same, where nothing is computed that wants it.
  package func value(shownOf whole: Value?) -> Value? {
    guard let whole else { return nil }
    return try? computing { () throws(Failure) in try shownThroughAll(of: whole) }
  }

  /// What the root has to hold for the chain to show the value; or which lens refuses it, and why.
  private func taken(_ value: Value, over whole: Value?) throws(Failure) -> Result<Value, Diagnostic> {
    try computing { () throws(Failure) in try takenByAll(value, over: whole) }
  }

  private func takenByAll(_ value: Value, over whole: Value?) throws(Failure) -> Result<Value, Diagnostic> {
    let chain = chain
    // What each is to change a part of, from the last one on.
    var bases: [Value] = []
    if let whole {
      bases = [whole]
      for lens in chain.dropFirst().reversed() { bases.append(try lens.shown(of: bases[bases.count - 1])) }
    }
    var value = value
    for lens in chain {
      switch try lens.answer(to: value, over: bases.popLast()) {
      case .accepted(let converted): value = converted
      case .refused(let reason, let raised):
        return .failure(.invalid(value, of: lens, because: reason, raised: raised))
      }
    }
    return .success(value)
  }

  /// Why the chain would not take the value now; nil: it would. What its functions read is tracked where the caller is.
  func refusalByAll(of value: Value) throws(Failure) -> Diagnostic? {
    let base = try presentBase()
    let outcome = try engine.runPure { () throws(Failure) in try takenByAll(value, over: base) }
    if case .failure(let refusal) = outcome { return refusal }
    return nil
  }

  /// Through every lens on the way.
  package func writeThrough(_ value: Value) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    switch try taken(value, over: try presentBase()) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let whole):
      guard needsBase else { return try root.write(whole) }
      return try root.modify { [self, keepers = keepers] base throws(Failure) in
        try withExtendedLifetime(keepers) { () throws(Failure) in try accepted(value, over: base) }
      }
    }
  }

  package func modifyThrough(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    let value = try engine.result(of: change, on: try peek() ?? .nil)
    guard engine.heldOverlay != nil || isElsewhere else { return try put(value) }
    // It is applied to what its root holds by then: in an observer at the commit, of what others write too by them.
    if case .failure(let refusal) = try taken(value, over: try presentBase()) { return .refused(refusal) }
    return try root.modify { [self, keepers = keepers] base throws(Failure) in
      try withExtendedLifetime(keepers) { () throws(Failure) in
        try accepted(try change(try shownThroughAll(of: base)), over: base)
      }
    }
  }

  /// What was made of what stood there: a field of a record that is missing in it is nil, and takes no default.
  private func put(_ value: Value) throws(Failure) -> WriteOutcome {
    guard root is RecordCell, !needsBase else { return try write(value) }
    switch try taken(value, over: nil) {
    case .failure(let refusal): return .refused(refusal)
    case .success(let whole): return try root.modify { _ throws(Failure) in whole }
    }
  }

  /// What is refused changes nothing.
  package func isSettledThrough(on value: Value) throws(Failure) -> Bool {
    guard case .success(let whole) = try taken(value, over: try presentBase()) else { return true }
    return try root.isSettled(on: whole)
  }

  /// What its root holds is the truth somewhere else.
  private var isElsewhere: Bool { root.settledLeaf.map { $0.isMirrored || $0 is SourceCell } ?? false }

  private func presentBase() throws(Failure) -> Value? { needsBase ? try root.peek() : nil }

  private func accepted(_ value: Value, over base: Value) throws(Failure) -> Value {
    switch try taken(value, over: base) {
    case .success(let whole): return whole
    case .failure(let refusal): throw .diagnostic(refusal)
    }
  }

  private func computing<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try engine.unaccounted { () throws(Failure) in
      try engine.untracked { () throws(Failure) in try engine.runPure(body) }
    }
  }
}
