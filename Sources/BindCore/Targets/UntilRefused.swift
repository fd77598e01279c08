import BindGraph

/// What was written by hand to a source after the end of who had something there: it stands until the source refuses it.
final class UntilRefused {
  private let target: Cell
  private unowned let source: SourceCell
  private let binding: Binding
  /// What was there without the binding.
  private let before: Displaced
  /// Who has come after the binding.
  private let next: Binding?
  /// What stands there if it is refused, and nobody has written it since.
  private let left: Value?

  fileprivate init(at target: Cell, of source: SourceCell, after binding: Binding, or before: Displaced, next: Binding?)
  {
    (self.target, self.source, self.binding, self.before, self.next) = (target, source, binding, before, next)
    left = target.part(in: source.comingBeforeNewest, of: source)
  }

  fileprivate func wait() { source.whenAnswered { [self] stands in if !stands { refused() } } }

  private func refused() {
    guard target.part(in: source.coming, of: source) == left else {
      // What was written since may be refused too.
      if source.hasWritesUnderWay { wait() }
      return
    }
    let engine = target.engine
    engine.announceOutside(during: binding.title) { [self] in
      engine.claims(on: target).end(binding, or: before, next: next)
      engine.unclaim(target)
    }
  }
}

extension TargetClaims {
  /// What was written by hand after the end of the holder stands, unless a source refuses it later: then it is as if the holder had ended alone.
  /// - Parameter before: what is there without the holder.
  func standUntilRefused(after binding: Binding, or before: Displaced?) {
    guard let before, let source = target.settledLeaf as? SourceCell, source.hasWritesUnderWay else { return }
    UntilRefused(at: target, of: source, after: binding, or: before, next: writer).wait()
  }
}
