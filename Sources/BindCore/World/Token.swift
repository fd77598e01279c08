/// Something the World has under way for its owner: a timer, a read, a watch, a process.
///
/// It lives in the World until it ends or is cancelled, whether or not anybody keeps the token.
/// Like everything of the World it belongs to the owner's thread.
package protocol Token: AnyObject {
  /// False once it has ended or was cancelled.
  var isActive: Bool { get }

  /// Whether the run goes on because of this. True at the start.
  var keepsAlive: Bool { get set }

  /// Ends it: no callback of it runs once this has returned. A second call does nothing.
  func cancel()
}
