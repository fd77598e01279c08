import BindCore
import BindViews

/// `on_press`, `commit` and the like: each call is a task, in the scope in which the view was made.
final class LuaViewAction: ViewAction {
  private let function: LuaReference
  private let label: String
  private let scope: Scope
  private unowned(unsafe) let surface: Surface

  init(_ function: LuaReference, label: String, in scope: Scope, surface: Surface) {
    self.function = function
    self.label = label
    self.scope = scope
    self.surface = surface
  }

  func run(
    _ arguments: [Value], in given: Scope?, _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun? {
    let scope = given ?? scope
    guard !scope.isClosing else { return nil }
    let task = surface.tasks.start(
      function, arguments: arguments, results: 2, in: scope, kind: .view, label: label, completion: completion)
    return task.isRunning ? JobRun { task.stop() } : nil
  }
}
