public import Foundation

/// A program of the system that a test needs: silent, and gone when the test says so.
public final class OtherProgram: Sendable {
  private let process: ChildProcess

  public init(_ path: String, _ arguments: [String], in folder: URL) throws {
    process = try ChildProcess([path] + arguments, in: folder)
  }

  /// - Returns: the exit status, or the negated number of the signal that ended it.
  @discardableResult
  public func waitForEnd() -> Int32 { process.waitForEnd() }

  /// A second call does nothing.
  public func stop() {
    process.signal(SIGTERM)
    waitForEnd()
  }
}
