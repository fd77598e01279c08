public import Observation

/// A bindable as Swift's own Observation sees it: `withObservationTracking` and `Observations` hear of each change, also of
/// those that scripts make.
///
/// ```swift
/// withObservationTracking { print(user.observed.value?.name ?? "") } onChange: { … }
/// ```
/// An edge only: it tells once for each tracking, in no set order, and nothing inside is built on it. Paid from the first
/// use of `observed` on. Whoever keeps it longer than the bindable reads nil. Isolation: the thread of its bindable.
public final class ObservedValue<Value>: Observable {
  private let registrar = ObservationRegistrar()
  private weak let bindable: Bindable<Value>?

  init(_ bindable: Bindable<Value>) { self.bindable = bindable }

  /// The committed value, recorded as read by whoever tracks: what a transaction or observer has written and not committed is
  /// told when it is, or never.
  public var value: Value? {
    registrar.access(self, keyPath: \.value)
    return bindable?.committedValue
  }

  func changed() { registrar.withMutation(of: self, keyPath: \.value) {} }
}

extension Bindable {
  /// This bindable for Swift's Observation: always the same object, alive as long as the bindable.
  public var observed: ObservedValue<Value> {
    let key = ObjectIdentifier(self)
    if let known = engine.observedValues[key] as? ObservedValue<Value> { return known }
    let made = ObservedValue(self)
    engine.observedValues[key] = made
    let observation = BindableObservation(engine: engine) { [weak made] _ in
      made?.changed()
      return made != nil
    }
    observation.startForGood(on: ensureNode())
    return made
  }
}
