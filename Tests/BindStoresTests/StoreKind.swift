import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// A folder that is gone after the test.
final class Folder: Sendable {
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func text(of name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
  }
}

/// Each kind of store, made anew for a test. What holds for one holds for all.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory, file, sqlite, secret, analytics, etcd

  var testDescription: String { rawValue }
  static let kept: [StoreKind] = [.file, .sqlite, .secret, .etcd]
  static let files: [StoreKind] = [.file, .sqlite]

  /// A server for all of them that takes what it is sent. It ends with the tests' process.
  private static let analyticsServer: Result<URL, any Error> = Result {
    let server = try RawServer(answering: { _ in RawConnection.answer(200) })
    guard let url = URL(string: server.url) else { throw CocoaError(.fileNoSuchFile) }
    return url
  }

  func open(in folder: Folder) throws -> any Store {
    switch self {
    // One cluster for all, of which each folder has a part.
    case .etcd: try EtcdCluster.shared().store(folder.path.split(separator: "/").joined(separator: "-"))
    case .memory: MemoryStore()
    case .analytics: AnalyticsStore(MemoryStore(), mirroredTo: try Self.analyticsServer.get())
    case .file: FileStore(path: folder.path + "/store.json")
    case .secret: SecretStore(path: folder.path + "/secrets.json", credentials: nil)
    case .sqlite: SQLiteStore(path: folder.path + "/store.db")
    }
  }
}

extension Store {
  /// What the key holds as text; nil if it is not there.
  func text(_ key: StoreKey) throws(StoreError) -> String? {
    try load([key])[key].map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @discardableResult
  func put(
    _ key: StoreKey, _ text: String?, version: Int = 1, expecting: StoreChange.Expectation = .anything
  ) throws(StoreError) -> StoreRevision? {
    try save([StoreChange(key, bytes: text.map { Array($0.utf8) }, version: version, expecting: expecting)])[key]
  }
}

/// Waits until it is so, 60 s at most.
func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool)
  throws
{
  let end = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("never happened: \(what)", sourceLocation: sourceLocation)
      return
    }
    usleep(1000)
  }
}

func kind(of body: () throws(StoreError) -> Void) -> StoreError.Kind? {
  do throws(StoreError) { try body() } catch { return error.kind }
  return nil
}
