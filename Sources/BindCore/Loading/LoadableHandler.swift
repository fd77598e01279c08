/// A function behind `on_loaded` or `on_failed`: an observer of the loadable until its own scope ends.
package final class LoadableHandler: ScopeItem {
  package enum Event: Sendable {
    case loaded, failed
  }

  package var scopeIndex = -1
  let event: Event
  /// nil once it was stopped: a handle of it that is around still keeps nothing.
  private var body: ((Value) -> Void)?
  package let scope: Scope
  /// nil once it was stopped: nothing of it begins any more.
  private weak var loadable: Loadable?
  private var isObserver = false

  init(_ event: Event, of loadable: Loadable, in scope: Scope, _ body: @escaping (Value) -> Void) {
    self.event = event
    self.body = body
    self.scope = scope
    self.loadable = loadable
    scope.add(self)
  }

  /// From now on it counts.
  func begin() {
    guard let loadable else { return }
    isObserver = true
    loadable.handle { $0.observed(at: $1) }
  }

  func call(_ value: Value) { if loadable != nil { body?(value) } }

  package func stop() {
    guard let loadable else { return }
    self.loadable = nil
    body = nil
    scope.remove(self)
    loadable.leave(self, wasObserver: isObserver)
  }
}
