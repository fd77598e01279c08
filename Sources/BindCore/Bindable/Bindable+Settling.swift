import BindGraph

// A bindable among bindings that settle: they may put back what they have written, or go round.

/// The value, the event that had written it, and the version that observers have seen.
private final class Past<Value>: PastOfBindable {
  private let bindable: Bindable<Value>
  let stored: Value?
  private let writtenBy: CauseID
  /// The newest one at which it held that value.
  var version: UInt32

  init(_ bindable: Bindable<Value>) {
    self.bindable = bindable
    stored = bindable.stored
    writtenBy = bindable.writtenBy
    version = bindable.engine.graph.version(of: bindable.node) ?? 0
  }

  override var subject: AnyObject { bindable }

  override func takeBack() {
    if let stored { return bindable.commit(stored, cause: writtenBy) }
    bindable.stored = nil
    bindable.writtenBy = writtenBy
    if bindable.node != .none { bindable.engine.graph.changed(bindable.node, cause: writtenBy.index) }
  }
}

extension Bindable {
  /// It is about to be written: bindings of scripts may go round for it.
  func keepPast() {
    guard engine.graph.settlerCount != 0 else { return }
    engine.keepVersion(of: node)
    forEachMirror { engine.keepPast(of: $0) }
    engine.keepPast(Past(self))
  }

  /// It is touched: what bindings put back later in the wave is no reason not to tell.
  func keepTouch() { if engine.graph.settlerCount != 0 { engine.keepTouch(of: self) } }

  /// A binding writes it. Where that puts back what was there before the wave, nothing has happened for observers.
  func settle(on value: Value) {
    let past = engine.firstPast(of: self) as? Past<Value>
    commitAmongBindings(value)
    guard let past, let before = past.stored, equality.isSame(before, value) else { return }
    engine.graph.takeBack(node, to: past.version)
    past.version = engine.graph.version(of: node) ?? past.version
  }
}

extension Engine {
  fileprivate func keepPast(_ past: PastOfBindable) {
    graph.keepsPast = true
    unsettledPast.append(past)
  }

  fileprivate func keepTouch(of bindable: AnyObject) {
    graph.keepsPast = true
    unsettledPast.touched.insert(ObjectIdentifier(bindable))
  }

  /// What it was before the wave; nil where it is written for the first time, and where it is news all the same.
  fileprivate func firstPast(of bindable: AnyObject) -> PastOfBindable? {
    if unsettledPast.hasStanding || unsettledPast.touched.contains(ObjectIdentifier(bindable)) { return nil }
    return unsettledPast.first(of: bindable)
  }
}
