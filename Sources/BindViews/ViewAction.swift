package import BindCore

/// A function that a script gave a view. It may wait.
package protocol ViewAction: AnyObject {
  /// - Parameters:
  ///   - scope: where it runs; nil: where it was made.
  ///   - completion: called once with two results, at once or later, unless the run is called off.
  /// - Returns: what calls it off; nil when it has ended already.
  func run(
    _ arguments: [Value], in scope: Scope?, _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun?
}

extension ViewAction {
  func run(_ arguments: [Value], _ completion: @escaping (Result<[Value], Failure>) -> Void) -> JobRun? {
    run(arguments, in: nil, completion)
  }
}
