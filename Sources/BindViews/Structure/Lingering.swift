import BindCore

/// A loadable that is held a little longer than it is looked at. It ends with the loadable's scope: no timer stays behind.
final class Lingering: ScopeItem {
  package var scopeIndex = -1
  private let loadable: Loadable
  private var timer: (any Token)?

  /// - Parameter name: of the view that looked.
  @discardableResult
  init(_ loadable: Loadable, for time: Duration, after name: String, clock: any WorldClock) {
    self.loadable = loadable
    loadable.scope.add(self)
    loadable.observed(true)
    timer = clock.schedule(after: time, label: "linger of \(name)") { [self] in
      timer = nil
      loadable.scope.remove(self)
      if !loadable.machine.isClosed { loadable.observed(false) }
    }
  }

  package func stop() {
    timer?.cancel()
    timer = nil
  }
}
