import BindCore

/// A task of `bh.go` as scripts hold it: the timer that begins it, then the task itself. Its scope owns both.
final class LaterTask: ScopeItem {
  var scopeIndex = -1
  let title: String
  var item: (any ScopeItem)?

  init(_ title: String) { self.title = title }

  func stop() {
    item?.stop()
    item = nil
  }
}
