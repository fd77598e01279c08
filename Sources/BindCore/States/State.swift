public import Observation

/// One piece of information with an owner: its value is read and changed from any thread, everybody who cares hears of each
/// change, and a store may keep it.
///
/// ```swift
/// enum AppState {
///   static let theme = State("dark", key: "theme", in: store)
/// }
/// AppState.theme ~> "light"
/// AppState.rating.modify { $0 += 1 }
/// ```
/// The lock of the state is the truth: a thread that has written reads its own write at once, and what scripts see of it
/// follows. Equal values are no change. Takes part in Swift's Observation.
///
/// It belongs to no engine: what Swift writes inside `Engine.transaction` is written at once and stands if the transaction is dropped.
/// What a script writes is committed with its transaction.
///
/// A subclass overrides `didModify()` for consequences of its own; another place to keep values is another `Store`.
open class State<Value: Codable & Sendable>: Observable, @unchecked Sendable {
  /// The truth, which other states and scripts may share.
  public let container: StateContainer
  private let registrar = ObservationRegistrar()
  /// The value that this state has, as Swift holds it, and the version it belongs to.
  private let held: Lock<Held>
  private let relay: StateRelay<Value>

  private struct Held {
    var value: Value
    var version: UInt64
  }

  /// A value that nobody keeps.
  public convenience init(_ initial: Value) {
    let shape = StateShape(initial)
    self.init(initial, in: StateContainer(shape.defaultValue, name: "\(Value.self)", shape: shape))
  }

  /// A value that a store keeps; `State(_:key:in:)` finds the container.
  /// - Parameter initial: what it is while nothing is kept.
  public init(_ initial: Value, in container: StateContainer) {
    self.container = container
    relay = StateRelay()
    let (kept, version) = container.add(relay)
    // Where it is equal, the very same object stands for it here.
    let value = (try? ValueEncoder.encode(initial)) == kept ? initial : try? ValueDecoder.decode(Value.self, from: kept)
    held = Lock(Held(value: value ?? initial, version: version))
    relay.state = self
  }

  deinit { container.remove(relay) }

  // MARK: Reading

  /// The value now. Cost: two locks; after a change from elsewhere one decoding.
  ///
  /// Reading and writing are two steps: `state.value += 1` from several threads loses updates, `modify` loses none. To set it
  /// inside a `modify` of the same state is a precondition failure.
  public var value: Value {
    get {
      registrar.access(self, keyPath: \.value)
      return present
    }
    set { modify { $0 = newValue } }
  }

  private var present: Value {
    let (kept, version) = container.current
    return held.withLock { held in
      guard held.version < version else { return held.value }
      // What does not fit is shown by nobody: the last value that did stands.
      if let value = try? ValueDecoder.decode(Value.self, from: kept) { held.value = value }
      held.version = version
      return held.value
    }
  }

  // MARK: Writing

  /// Reads, changes and writes with no other writer between: 2 000 concurrent increments give 2 000.
  ///
  /// The body runs once. Other writers wait for it; readers, the body included, see the old value meanwhile. To change the
  /// same state inside the body is a precondition failure. When it throws nothing has changed.
  ///
  /// A body may change other states. Where two threads do so crosswise, the one `b` inside a `modify` of `a` and the other `a`
  /// inside one of `b`, each waits for the other for ever: let all of them take the states in one order, or make what belongs
  /// together one state. A body that waits for another thread that writes the state waits for ever too.
  @discardableResult
  public func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var result: Result?
    try exchange { value in
      result = try body(&value)
      return false
    }
    guard let result else { preconditionFailure("the body has run") }
    return result
  }

  /// The same where other processes write the state too: if somebody else has stored another value before this change is
  /// saved, the body runs again, on that one, on a thread of the store. So increments of many machines add up.
  ///
  /// It is asked for by name: a trailing closure, `state.modify { … }`, is a body that runs once.
  @_disfavoredOverload
  public func modify(repeatable body: @escaping @Sendable (inout Value) -> Void) {
    let fallback = container.shape.defaultValue
    exchange(
      kind: .function { kept in
        guard var value = try? ValueDecoder.decode(Value.self, from: kept) else { return kept }
        body(&value)
        guard let encoded = try? ValueEncoder.encode(value) else { return kept }
        return Self.isRemoval(encoded) ? fallback : encoded
      }
    ) { value in
      body(&value)
      return false
    }
  }

  /// - Parameters:
  ///   - isByHand: `didModify()` runs already.
  ///   - body: says whether it is a change although equal.
  private func exchange(
    kind: StateStep.Kind = .values, isByHand: Bool = false, _ body: (inout Value) throws -> Bool
  ) rethrows {
    var problem: StateProblem?
    let version = try container.modify(by: .own(ObjectIdentifier(relay)), kind: kind) { kept, version in
      var value = present
      let isTouch = try body(&value)
      if container.isReadOnly {
        problem = StateProblem(.newerVersion, "\(container.name) was written by a newer version: it can be read only")
        return nil
      }
      do {
        let encoded = try ValueEncoder.encode(value)
        if Self.isRemoval(encoded) { return removal(of: kept, version, isTouch: isTouch) }
        if encoded == kept, !isTouch { return nil }
        held.withLock { $0 = Held(value: value, version: version + 1) }
        return StateContainer.New(encoded, typed: value)
      } catch {
        // It has no form that could be told to anybody or stored: it stands here, and here only.
        held.withLock { $0 = Held(value: value, version: version) }
        problem = StateProblem(.unstorable, "\(container.name) cannot be encoded: \(error)")
        return nil
      }
    }
    if let problem { container.note(problem, ofLoading: false) }
    if version != nil { changed(byHand: isByHand) }
  }

  /// A state as a whole that is nil has no entry.
  private static func isRemoval(_ encoded: BindCore.Value) -> Bool {
    encoded.isNil && Value.self is any OptionalType.Type
  }

  /// Nil was written: nothing is kept any more, and the value is the default.
  /// - Returns: nil, if that is no change.
  private func removal(of kept: BindCore.Value, _ version: UInt64, isTouch: Bool) -> StateContainer.New? {
    let fallback = container.shape.defaultValue
    if fallback == kept, container.isAbsent, !isTouch { return nil }
    guard let value = try? ValueDecoder.decode(Value.self, from: fallback) else { return nil }
    held.withLock { $0 = Held(value: value, version: version + 1) }
    return StateContainer.New(fallback, typed: value, removes: true)
  }

  /// Nothing is kept any more: the value is the default again, as it is where nil is written.
  public func remove() {
    guard !container.isReadOnly else { return }
    let gone = StateContainer.Change(container, container.shape.defaultValue, removes: true)
    if StateContainer.commit([gone], by: .own(ObjectIdentifier(relay))) != nil { changed() }
  }

  /// Runs after each change, whoever made it, on the thread that made it: one of a script on the thread of its host, one of
  /// another process on a thread of the store. Override it for consequences, and call super.
  ///
  /// Called by hand it says that an object was changed in place: that is a change like any other, also if the value is
  /// equal to the old one. The override that was called so is the consequence: it does not run once more.
  open func didModify() {
    if !StateAnnouncement.isUnderWay(of: self) { exchange(isByHand: true) { _ in true } }
  }

  fileprivate func changed(byHand isByHand: Bool = false) {
    registrar.withMutation(of: self, keyPath: \.value) {}
    if !isByHand { StateAnnouncement.make(of: self) { didModify() } }
  }

  // MARK: Listeners

  /// Tells a listener each change from now on, in order, with the value of that change, on the listener's own queue. It is
  /// held weakly: once released it is not called again and needs no removal.
  /// - Parameter latest: a listener that is slower than the changes may miss all but the newest.
  public func attach<Listener: StateListener<Value>>(listener: Listener, latest: Bool = false) {
    container.add(ListenerSink(listener, isLatestEnough: latest))
  }

  /// Listeners that are alive.
  public var listenerCount: Int { container.sinkCount { $0 is ListenerSink<Value> } }

  // MARK: The store

  /// What went wrong when the value was last read from its store; nil since it went right.
  public var loadError: StateProblem? {
    registrar.access(self, keyPath: \.loadError)
    return container.status.loadProblem
  }

  /// What went wrong when the value was last saved; nil since it went right.
  public var saveError: StateProblem? {
    registrar.access(self, keyPath: \.saveError)
    return container.status.saveProblem
  }

  /// Something is not saved yet.
  public var isPending: Bool {
    registrar.access(self, keyPath: \.isPending)
    return container.status.isPending
  }

  fileprivate func statusChanged() {
    registrar.withMutation(of: self, keyPath: \.loadError) {}
    registrar.withMutation(of: self, keyPath: \.saveError) {}
    registrar.withMutation(of: self, keyPath: \.isPending) {}
  }

  /// Waits until what stands here now is saved.
  /// - Throws: a `StateProblem`, if it could not be; it is tried again later.
  public func save() async throws {
    guard let keeper = container.keeper else { return }
    let problem = await withCheckedContinuation { continuation in
      keeper.save(container) { continuation.resume(returning: $0) }
    }
    if let problem { throw problem }
  }
}

/// Writes the value: `AppState.theme ~> "light"`.
public func ~> <Value: Codable & Sendable>(state: State<Value>, value: Value) { state.value = value }

extension StateShape {
  /// A Swift value is one leaf: its type is Swift's business.
  package init<Value: Encodable>(_ initial: Value) {
    // A default that cannot be encoded is none that anybody else could see.
    let value = (try? ValueEncoder.encode(initial)) ?? .nil
    self = .leaf(FieldType(ofDefault: value), isOptional: value.isNil, default: value)
  }
}

/// Tells a state what others did to its container.
final class StateRelay<Value: Codable & Sendable>: StateSink {
  private struct Contents {
    weak var state: State<Value>?
    var changes = 0
    var isStatusNew = false
  }

  private let contents = Lock(Contents())

  var state: State<Value>? {
    get { contents.withLock { $0.state } }
    set { contents.withLock { $0.state = newValue } }
  }

  func note(_ news: [StateNews]) {
    contents.withLock { contents in
      for one in news {
        if case .status = one.kind { contents.isStatusNew = true } else { contents.changes += 1 }
      }
    }
  }

  func deliver() {
    let (state, changes, isStatusNew) = contents.withLock { contents in
      defer { (contents.changes, contents.isStatusNew) = (0, false) }
      return (contents.state, contents.changes, contents.isStatusNew)
    }
    guard let state else { return }
    if isStatusNew { state.statusChanged() }
    for _ in 0..<changes { state.changed() }
  }

  var isEnded: Bool { false }
}

/// Which states are telling a change of theirs right now, on this thread or task: `didModify()` called from there is the
/// telling, and no change by hand.
private enum StateAnnouncement {
  @TaskLocal private static var states: [ObjectIdentifier] = []

  static func isUnderWay(of state: AnyObject) -> Bool { states.contains(ObjectIdentifier(state)) }

  static func make(of state: AnyObject, _ body: () -> Void) {
    $states.withValue(states + [ObjectIdentifier(state)], operation: body)
  }
}
