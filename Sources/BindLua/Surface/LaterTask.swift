import BindCore

/// A task of `bh.go` as scripts hold it: the timer that begins it, then the task itself. Its scope owns both.
final class LaterTask: ScopeItem {
  var scopeIndex = -1
  let title: String
  private var isStopped = false
  var item: (any ScopeItem)? {
    // Its first step may have stopped it.
    didSet { if isStopped, item != nil { end() } }
  }

  init(_ title: String) { self.title = title }

  func stop() {
    isStopped = true
    end()
  }

  private func end() {
    let last = item
    item = nil
    last?.stop()
  }
}
