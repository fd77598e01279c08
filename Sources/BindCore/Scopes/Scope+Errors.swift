extension Scope {
  /// Hears of errors that nobody has caught in the callbacks of this scope and of those inside it. What it writes is a wave of its
  /// own; what it throws goes on to the scope around.
  public func onError(_ hear: @escaping (Diagnostic) throws -> Void) {
    let before = onError
    onError = { [unowned self] report throws(Failure) in
      do { try engine.inside(self) { try engine.transaction { try hear(Diagnostic(report)) } } } catch {
        throw Failure(thrown: error)
      }
    }
    engine.registered(Registration { [weak self] in self?.onError = before })
  }
}
