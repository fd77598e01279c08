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
/// Isolation: belongs to the thread of its engine, and to use it from another is a precondition failure; `arrivals` is for
/// the others.
public final class Bindable<Value> {
  @usableFromInline let engine: Engine
  @exclusivity(unchecked) @usableFromInline var stored: Value?
  /// What an update outside callbacks has to do.
  @exclusivity(unchecked) @usableFromInline var updates: BindableUpdates
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
    updates = BindableUpdates(comparingBy: equals)
  }

  @inlinable
  public convenience init(
    _ value: Value, name: String = "bindable", equals: EqualityTest<Value> = .standard, engine: Engine = .current
  ) {
    self.init(name: name, equals: equals, engine: engine)
    stored = value
  }

  deinit {
    if nameNumber != 0 { engine.releaseName(nameNumber, lastEvent: writtenBy) }
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
    assert(engine.isOnItsThread, "bindhost: read from a thread that does not own it")
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
    assert(engine.isOnItsThread, "bindhost: used from a thread that does not own it")
    guard engine.commitsAtOnce, updates == .compareBits else { return updateOtherwise(value) }
    if let stored, EqualityTest.hasSameBits(stored, value) { return }
    commitAtOnce(value)
  }

  /// Apart from `update`, for more has to be kept over these calls.
  @inlinable @inline(never)
  func updateOtherwise(_ value: Value) {
    guard engine.commitsAtOnce, updates == .compare else { return updateSlowly(value) }
    if let stored, equality.isSame(stored, value) { return }
    commitAtOnce(value)
  }

  /// Apart from `update`, so that an equal value costs a look and no more.
  @inlinable @inline(never)
  func commitAtOnce(_ value: Value) {
    if nameNumber == 0 { return commitFirst(value) }
    stored = value
    writtenBy = engine.nextCause
    commitUpdate(in: engine, of: nameNumber, node)
  }

  @inlinable @inline(never)
  func commitFirst(_ value: Value) {
    nameNumber = engine.numberOfName(name)
    commitAtOnce(value)
  }

  /// Read-modify-write in one step; held updates are applied in turn on the value of that moment. An object is changed in
  /// place and at once, which is a `touch()`, and which no rollback takes back.
  ///
  /// Where there is no value yet, nothing is changed, and that is reported (`bind.nil_hop`).
  /// - Parameters:
  ///   - change: computes only. What it writes to cells or bindables is refused, which is reported (`bind.pure`), unless the value
  ///     is an object. Inside an observer it runs where it is applied, and once more if the observer reads what it gives.
  ///   - file: the line that `why` names; of `update`, which may be a function value, none is known.
  public func modify(_ change: @escaping (inout Value) -> Void, file: StaticString = #fileID, line: UInt32 = #line) {
    engine.placing(file, line) { modifyHere(change) }
  }

  func modifyHere(_ change: @escaping (inout Value) -> Void) {
    engine.checkThread()
    if Self.holdsObject {
      if hasMirrors, isOneWithItsEnds { return engine.transactionReporting(name) { modifyInPlace(change) } }
      return modifyInPlace(change)
    }
    if let overlay = engine.heldOverlay {
      let byHand = partsByHand
      engine.pendingWrite(to: self, in: overlay).noteFunction()
      overlay.append(BindableChange(byHand?.looking(at: change) ?? change, of: self))
      byHand?.tell()
    } else if var present = value {
      engine.computing { change(&present) }
      updateSlowly(present)
      engine.settleHeld()
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
  public func touch(file: StaticString = #fileID, line: UInt32 = #line) { engine.placing(file, line) { touchHere() } }

  func touchHere() {
    engine.checkThread()
    switch engine.mode {
    case .immediate:
      announceTouch(cause: engine.recordWrite(to: name, kind: .touch))
      engine.settleReporting(name)
      engine.forgetUnsettledIfQuiet()
    case .deferred: engine.holdTouch(of: self)
    case .settling: announceTouch(cause: engine.recordWrite(to: name, kind: .touch))
    case .pure: engine.reportImpureWrite(to: name)
    }
  }
}

/// What a bindable is called that was given no name.
private let unnamedBindable = "bindable"

/// What an update outside callbacks has to do, besides storing and telling. One word for it, since it is asked each time.
@usableFromInline
enum BindableUpdates: UInt8 {
  case compareBits
  case compare
  /// Scripts see fields of the value: the engine has them.
  case mirror

  /// Those of a bindable that scripts do not see.
  @inlinable
  init<Value>(comparingBy equality: EqualityTest<Value>) {
    self = if case .bits = equality { .compareBits } else { .compare }
  }
}

/// The short way of an update, which is stored: record, mark and run.
///
/// Apart from the engine, because a call that is the last thing in its function then needs no way back to it.
@usableFromInline
func commitUpdate(in engine: Engine, of name: UInt32, _ node: NodeID) { engine.commitUpdate(of: name, node) }

extension Bindable {
  /// Scripts see fields of this value.
  var hasMirrors: Bool { updates == .mirror }

  @usableFromInline var watchedValue: Value? {
    if engine.watching.pointee & Watch.tracking != 0 { engine.graph.readSource(ensureNode()) }
    if engine.watching.pointee & Watch.looks != 0 { engine.hasNoticedRead = true }
    return engine.pendingValue(of: self) ?? stored
  }

  /// What the running callback sees, which has not asked.
  private var pending: Value? {
    guard !engine.claims.isEmpty else { return nil }
    let seen = try? engine.unaccounted { () throws(Failure) in engine.pendingValue(of: self) }
    return (seen ?? nil) ?? stored
  }

  var committedValue: Value? {
    if engine.watching.pointee & Watch.tracking != 0 { engine.graph.readSource(ensureNode()) }
    return stored
  }

  @usableFromInline
  func updateSlowly(_ value: Value) {
    engine.checkThread()
    switch engine.mode {
    case .immediate:
      if let stored, equality.isSame(stored, value) { return }
      if hasMirrors, isOneWithItsEnds { return engine.transactionReporting(name) { updateSlowly(value) } }
      let byHand = hasMirrors ? byHand(writing: value, over: stored) : nil
      commitAmongBindings(value)
      if engine.settleReporting(name) { byHand?.tell() }
    case .deferred:
      let overlay = engine.overlayForWriting()
      let byHand = hasMirrors ? byHand(writing: value, over: pending) : nil
      let write = engine.pendingWrite(to: self, in: overlay)
      write.set(value, in: overlay)
      byHand?.tell()
      engine.checkLostUpdate(of: self, by: write.cause)
    case .settling:
      if let stored, equality.isSame(stored, value) { return }
      settle(on: value)
    case .pure: engine.reportImpureWrite(to: name)
    }
  }

  /// What mirrors the value elsewhere looks at it anew.
  func announceTouch(cause: CauseID) {
    writtenBy = cause
    keepTouch()
    if let stored { forEachMirror { $0.mirror(stored, cause) } }
    if node != .none { engine.graph.touched(node, cause: cause.index) }
  }

  /// Stores and marks; runs nothing.
  func commit(_ value: Value, cause: CauseID) {
    stored = value
    writtenBy = cause
    forEachMirror { $0.mirror(value, cause) }
    if node != .none { engine.graph.changed(node, cause: cause.index) }
  }

  /// The same where bindings of scripts may make more of it, and go round.
  func commitAmongBindings(_ value: Value) {
    keepPast()
    commit(value, cause: engine.recordWrite(to: name))
    engine.forgetUnsettledIfQuiet()
  }

  /// The engine's own: stores what differs and marks; runs nothing.
  func announce(_ value: Value) {
    if let stored, equality.isSame(stored, value) { return }
    commit(value, cause: engine.recordWrite(to: name))
  }

  @usableFromInline
  func ensureNode() -> NodeID {
    if node == .none { node = engine.makeBindableNode(called: name) }
    return node
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
    if !bindableNames.isEmpty { bindableNames[node] = nil }
  }

  /// That has no cell: its name is kept for those who ask what follows from it.
  @usableFromInline
  func makeBindableNode(called name: String) -> NodeID {
    let node = graph.makeSource(nil)
    if name != unnamedBindable { bindableNames[node] = name }
    return node
  }

  func nameOfBindable(_ node: NodeID) -> String { bindableNames[node] ?? unnamedBindable }

  @usableFromInline
  func forgetMirrored(_ bindable: ObjectIdentifier) { mirrored[bindable] = nil }

  @usableFromInline
  func forgetObserved(_ bindable: ObjectIdentifier) {
    if !observedValues.isEmpty { observedValues[bindable] = nil }
    if !followers.isEmpty { followers[bindable] = nil }
  }

  @usableFromInline
  func numberOfName(_ name: String) -> UInt32 { causes.intern(holding: name) }

  /// Where the last one who has a bindable is on another thread, the name stays.
  @usableFromInline
  func releaseName(_ number: UInt32, lastEvent: CauseID) {
    if isOnItsThread { causes.release(number, lastEvent: lastEvent) }
  }

  /// The event that is recorded next.
  @usableFromInline var nextCause: CauseID { causes.next }

  @inline(__always)
  fileprivate func commitUpdate(of name: UInt32, _ node: NodeID) {
    checkThread()
    let cause = causes.record(.write, parent: cause, target: name)
    if node == .none { return }
    let settlement = graph.commit(node, cause: cause.index)
    if settlement != .settled || isStepOpen { endUpdate(settlement) }
  }

  /// Mostly there is nothing of that.
  @inline(never)
  private func endUpdate(_ settlement: Settlement) {
    closeStep(after: settlement)
    if case .overrun = settlement { root.report(Report(overrun(), during: "update")) }
  }

  func reportNothingToChange(_ name: String) {
    scope.report(Report(Diagnostic.withoutModel(name), during: "modify of \(name)"))
  }

  /// False where that went round without end, which is reported.
  @discardableResult
  func settleReporting(_ name: String) -> Bool {
    do { try settle() } catch {
      root.report(Report(error, during: "update of \(name)"))
      return false
    }
    return true
  }

  /// What the body writes is one wave.
  func transactionReporting(_ name: String, _ body: () -> Void) {
    do { try transaction(body) } catch { root.report(Report(error, during: "update of \(name)")) }
  }
}
