/// Any asynchronous sequence as something that can be loaded: it starts with its first observer, shows each element, and
/// ends when nobody looks any more.
///
/// ```swift
/// let prices = PublishedObject(feed.prices)
/// let observation = prices.observe { print($0) }
/// ```
/// What a transaction or observer asks for begins with its commit, and never if it is dropped; what ends there has ended. Who looks
/// no more in it and who looks from then on count together at its end: one of each, and the run goes on.
/// Elements arrive on the thread of the engine, through its inbox, each in a turn of its own. What an older run of the
/// sequence still gives changes nothing. What the sequence throws is the state `failed`, or `reloadError` where a value is
/// shown. Isolation: the thread of the engine. No method waits.
public final class PublishedObject<Output: Sendable>: LoadableObject {
  public let states: Bindable<LoadingState<Output>>
  /// True while a value is shown and a newer one is awaited.
  public let isReloading: Bindable<Bool>
  /// Why the last reload failed, although a value is shown. It stands while it is tried again, until an element has come, or
  /// the sequence has ended well.
  public private(set) var reloadError: (any Error)?

  private let engine: Engine
  private let run: @Sendable (_ tell: @escaping @Sendable (Event) -> Void) async -> Void
  private var task: Task<Void, Never>?
  /// What `cancel` gives back.
  private var stateBefore = LoadingState<Output>.idle
  private var generation = 0
  private var observers = 0

  private enum Event: Sendable {
    case element(Output)
    case ended
    case failed(any Error)
  }

  /// Itself as other threads may hold it. Its reference is touched on the owner's thread only.
  private final class Target: @unchecked Sendable {
    weak var object: PublishedObject?
    init(_ object: PublishedObject) { self.object = object }
  }

  public init<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, name: String = "published", engine: Engine = .current
  )
  where Elements.Element == Output {
    self.engine = engine
    states = Bindable(.idle, name: name, equals: .never, engine: engine)
    isReloading = Bindable(false, name: "\(name).isReloading", engine: engine)
    run = { tell in
      do {
        for try await element in elements { tell(.element(element)) }
        tell(.ended)
      } catch {
        tell(.failed(error))
      }
    }
  }

  deinit { task?.cancel() }

  /// Elements that are awaited: a run of the sequence is under way.
  public var isRunning: Bool { task != nil }

  /// Starts the sequence unless it runs.
  public func load() {
    engine.atCommit { [weak self] in if let self, task == nil { restart() } }
  }

  /// Starts the sequence anew; what is shown stays until the first element has come. While that is awaited for the first time
  /// nothing can be out of date: the run goes on.
  public func reload() {
    engine.atCommit { [weak self] in
      guard let self, task == nil || states.stored?.value != nil else { return }
      task?.cancel()
      restart()
    }
  }

  private func restart() {
    generation += 1
    let generation = generation
    let target = Target(self)
    let mailbox = engine.mailbox
    if task == nil { stateBefore = state }
    // Whoever hears of it may call it off at once.
    task = Task.detached { [run] in
      await run { event in
        mailbox.post(Arrival { target.object?.received(event, generation) })
      }
    }
    if states.value?.value == nil { states.update(with: .loading) } else { isReloading.update(with: true) }
  }

  private func received(_ event: Event, _ generation: Int) {
    guard generation == self.generation, task != nil else { return }
    switch event {
    case .element(let element):
      reloadError = nil
      isReloading.update(with: false)
      states.update(with: .loaded(element))
    case .ended: ended(states.value?.value == nil ? EmptySequence() : nil)
    case .failed(let error): ended(error)
    }
  }

  private func ended(_ error: (any Error)?) {
    task = nil
    let hasValue = states.value?.value != nil
    reloadError = hasValue ? error : nil
    isReloading.update(with: false)
    if let error, !hasValue { states.update(with: .failed(error)) }
  }

  /// Calls off what runs; what was shown before is shown again, also the error. Elements that have come stay.
  public func cancel() {
    guard task != nil else { return }
    task?.cancel()
    task = nil
    generation += 1
    // It has ended, also where the transaction is dropped that has ended it.
    engine.announceOutside(during: "cancel of \(states.name)") { [self] in
      isReloading.announce(false)
      if case .loading? = states.stored { states.announce(stateBefore) }
    }
  }

  // MARK: Observers

  public func observerCame() {
    observers += 1
    if observers == 1 { load() }
  }

  public func observerLeft() {
    observers -= 1
    // Outside of transactions and waves each call is a turn of its own.
    engine.atEndOfTurn { [weak self] in if let self, observers == 0 { cancel() } }
  }

  /// Calls the handler with the state and each that comes after it. The first one starts the sequence, the last one that
  /// stops ends it.
  public func observe(_ handler: @escaping (LoadingState<Output>) -> Void) -> Subscription {
    let subscription = Subscription(states.observe(handler), of: self)
    engine.atCommit { [weak subscription] in subscription?.begin() }
    return subscription
  }

  /// One observer. Letting go of it ends it.
  public final class Subscription {
    private let observation: BindableObservation
    private weak var object: PublishedObject?
    /// The object knows that it is there.
    private var hasCome = false

    fileprivate init(_ observation: BindableObservation, of object: PublishedObject) {
      self.observation = observation
      self.object = object
    }

    deinit { stop() }

    fileprivate func begin() {
      guard !observation.isStopped else { return }
      hasCome = true
      object?.observerCame()
    }

    /// Idempotent.
    public func stop() {
      observation.stop()
      guard hasCome else { return }
      hasCome = false
      object?.observerLeft()
    }
  }
}
