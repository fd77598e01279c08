import BindGraph

/// A bindable's pending value in an overlay.
final class BindableWrite<Value>: PendingWrite {
  private let bindable: Bindable<Value>
  /// What the enclosing transaction has written: the changes begin with that.
  private let outer: BindableWrite<Value>?
  /// The value written last, and the changes that came after it.
  @exclusivity(unchecked) private var written: Value?
  @exclusivity(unchecked) private var changes: [(inout Value) -> Void] = []
  /// The first so many changes applied, as the writing callback sees it.
  @exclusivity(unchecked) private var seenValue: Value?
  @exclusivity(unchecked) private var seenCount = 0
  /// All of them on the value of the moment, as it is applied.
  @exclusivity(unchecked) private var result: Value?
  private var touched: CauseID?
  /// Goes up with every write that is begun: changes see what those before them give, and not those after them.
  private let number: UInt64

  init(_ bindable: Bindable<Value>, over outer: BindableWrite<Value>?, cause: CauseID) {
    self.bindable = bindable
    self.outer = outer
    bindable.engine.lastWriteNumber += 1
    number = bindable.engine.lastWriteNumber
    super.init(target: bindable, cause: cause)
  }

  override var targetName: String { bindable.name }
  override var mayLose: Bool { isWrite }
  override var replaces: Bool { written != nil || outer?.replaces ?? false }

  override var canReturn: Bool { touched == nil && !Bindable<Value>.holdsObject && bindable.equality.compares }

  override func reminder() -> Reminder? {
    guard let before = bindable.stored else { return nil }
    var nodes: [NodeID] = []
    forEachNode { nodes.append($0) }
    return Reminder(nodes: nodes, places: []) { [weak bindable] in
      guard let bindable, let stored = bindable.stored else { return false }
      return bindable.equality.isSame(stored, before)
    }
  }

  /// A touch writes nothing.
  private var isWrite: Bool { written != nil || !changes.isEmpty }

  func set(_ value: Value) {
    written = value
    if !changes.isEmpty { changes = [] }
    startOver()
  }

  override func forEachNode(_ body: (NodeID) -> Void) {
    body(bindable.node)
    bindable.forEachMirror { $0.watchedNodes.forEach(body) }
  }

  func modify(_ change: @escaping (inout Value) -> Void) { changes.append(change) }
  func touch() { touched = cause }

  private func base() -> Value? { written ?? before() }
  private func before() -> Value? { if let outer { outer.value() } else { bindable.stored } }

  /// As the writing callback sees it. Each change is applied for it once.
  func value() -> Value? {
    let folded = bindable.engine.foldedWrite
    if number >= folded { return number == folded ? base() : before() }
    if changes.isEmpty { return base() }
    if let result { return result }
    if seenCount < changes.count {
      guard var value = seenCount == 0 ? base() : seenValue else { return nil }
      apply(changes[seenCount...], to: &value)
      (seenValue, seenCount) = (value, changes.count)
    }
    return seenValue
  }

  override func workOut() { if !changes.isEmpty { _ = value() } }
  override func startOver() { (seenValue, seenCount) = (nil, 0) }

  override func fold() {
    guard !changes.isEmpty, var value = base() else { return }
    apply(changes[...], to: &value)
    result = value
  }

  private func apply(_ changes: ArraySlice<(inout Value) -> Void>, to value: inout Value) {
    let engine = bindable.engine
    let outerWrite = engine.foldedWrite
    engine.foldedWrite = number
    engine.overlay?.invalidateSpeculations()
    engine.computing { for change in changes { change(&value) } }
    engine.foldedWrite = outerWrite
    engine.overlay?.invalidateSpeculations()
  }

  override func keepPast(in engine: Engine) { bindable.keepPast() }

  override func apply(in engine: Engine) {
    if isWrite {
      guard let value = value() else { return engine.reportNothingToChange(bindable.name) }
      let isSame = bindable.stored.map { bindable.equality.isSame($0, value) } ?? false
      if !isSame { return bindable.commit(value, cause: cause) }
    }
    if let touched { bindable.announceTouch(cause: touched) }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? BindableWrite<Value> else { return }
    if let value = later.written { set(value) }
    changes += later.changes
    if later.seenCount > 0, later.seenCount == later.changes.count {
      (seenValue, seenCount) = (later.seenValue, changes.count)
    }
    touched = later.touched ?? touched
    cause = later.cause
  }
}

extension Engine {
  func pendingValue<Value>(of bindable: Bindable<Value>) -> Value? {
    if watching.pointee & Watch.heldWrites != 0, !(overlay?.write(to: bindable)?.replaces ?? false) {
      logRead(of: bindable, Path())
    }
    guard watching.pointee & Watch.overlay != 0, let overlay else { return nil }
    if foldedWrite == .max { overlay.workOut() }
    return (overlay.write(to: bindable) as? BindableWrite<Value>)?.value()
  }

  /// What the running callback or transaction writes to the bindable, with a new cause.
  func pendingWrite<Value>(
    to bindable: Bindable<Value>, in overlay: Overlay, kind: CauseKind = .write
  ) -> BindableWrite<Value> {
    noteWrite(in: overlay)
    let cause = recordWrite(to: bindable.name, kind: kind)
    let write = overlay.ownWrite(to: bindable, in: graph) { BindableWrite(bindable, over: $0, cause: cause) }
    write.cause = cause
    return write
  }

  /// Runs a Swift function that computes: what it writes is refused, and what it reads is nobody's input.
  @usableFromInline
  func computing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let saved = graph.pauseTracking()
    let (outerMode, wasTracking) = (mode, watching.pointee & Watch.tracking)
    mode = .pure
    watching.pointee &= ~Watch.tracking
    defer {
      mode = outerMode
      watching.pointee |= wasTracking
      graph.resumeTracking(saved)
    }
    return try body()
  }

  /// A function runs that is to compute only, or a binding that settles: no place for what begins or ends.
  package var isComputing: Bool { mode == .pure || mode == .settling }

  /// Nothing is written: who writes is to compute only.
  func reportImpureWrite(to name: String) {
    scope.report(Report(Failure.writeInPureFunction(name), during: "write to \(name)"))
  }
}
