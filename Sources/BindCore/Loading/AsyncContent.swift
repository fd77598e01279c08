/// What is shown of something that loads: one piece of content for each state, and a way to try again.
///
/// ```swift
/// let content = AsyncContent(source: article, loading: { "…" }, failed: { error, retry in "\(error)" }) { $0.title }
/// content.appear()
/// ```
/// The load starts when it first appears, and is not wanted any more when it has disappeared.
/// Isolation: the thread of the source.
public final class AsyncContent<Source: LoadableObject, Content> {
  /// What is shown now, and each time it changes.
  public let content: Bindable<Content>
  private let source: Source
  private let make: (LoadingState<Source.Output>) -> Content
  private var observation: Observation?

  /// - Parameters:
  ///   - idle: before anything was asked for; nil shows the same as while it loads.
  ///   - failed: its second argument loads again.
  public init(
    source: Source, idle: (() -> Content)? = nil, loading: @escaping () -> Content,
    failed: @escaping (_ error: any Error, _ retry: @escaping () -> Void) -> Content,
    loaded: @escaping (Source.Output) -> Content
  ) {
    self.source = source
    make = { [weak source] state in
      switch state {
      case .idle: idle.map { $0() } ?? loading()
      case .loading: loading()
      case .failed(let error): failed(error) { source?.load() }
      case .loaded(let value): loaded(value)
      }
    }
    content = Bindable(make(source.state), name: "content", equals: .never)
  }

  deinit { disappear() }

  /// It is on a screen from now on. Idempotent.
  public func appear() {
    guard observation == nil else { return }
    let make = make
    observation = source.states.observe { [weak content] state in content?.update(with: make(state)) }
    source.observerCame()
  }

  /// And no more. Idempotent.
  public func disappear() {
    guard let observation else { return }
    observation.stop()
    self.observation = nil
    source.observerLeft()
  }
}
