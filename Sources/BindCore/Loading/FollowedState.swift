import Observation

/// The `state` of an object as a bindable: it follows what Swift's Observation tells of it.
final class FollowedState<Object: LoadableObject>: Looking {
  private weak let object: Object?
  private weak let states: Bindable<LoadingState<Object.Output>>?
  private let mailbox: Mailbox
  /// A change was told that nobody has looked at yet. It is told before it is made, by whoever makes it.
  private let isTold = Lock(false)

  /// Itself as others may hold it. Its reference is touched on the owner's thread only.
  private final class Target: @unchecked Sendable {
    weak var follower: FollowedState?
    init(_ follower: FollowedState) { self.follower = follower }
  }

  /// The bindable keeps what follows for it.
  static func states(of object: Object, engine: Engine) -> Bindable<LoadingState<Object.Output>> {
    engine.checkThread()
    // `state` and `states` would ask each other for ever.
    precondition(engine.followedObject !== object, "bindhost: \(Object.self) has neither state nor states")
    let outer = engine.followedObject
    engine.followedObject = object
    defer { engine.followedObject = outer }
    let states = Bindable(object.state, name: "\(Object.self).state", equals: isSame, engine: engine)
    let follower = FollowedState(object, states)
    engine.keep(follower, for: states)
    follower.track()
    return states
  }

  private init(_ object: Object, _ states: Bindable<LoadingState<Object.Output>>) {
    self.object = object
    self.states = states
    mailbox = states.engine.mailbox
  }

  /// What has failed has failed again where that was told.
  private static var isSame: EqualityTest<LoadingState<Object.Output>> {
    let values = EqualityTest<Object.Output>.standard
    return .function { left, right in
      switch (left, right) {
      case (.idle, .idle), (.loading, .loading): true
      case (.loaded(let left), .loaded(let right)): values.isSame(left, right)
      default: false
      }
    }
  }

  func look(hasLoaded: Bool) {
    let isTold = isTold.withLock { isTold in
      defer { isTold = false }
      return isTold
    }
    guard let states, let state = isTold ? track() : object?.state else { return }
    if !isTold, !hasLoaded, let shown = states.value, Self.mayBeTheSame(state, shown) { return }
    states.update(with: state)
  }

  /// Nobody can compare them, and nothing was told.
  private static func mayBeTheSame(_ left: LoadingState<Object.Output>, _ right: LoadingState<Object.Output>) -> Bool {
    switch (left, right) {
    case (.failed, .failed): true
    case (.loaded(let value), .loaded): !EqualityTest<Object.Output>.standard.isSame(value, value)
    default: false
    }
  }

  /// One change is told, and then no more.
  @discardableResult
  private func track() -> LoadingState<Object.Output>? {
    guard let object else { return nil }
    // The mailbox brings it back after the change.
    return withObservationTracking {
      object.state
    } onChange: { [mailbox, isTold, target = Target(self)] in
      isTold.withLock { $0 = true }
      mailbox.post(Arrival { target.follower?.look(hasLoaded: false) })
    }
  }
}

/// Something that follows what does not tell of every change.
protocol Looking: AnyObject {
  /// - Parameter hasLoaded: it was asked to load: what has failed has failed again.
  func look(hasLoaded: Bool)
}

extension Engine {
  fileprivate func keep<Value>(_ follower: any Looking, for states: Bindable<Value>) {
    // Its end lets go of the follower.
    _ = states.ensureNode()
    followers[ObjectIdentifier(states)] = follower
  }
}

extension Bindable {
  /// Where it follows something, it does so now.
  func look(hasLoaded: Bool = false) { engine.followers[ObjectIdentifier(self)]?.look(hasLoaded: hasLoaded) }
}
