public import BindGraph

/// One observation or binding of a Swift bindable. Letting go of it ends nothing; `stop()` does.
///
/// Isolation: the thread of its bindable.
public class BindableObservation: Reaction {
  /// Runs with the cause of the change, given the observation itself; false means that the target has gone and it ends.
  @usableFromInline final let body: (BindableObservation) -> Bool
  /// Outlives every bindable and its observations; reached without a retain.
  private let owner: Unmanaged<Engine>
  final var engine: Engine { owner.takeUnretainedValue() }
  @exclusivity(unchecked) private var scope: Scope?
  /// `scopeIndex`, in half of its room.
  @exclusivity(unchecked) private var index: Int32 = -1
  @exclusivity(unchecked) public private(set) final var isStopped = false
  @exclusivity(unchecked) private(set) final var awaitsFirstDelivery = true

  package final var scopeIndex: Int {
    get { Int(index) }
    set { index = Int32(newValue) }
  }

  @usableFromInline
  init(engine: Engine, body: @escaping (BindableObservation) -> Bool) {
    owner = .passUnretained(engine)
    self.body = body
    super.init()
  }

  @usableFromInline
  final func start(on source: NodeID, initial: Bool) {
    owner._withUnsafeGuaranteedRef { start(in: $0, on: source, initial: initial) }
  }

  private func start(in engine: Engine, on source: NodeID, initial: Bool) {
    engine.checkThread()
    _ = engine.graph.makeObserver(self, input: source)
    if engine.scope !== engine.root {
      scope = engine.scope
      engine.scope.add(self)
    } else {
      engine.registered(self)
    }
    guard initial else {
      awaitsFirstDelivery = false
      return
    }
    if engine.mode == .deferred, !engine.graph.isFlushing {
      engine.overlayForWriting().deliverAtCommit(self)
    } else {
      engine.reportOverrun(engine.graph.deliverInitially(node), during: "observation")
    }
  }

  /// Of no scope and no transaction: it ends with its bindable.
  final func startForGood(on source: NodeID) {
    awaitsFirstDelivery = false
    _ = engine.graph.makeObserver(self, input: source)
  }

  public final override func deliver(in graph: Graph) {
    awaitsFirstDelivery = false
    let isAlive = owner._withUnsafeGuaranteedRef { $0.runObservation(self, cause: graph.currentCause) }
    if !isAlive { stop() }
  }

  /// No run starts after this returns. Idempotent, allowed inside itself.
  public final func stop() {
    guard !isStopped else { return }
    isStopped = true
    scope?.remove(self)
    scope = nil
    engine.graph.dispose(node)
    didStop()
  }

  /// It was not to be made.
  final func refuse() { isStopped = true }

  func didStop() {}
}

extension BindableObservation: ScopeItem, FirstDelivery {}

extension Engine {
  @inline(__always)
  func runObservation(_ observation: BindableObservation, cause: UInt32) -> Bool {
    var isAlive = true
    _ = runCallback(cause: CauseID(index: cause)) { () throws(Failure) in
      // The graph holds the observation while it is delivered to, so its closure needs no retain.
      isAlive = Unmanaged.passUnretained(observation)._withUnsafeGuaranteedRef { $0.body($0) }
    }
    return isAlive
  }
}

/// The most frequent kind has what it needs in itself, and no closure around it.
@usableFromInline
final class ValueObservation<Value>: BindableObservation {
  @usableFromInline unowned(unsafe) let bindable: Bindable<Value>
  @usableFromInline let handler: (Value) -> Void

  @usableFromInline
  init(
    of bindable: Bindable<Value>, _ handler: @escaping (Value) -> Void, body: @escaping (BindableObservation) -> Bool
  ) {
    self.bindable = bindable
    self.handler = handler
    super.init(engine: bindable.engine, body: body)
  }
}

extension Bindable {
  /// Calls the handler now, if there is a value, and after each change.
  @inlinable @discardableResult
  public func observe(initial: Bool = true, _ handler: @escaping (Value) -> Void) -> BindableObservation {
    let observation = ValueObservation(of: self, handler) {
      // Said here, where the type of the value is known, and not in a method of the class.
      let own = unsafeDowncast($0, to: ValueObservation<Value>.self)
      if let value = own.bindable.stored { own.handler(value) }
      return true
    }
    observation.start(on: ensureNode(), initial: initial)
    if !initial { beginAtCommit(observation) }
    return observation
  }

  /// The same with the value of the previous delivery; `old` is nil at the first.
  @inlinable @discardableResult
  public func observeChanges(initial: Bool = true, _ handler: @escaping (_ new: Value, _ old: Value?) -> Void)
    -> BindableObservation
  {
    var old = initial ? nil : value
    let observation = BindableObservation(engine: engine) { [unowned(unsafe) self] _ in
      guard let new = self.stored else { return true }
      let previous = old
      old = new
      handler(new, previous)
      return true
    }
    observation.start(on: ensureNode(), initial: initial)
    if !initial { beginAtCommit(observation) }
    return observation
  }

  /// The same with the value of the previous delivery, nil at the first, and why it has changed.
  @discardableResult
  public func observeChanges(
    initial: Bool = true, _ handler: @escaping (_ new: Value, _ old: Value?, _ cause: ChangeCause) -> Void
  ) -> BindableObservation {
    observeChanges(initial: initial) { [unowned engine] new, old in
      // What is delivered at first follows from no event.
      handler(new, old, ChangeCause(engine.cause, isFirst: engine.cause == .none, engine))
    }
  }

  /// Observes on behalf of an object, held weakly: when it has died, the observation is gone at the next update.
  @inlinable @discardableResult
  public func observe<Object: AnyObject>(
    for object: Object, initial: Bool = true, _ handler: @escaping (Object, Value) -> Void
  ) -> BindableObservation {
    let observation = BindableObservation(engine: engine) { [unowned(unsafe) self, weak object] _ in
      guard let object else { return false }
      if let value = self.stored { handler(object, value) }
      return true
    }
    observation.start(on: ensureNode(), initial: initial)
    if !initial { beginAtCommit(observation) }
    return observation
  }
}

extension Bindable {
  /// What the running callback or transaction has written is there for the observation already.
  @usableFromInline
  func beginAtCommit(_ observation: BindableObservation) {
    guard engine.isWatched, let pending = engine.pendingValue(of: self) else { return }
    engine.overlay?.beginAtCommit(BindableBeginning(observation, of: self, at: pending))
  }
}

/// An observation that begins with what is written where it was made.
private final class BindableBeginning<Value>: Beginning {
  private let observation: BindableObservation
  private weak var bindable: Bindable<Value>?
  private let value: Value

  init(_ observation: BindableObservation, of bindable: Bindable<Value>, at value: Value) {
    self.observation = observation
    self.bindable = bindable
    self.value = value
  }

  func beginHere() {
    guard !observation.isStopped, let bindable, let stored = bindable.stored else { return }
    // Written again since: that is news.
    if bindable.equality.compares, !bindable.equality.isSame(stored, value) { return }
    beginAgain()
  }

  func beginAgain() { if !observation.isStopped { observation.engine.graph.acknowledge(observation.node) } }
}
