/// The one event of something that a person edits.
///
/// Isolation: the thread of the models that it is bound to.
public final class EditEvent {
  /// Those that have gone leave a gap until half of them are gaps.
  private var handlers: [Handler] = []
  private var gaps = 0

  /// One that hears of it.
  final class Handler {
    fileprivate let body: () -> Void
    fileprivate var hasGone = false

    fileprivate init(_ body: @escaping () -> Void) { self.body = body }
  }

  public init() {}

  /// Calls every handler in the order in which they were added. One that is removed meanwhile is not called any more, and one
  /// that is added is not called yet.
  public func send() {
    for handler in handlers where !handler.hasGone { handler.body() }
  }

  func add(_ body: @escaping () -> Void) -> Handler {
    let handler = Handler(body)
    handlers.append(handler)
    return handler
  }

  /// - Parameter handler: of this event, and there still.
  func remove(_ handler: Handler) {
    handler.hasGone = true
    gaps += 1
    guard gaps > handlers.count / 2 else { return }
    handlers.removeAll(where: \.hasGone)
    gaps = 0
  }

  /// Bindings that listen.
  public var handlerCount: Int { handlers.count - gaps }
}
