public import Foundation

/// A folder of a test, gone with it.
public final class TemporaryFolder: Sendable {
  /// Canonical.
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    url = place.resolvingSymlinksInPath()
  }

  deinit { remove() }

  public func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }

  /// Before the test is over.
  public func remove() { try? FileManager.default.removeItem(at: url) }
}
