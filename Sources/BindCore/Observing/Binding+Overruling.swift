import BindGraph

// What a person gives at the target of a one-way binding, where something else stands between that and the source.

extension Binding {
  /// Puts something else at the target, which stands until `followAgain`.
  package final func overrule(with value: Value) throws(Failure) {
    isOverruled = true
    setStatus(.ok)
    _ = try put(value, at: target)
  }

  /// The target shows what the source says again.
  package final func followAgain() {
    guard isOverruled else { return }
    isOverruled = false
    if !isStopped, hasTarget { _ = deliverAgain() }
  }

  /// The target follows again from the next change of the source on.
  package final func followLater() { isOverruled = false }

  /// Why the source would not take the input, whose write is tried and dropped; nil: it would.
  package final func refusal(of input: Value) throws(Failure) -> Diagnostic? {
    guard source.isWritable else { return nil }
    var refusal: Diagnostic?
    try engine.trying { () throws(Failure) in
      if case .refused(let diagnostic) = try write(input, to: source, isInput: true) { refusal = diagnostic }
    }
    return refusal
  }

  /// Input that was refused stands at the target with its reason, until the source says something else.
  package final func show(refused input: Value, as status: Status, because diagnostic: Diagnostic) throws(Failure) {
    _ = try put(input, at: target)
    refuse(input, status, diagnostic)
  }
}

extension Engine {
  /// What is written inside a transaction that is dropped.
  fileprivate func trying(_ body: () throws(Failure) -> Void) throws(Failure) {
    struct Dropped: Error {}
    do {
      try transaction {
        try body()
        throw Dropped()
      }
    } catch is Dropped {
      return
    } catch {
      throw Engine.failure(error)
    }
  }
}
