import BindGraph

/// A bindable's pending value in an overlay.
final class BindableWrite<Value>: PendingWrite {
  private let bindable: Bindable<Value>
  /// What the enclosing transaction has written: the changes begin with that.
  private let outer: BindableWrite<Value>?
  /// What its writer sees, as far as the log of the overlay is performed; nil: what there was before.
  @exclusivity(unchecked) private var present: Value?
  /// The same where the log begins.
  @exclusivity(unchecked) private var first: Value?
  /// A touch writes nothing.
  @exclusivity(unchecked) private var isWrite = false
  @exclusivity(unchecked) private var hasPlainValue = false
  @exclusivity(unchecked) private var touched: CauseID?

  init(_ bindable: Bindable<Value>, over outer: BindableWrite<Value>?, cause: CauseID) {
    self.bindable = bindable
    self.outer = outer
    super.init(target: bindable, cause: cause)
  }

  override var targetName: String { bindable.name }
  override var mayLose: Bool { isWrite }
  override var replaces: Bool { hasPlainValue || outer?.replaces ?? false }

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

  /// A plain value, behind what was written before.
  func set(_ value: Value, in overlay: Overlay) {
    (isWrite, hasPlainValue) = (true, true)
    guard let log = overlay.log else { return put(value) }
    log.append(BindableAssignment(value, to: bindable), isPerformed: true)
    if log.isPerformed { put(value) }
  }

  /// A function, likewise, which is in the log.
  func noteFunction() { isWrite = true }
  /// Its writer sees this from now on.
  func put(_ value: Value) { present = value }

  override func forEachNode(_ body: (NodeID) -> Void) {
    body(bindable.node)
    bindable.forEachMirror { $0.watchedNodes.forEach(body) }
  }

  func touch() { touched = cause }

  /// As the writing callback sees it.
  func value() -> Value? { present ?? (outer.map { $0.value() } ?? bindable.stored) }

  override var beginning: HeldOperation? { first.map { BindableAssignment($0, to: bindable) } }
  override func beginLog() { first = present }
  override func joinLog(isPerformed: Bool) {
    first = nil
    if !isPerformed { present = nil }
  }
  override func startOver() { present = first }

  override func keepPast(in engine: Engine) { bindable.keepPast() }

  override func apply(in engine: Engine) {
    if isWrite {
      guard let value = value() else { return engine.reportNothingToChange(bindable.name) }
      let isSame = bindable.stored.map { bindable.equality.isSame($0, value) } ?? false
      if isSame { return }
      touched = nil
      bindable.commit(value, cause: cause)
    }
  }

  override func tellTouch(in engine: Engine) {
    if let touched { bindable.announceTouch(cause: touched) }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? BindableWrite<Value> else { return }
    if later.isWrite {
      (present, isWrite) = (later.present ?? present, true)
      hasPlainValue = hasPlainValue || later.hasPlainValue
    }
    touched = later.touched ?? touched
    cause = later.cause
  }
}

extension Overlay {
  fileprivate func bindableWrite<Value>(to bindable: Bindable<Value>) -> BindableWrite<Value>? {
    ownWrite(to: bindable) as? BindableWrite<Value>
  }
}

/// A value that a callback writes to a bindable behind functions.
private final class BindableAssignment<Value>: HeldOperation {
  private let bindable: Bindable<Value>
  private let value: Value

  init(_ value: Value, to bindable: Bindable<Value>) {
    (self.bindable, self.value) = (bindable, value)
  }

  override var target: AnyObject { bindable }

  override func replaces(_ earlier: HeldOperation) -> Bool {
    (earlier as? BindableAssignment<Value>)?.bindable === bindable
  }

  override func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) {
    overlay.bindableWrite(to: bindable)?.put(value)
  }
}

/// What a callback makes of a bindable's value. Where it has none, nothing: that is reported when it is applied.
final class BindableChange<Value>: HeldOperation {
  private let bindable: Bindable<Value>
  private let function: (inout Value) -> Void

  init(_ function: @escaping (inout Value) -> Void, of bindable: Bindable<Value>) {
    (self.bindable, self.function) = (bindable, function)
  }

  override var target: AnyObject { bindable }

  override func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) {
    guard let write = overlay.bindableWrite(to: bindable), var value = write.value() else { return }
    engine.computing { function(&value) }
    write.put(value)
  }
}

extension Engine {
  func pendingValue<Value>(of bindable: Bindable<Value>) -> Value? {
    if watching.pointee & Watch.heldWrites != 0, !(overlay?.write(to: bindable)?.replaces ?? false) {
      logRead(of: bindable, Path())
    }
    guard watching.pointee & Watch.overlay != 0, let overlay else { return nil }
    overlay.bringUpToDate(in: self)
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

  func holdTouch<Value>(of bindable: Bindable<Value>) {
    let overlay = overlayForWriting()
    overlay.hasTouches = true
    pendingWrite(to: bindable, in: overlay, kind: .touch).touch()
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
