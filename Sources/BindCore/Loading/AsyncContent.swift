/// What is shown of something that loads: one piece of content for each state, and a way to try again.
///
/// ```swift
/// let content = AsyncContent(source: article, loading: { "…" }, failed: { error, retry in "\(error)" }) { $0.title }
/// content.appear()
/// ```
/// The load starts when it first appears, and is not wanted any more when it has disappeared. One piece of content is made
/// for each state; one that is equal to what is shown is no change, but for what has failed again. Nothing throws or waits.
/// Isolation: the thread of the source, whose engine `content` belongs to.
public final class AsyncContent<Source: LoadableObject, Content> {
  /// What is shown now, and each time it changes.
  public let content: Bindable<Content>
  private let source: Source
  private let states: Bindable<LoadingState<Source.Output>>
  private let make: (LoadingState<Source.Output>) -> Content
  /// An object may be the same and show something else.
  private let equality = holdsObjectsOnly(Content.self) ? EqualityTest<Content>.never : .standard
  /// The event that gave the source the state which is shown.
  private var shown: CauseID
  /// The source knows that it is looked at.
  private var hasCome = false
  private var observation: BindableObservation?

  /// - Parameters:
  ///   - idle: before anything was asked for; nil shows the same as while it loads.
  ///   - failed: its second argument loads again.
  public init(
    source: Source, idle: (() -> Content)? = nil, loading: @escaping () -> Content,
    failed: @escaping (_ error: any Error, _ retry: @escaping () -> Void) -> Content,
    loaded: @escaping (Source.Output) -> Content
  ) {
    let states = source.states
    (self.source, self.states) = (source, states)
    make = { [weak source, weak states] state in
      switch state {
      case .idle: idle.map { $0() } ?? loading()
      case .loading: loading()
      case .failed(let error):
        failed(error) {
          source?.load()
          states?.look(hasLoaded: true)
        }
      case .loaded(let value): loaded(value)
      }
    }
    shown = states.writtenBy
    content = Bindable(make(source.state), name: "content", equals: .never, engine: states.engine)
  }

  deinit { disappear() }

  /// It is on a screen from now on. Idempotent. In a transaction it begins with the commit, and not if that is dropped.
  public func appear() {
    guard observation?.isStopped ?? true else { return }
    observation = states.observe(initial: false) { [weak self] in self?.show($0) }
    states.engine.atCommit { [weak self] in self?.begin() }
  }

  private func begin() {
    guard let observation, !observation.isStopped, !hasCome else { return }
    hasCome = true
    // It may have changed since it was shown.
    states.look()
    if states.writtenBy != shown { show(source.state) }
    source.observerCame()
    states.look()
  }

  private func show(_ state: LoadingState<Source.Output>) {
    shown = states.writtenBy
    let made = make(state)
    if case .failed = state {} else if let present = content.stored, equality.isSame(present, made) { return }
    content.update(with: made)
  }

  /// And no more. Idempotent.
  public func disappear() {
    observation?.stop()
    observation = nil
    guard hasCome else { return }
    hasCome = false
    source.observerLeft()
  }
}
