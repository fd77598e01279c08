import Observation

/// The `state` of an object as a bindable: it follows what Swift's Observation tells of it.
final class FollowedState<Object: LoadableObject>: Looking {
  private weak let object: Object?
  private weak let states: Bindable<LoadingState<Object.Output>>?
  private let mailbox: Mailbox
  /// Counts the looks: what a look has seen needs no other for the change that was told before it.
  private var looks = 0

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

  /// Of what has failed nobody knows whether it has failed again.
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

  func look() {
    guard let states, let state = track() else { return }
    states.update(with: state)
  }

  private func look(after looks: Int) { if looks == self.looks { look() } }

  @discardableResult
  private func track() -> LoadingState<Object.Output>? {
    guard let object else { return nil }
    looks += 1
    // It tells before the change: the mailbox brings it back after that.
    return withObservationTracking {
      object.state
    } onChange: { [mailbox, target = Target(self), looks] in
      mailbox.post(Arrival { target.follower?.look(after: looks) })
    }
  }
}

/// Something that follows what does not tell of every change.
protocol Looking: AnyObject {
  func look()
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
  func look() { engine.followers[ObjectIdentifier(self)]?.look() }
}
