// When a source is asked by hand, and when it ends.

import BindGraph

extension SourceCell {
  /// As scripts ask: not from what must have no effect, and not after the end. What a callback or transaction has written
  /// is not outside before it ends well: then it is asked again, or, inside a wave, for the first time.
  package func refreshByHand() throws(Failure) {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    guard let life else { throw .disposed(self) }
    let event = engine.recordWrite(to: self)
    if engine.mode == .deferred, engine.graph.isFlushing || engine.overlay?.writesSomething ?? false {
      engine.holdRefresh(of: self, life, cause: event)
    }
    if !engine.graph.isFlushing { askOutside(because: event) }
  }

  /// The outside has changed, whatever becomes of the callback or transaction that tells of it.
  package func changedOutside() throws(Failure) {
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    if life != nil { askOutside(because: engine.recordWrite(to: self)) }
  }

  private func askOutside(because event: CauseID) {
    engine.beginOutside(by: event, during: "get of \(name)") { [weak self] in self?.refresh() }
  }

  /// It is not to be, after all.
  package func discard() { life?.stop() }
}

/// Ends what a source has under way with the scope in which the source was made.
final class SourceLife: ScopeItem {
  var scopeIndex = -1
  private let source: SourceCell
  init(_ source: SourceCell) { self.source = source }
  func stop() {
    source.scope.remove(self)
    source.end()
  }
}
