/// What holds for everything that loads: whether there is a network, and whether anybody looks.
package final class Surroundings {
  package private(set) var isOnline = true
  package private(set) var isHidden = false
  private var listeners: [Listener] = []

  private struct Listener {
    weak var owner: AnyObject?
    let body: () -> Void
  }

  package init() {}

  /// - Parameter owner: while it lives; it is not kept alive.
  package func listen(for owner: AnyObject, _ body: @escaping () -> Void) {
    listeners.append(Listener(owner: owner, body: body))
  }

  package func forget(_ owner: AnyObject) { listeners.removeAll { $0.owner == nil || $0.owner === owner } }

  package func change(isOnline online: Bool? = nil, isHidden hidden: Bool? = nil) {
    let before = (isOnline, isHidden)
    isOnline = online ?? isOnline
    isHidden = hidden ?? isHidden
    guard before != (isOnline, isHidden) else { return }
    for listener in listeners where listener.owner != nil { listener.body() }
  }

  /// For tests: listeners that are still there.
  package var listenerCount: Int { listeners.filter { $0.owner != nil }.count }
}
