public import BindGraph

/// A value that can be observed and bound to: it keeps its latest value (maybe none yet) and knows nothing of its
/// consumers.
///
/// ```swift
/// let user = Bindable(User(name: "Ada"))
/// user.bind(\.name, to: label, \.text)
/// syncService.sync(then: user.update)
/// ```
/// Equal values notify nobody. An update inside an observer is held until that observer has returned.
/// Isolation: belongs to the thread whose `Engine.current` it was made with; `arrivals` is for the others.
public final class Bindable<Value> {
  @usableFromInline let engine: Engine
  @exclusivity(unchecked) @usableFromInline var stored: Value?
  /// Scripts see fields of this value: the engine has them.
  @exclusivity(unchecked) @usableFromInline var hasMirrors = false
  /// The name as causes have it; 0 before the first update.
  @exclusivity(unchecked) @usableFromInline var nameNumber: UInt32 = 0
  @usableFromInline let equality: EqualityTest<Value>
  @exclusivity(unchecked) @usableFromInline var node: NodeID = .none
  public let name: String
  /// The event that gave it its present value; none while it holds what it was made with.
  @exclusivity(unchecked) @usableFromInline var writtenBy = CauseID.none

  /// A bindable without a value: nothing is delivered until the first update.
  @inlinable
  public init(name: String = "bindable", equals: EqualityTest<Value> = .standard, engine: Engine = .current) {
    self.engine = engine
    self.equality = equals
    self.name = name
  }

  @inlinable
  public convenience init(
    _ value: Value, name: String = "bindable", equals: EqualityTest<Value> = .standard, engine: Engine = .current
  ) {
    self.init(name: name, equals: equals, engine: engine)
    stored = value
  }

  deinit {
    if hasMirrors { engine.forgetMirrored(ObjectIdentifier(self)) }
    if node != .none {
      engine.disposeBindable(node)
      engine.forgetObserved(ObjectIdentifier(self))
    }
  }

  /// Observers and bindings that are alive. A binding whose target has died counts until the next update.
  public var observerCount: Int { node == .none ? 0 : engine.graph.dependents(of: node).count }

  /// The latest value; inside a transaction or observer that has updated it, the pending one.
  @inlinable
  public var value: Value? {
    if engine.isWatched { return watchedValue }
    return stored
  }

  public var hasValue: Bool { value != nil }

  /// Stores the value and runs every observation before it returns. An equal value changes nothing.
  ///
  /// As a function value (`sync(then: user.update)`) it is the completion of a sync. An endless loop of observers that
  /// write is stopped and reported; the state of the last whole wave stands.
  @inlinable
  public func update(with value: Value) {
    if engine.commitsAtOnce, !hasMirrors {
      if let stored, equality.isSame(stored, value) { return }
      stored = value
      if nameNumber == 0 { nameNumber = engine.numberOfName(name) }
      writtenBy = engine.recordUpdate(of: nameNumber)
      if node != .none { engine.commitBindable(node, writtenBy) }
    } else {
      updateSlowly(value)
    }
  }

  /// Read-modify-write in one step; held updates are applied in turn on the value of that moment.
  ///
  /// Where there is no value yet, nothing is changed, and that is reported (`bind.nil_hop`).
  public func modify(_ change: @escaping (inout Value) -> Void) {
    if let overlay = engine.heldOverlay {
      engine.pendingWrite(to: self, in: overlay).modify(change)
    } else if var present = value {
      change(&present)
      update(with: present)
    } else {
      engine.reportNothingToChange(name)
    }
  }

  /// Why it has its present value, in words: the last update, and what led to it.
  public var why: String {
    Why(name, stored.map { "\($0)" }, writtenBy: writtenBy, in: engine).text(in: engine)
  }

  /// One wave although nothing differs: for reference types changed in place. Inside a transaction or observer it is held
  /// like a write.
  public func touch() {
    engine.checkThread()
    switch engine.mode {
    case .immediate:
      announceTouch(cause: engine.recordWrite(to: name, kind: .touch))
      engine.settleReporting(name)
    case .deferred: engine.pendingWrite(to: self, in: engine.overlayForWriting(), kind: .touch).touch()
    case .settling: announceTouch(cause: engine.recordWrite(to: name, kind: .touch))
    case .pure: preconditionFailure("\(name) was touched inside a derived function or transform")
    }
  }
}

extension Bindable {
  @usableFromInline var watchedValue: Value? {
    if engine.watching.pointee & Watch.tracking != 0 { engine.graph.readSource(ensureNode()) }
    return engine.pendingValue(of: self) ?? stored
  }

  @usableFromInline
  func updateSlowly(_ value: Value) {
    engine.checkThread()
    switch engine.mode {
    case .immediate:
      if let stored, equality.isSame(stored, value) { return }
      commit(value, cause: engine.recordWrite(to: name))
      engine.settleReporting(name)
    case .deferred: engine.pendingWrite(to: self, in: engine.overlayForWriting()).set(value)
    case .settling:
      if let stored, equality.isSame(stored, value) { return }
      commit(value, cause: engine.recordWrite(to: name))
    case .pure:
      preconditionFailure("\(name) was updated inside a derived function or transform")
    }
  }

  /// What mirrors the value elsewhere looks at it anew.
  func announceTouch(cause: CauseID) {
    writtenBy = cause
    if let stored { forEachMirror { $0.mirror(stored, cause) } }
    if node != .none { engine.graph.changed(node, cause: cause.index) }
  }

  /// Stores and marks; runs nothing.
  func commit(_ value: Value, cause: CauseID) {
    stored = value
    writtenBy = cause
    forEachMirror { $0.mirror(value, cause) }
    if node != .none { engine.graph.changed(node, cause: cause.index) }
  }

  @usableFromInline
  func ensureNode() -> NodeID {
    if node == .none { node = engine.graph.makeSource(nil) }
    return node
  }
}

// MARK: - Pending values

/// A bindable's pending value in an overlay.
final class BindableWrite<Value>: PendingWrite {
  private let bindable: Bindable<Value>
  /// What the enclosing transaction has written: the changes begin with that.
  private let outer: BindableWrite<Value>?
  /// The value written last, and the changes that came after it.
  @exclusivity(unchecked) private var written: Value?
  @exclusivity(unchecked) private var changes: [(inout Value) -> Void] = []
  private var touched: CauseID?

  init(_ bindable: Bindable<Value>, over outer: BindableWrite<Value>?, cause: CauseID) {
    self.bindable = bindable
    self.outer = outer
    super.init(target: bindable, cause: cause)
  }

  override var targetName: String { bindable.name }

  func set(_ value: Value) {
    written = value
    if !changes.isEmpty { changes = [] }
  }

  override func forEachNode(_ body: (NodeID) -> Void) {
    body(bindable.node)
    bindable.forEachMirror { $0.watchedNodes.forEach(body) }
  }

  func modify(_ change: @escaping (inout Value) -> Void) { changes.append(change) }
  func touch() { touched = cause }

  func value() -> Value? {
    guard var value = written ?? outer?.value() ?? bindable.stored else { return nil }
    for change in changes { change(&value) }
    return value
  }

  override func apply(in engine: Engine) {
    guard let value = value() else {
      if !changes.isEmpty { engine.reportNothingToChange(bindable.name) }
      return
    }
    if let stored = bindable.stored, bindable.equality.isSame(stored, value) {
      if let touched { bindable.announceTouch(cause: touched) }
      return
    }
    bindable.commit(value, cause: cause)
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? BindableWrite<Value> else { return }
    if let value = later.written { set(value) }
    changes += later.changes
    touched = later.touched ?? touched
    cause = later.cause
  }
}

extension Engine {
  /// Nothing has to be recorded or looked up: a write outside callbacks commits at once.
  @usableFromInline var commitsAtOnce: Bool { mode == .immediate }
  @usableFromInline var isWatched: Bool { watching.pointee != 0 }
  /// What runs has been called because of a `touch()`.
  @usableFromInline var isTouching: Bool { causes[cause]?.kind == .touch }

  @usableFromInline
  func disposeBindable(_ node: NodeID) {
    for dependent in graph.dependents(of: node) {
      switch graph.body(of: dependent) {
      case let observation as BindableObservation: observation.stop()
      case let binding as ViewBinding: binding.stop()
      default: break
      }
    }
    graph.dispose(node)
  }

  @usableFromInline
  func forgetMirrored(_ bindable: ObjectIdentifier) { mirrored[bindable] = nil }

  @usableFromInline
  func forgetObserved(_ bindable: ObjectIdentifier) {
    if !observedValues.isEmpty { observedValues[bindable] = nil }
  }

  @usableFromInline
  func numberOfName(_ name: String) -> UInt32 { causes.intern(name) }

  @usableFromInline
  func recordUpdate(of target: UInt32) -> CauseID { causes.record(.write, parent: cause, target: target) }

  /// The short way of an update: mark and run.
  @usableFromInline
  func commitBindable(_ node: NodeID, _ cause: CauseID) {
    let settlement = graph.commit(node, cause: cause.index)
    closeStep(after: settlement)
    if case .overrun = settlement { reportEndlessUpdate() }
  }

  @inline(never)
  private func reportEndlessUpdate() { root.report(Report(overrun(), during: "update")) }

  func reportNothingToChange(_ name: String) {
    scope.report(Report(Diagnostic.withoutModel(name), during: "modify of \(name)"))
  }

  func settleReporting(_ name: String) {
    do { try settle() } catch { root.report(Report(error, during: "update of \(name)")) }
  }

  func pendingValue<Value>(of bindable: Bindable<Value>) -> Value? {
    guard watching.pointee & Watch.overlay != 0, let overlay else { return nil }
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
}
