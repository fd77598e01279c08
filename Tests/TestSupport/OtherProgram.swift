public import Foundation
import Synchronization

/// A program of the system that a test needs: silent, and gone when the test says so.
public final class OtherProgram: Sendable {
  private let id: pid_t
  private let isStopped = Mutex(false)

  public init(_ path: String, _ arguments: [String], in folder: URL) throws {
    // env goes into the folder and becomes the program.
    id = try spawn(["/usr/bin/env", "-C", folder.path, path] + arguments)
  }

  /// - Returns: the exit status, or the negated number of the signal that ended it.
  @discardableResult
  public func waitForEnd() -> Int32 { TestSupport.waitForEnd(of: id) }

  /// A second call does nothing: the number may be somebody else's by then.
  public func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    kill(id, SIGTERM)
    waitForEnd()
  }
}
