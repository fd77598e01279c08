/// Work under way, and how to call it off.
package final class JobRun {
  private var call: (() -> Void)?
  private var callAndWait: ((@escaping () -> Void) -> Void)?

  package init(cancel: @escaping () -> Void) { call = cancel }

  /// - Parameter cancelAndWait: calls its argument once nothing of the work is left, such as a process; inside the call if
  ///   there is nothing to wait for.
  package init(cancelAndWait: @escaping (@escaping () -> Void) -> Void) { callAndWait = cancelAndWait }

  /// After this returns nothing of the run is heard any more.
  package func cancel() { cancel {} }

  /// The same; `body` is called once nothing of it is left.
  package func cancel(whenGone body: @escaping () -> Void) {
    let (now, later) = (call, callAndWait)
    (call, callAndWait) = (nil, nil)
    if let later { return later(body) }
    now?()
    body()
  }
}
