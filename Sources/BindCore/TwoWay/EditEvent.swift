/// The one event of something that a person edits.
///
/// All that it writes is one transaction, whichever properties and models are bound: one wave, and one step of a history. Each
/// binding takes or refuses its own part: what is refused stays at the object and at its binding, the rest stands.
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
  /// that is added is not called yet. In a transaction or observer it is part of that.
  public func send() {
    if handlerCount == 0 { return }
    Engine.current.edit { for handler in handlers where !handler.hasGone { handler.body() } }
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

extension Engine {
  /// An event handler is a transaction, in which nobody stands who could catch what is thrown.
  fileprivate func edit(_ body: () -> Void) {
    guard mode == .immediate else { return body() }
    do { try transaction(body) } catch { root.report(Report(error, during: "edit")) }
  }
}
