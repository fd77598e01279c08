import BindCore

/// A task of `bh.go` as scripts hold it: the timer that begins it, then the task itself. Its scope owns both.
final class LaterTask: ScopeItem {
  var scopeIndex = -1
  let title: String
  let scope: Scope
  private var isStopped = false
  /// Its first step runs.
  private var isBeginning = false
  var item: (any ScopeItem)? {
    // Its first step may have stopped it.
    didSet { if isStopped, item != nil { end() } }
  }

  init(_ title: String, in scope: Scope) {
    self.title = title
    self.scope = scope
  }

  /// It was stopped, has returned, or ended with its scope.
  var isOver: Bool { isStopped || !isBeginning && item?.scopeIndex ?? -1 < 0 }

  /// - Parameter start: runs its first step.
  func begin(_ start: () -> any ScopeItem) {
    isBeginning = true
    item = start()
    isBeginning = false
  }

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
