package import BindCore

/// A function that a script gave a view. It may wait.
package protocol ViewAction: AnyObject {
  /// - Parameter completion: called once with two results, at once or later, unless the run is called off.
  /// - Returns: what calls it off; nil when it has ended already.
  func run(_ arguments: [Value], _ completion: @escaping (Result<[Value], Failure>) -> Void) -> JobRun?
}
