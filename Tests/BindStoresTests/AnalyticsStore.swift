import BindCore
import BindStores
import Foundation
import FoundationNetworking

/// A store of one's own, whole: another store keeps the values, and each change that was kept is also posted to an analytics
/// server, one after the other. What the server does not take waits, and is sent again.
final class AnalyticsStore: Store {
  private let kept: any Store
  private let server: URL
  /// Everything below belongs to it.
  private let queue = DispatchQueue(label: "analytics")
  nonisolated(unsafe) private var waiting: [String] = []
  nonisolated(unsafe) private var isSending = false

  init(_ kept: any Store, mirroredTo server: URL) {
    self.kept = kept
    self.server = server
  }

  var name: String { "analytics:\(kept.name)" }
  var isShared: Bool { kept.isShared }

  func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] { try kept.load(keys) }

  func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    let revisions = try kept.save(changes)
    let lines = changes.map { change in
      "\(change.key) = \(change.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "removed")"
    }
    queue.async { [self] in
      waiting += lines
      send()
    }
    return revisions
  }

  private func send() {
    guard let line = waiting.first, !isSending else { return }
    isSending = true
    var request = URLRequest(url: server)
    request.httpMethod = "POST"
    request.httpBody = Data(line.utf8)
    URLSession.shared.dataTask(with: request) { [self] _, answer, _ in
      let isTaken = (answer as? HTTPURLResponse)?.statusCode == 200
      queue.asyncAfter(deadline: .now() + (isTaken ? 0 : 1)) { [self] in
        isSending = false
        if isTaken { waiting.removeFirst() }
        send()
      }
    }.resume()
  }

  func settle() throws(StoreError) -> [StoreKey: StoreRevision]? { try kept.settle() }
  func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) { try kept.observe(changed) }
  func close() { kept.close() }
}
