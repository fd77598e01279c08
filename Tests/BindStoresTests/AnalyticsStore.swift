import BindCore
import BindStores
import Testing

/// A store of one's own, whole: an analytics log. Values are kept in memory, and each change that was kept is also a line
/// for somebody else, such as an HTTP client that posts it.
final class AnalyticsStore: Store {
  private let kept = MemoryStore()
  private let send: @Sendable (String) -> Void

  init(send: @escaping @Sendable (String) -> Void) { self.send = send }

  var name: String { "analytics:" }
  var isShared: Bool { false }

  func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] { try kept.load(keys) }

  func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    let revisions = try kept.save(changes)
    for change in changes {
      send("\(change.key) = \(change.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "removed")")
    }
    return revisions
  }

  func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {}

  func close() { kept.close() }
}

@Suite("A store of one's own") struct AnalyticsStoreTests {
  @Test func eachChangeThatIsKeptIsALineAndARefusedOneIsNone() throws {
    let lines = Lock<[String]>([])
    let store = AnalyticsStore { line in lines.withLock { $0.append(line) } }
    let state = State("dark", key: "theme", in: store)
    for theme in ["light", "dim"] {
      state ~> theme
      #expect(StoreSession.shared(for: store).flush().isEmpty)
    }
    state.remove()
    #expect(StoreSession.shared(for: store).flush().isEmpty)
    try store.put("other", "1")
    #expect(kind { () throws(StoreError) in try store.put("other", "2", expecting: .absent) } == .conflict(["other"]))
    #expect(lines.withLock { $0 } == [#"theme = "light""#, #"theme = "dim""#, "theme = removed", "other = 1"])
  }
}
