import BindCore
import BindStores
import Foundation
import TestSupport
import Testing

/// The store of the documentation, as it stands there, with a server that takes what it is sent.
@Suite("A store of one's own") struct AnalyticsStoreTests {
  /// Takes each line but for the ones that it is told to refuse.
  private final class Analytics: Sendable {
    let lines = Lock<[String]>([])
    let refusals = Lock(0)
    let server: RawServer

    init() throws {
      let (lines, refusals) = (lines, refusals)
      server = try RawServer(answering: { request in
        let isRefused = refusals.withLock { left in
          left -= 1
          return left >= 0
        }
        if isRefused { return RawConnection.answer(503) }
        lines.withLock { $0.append("\(request.method) \(request.target) \(request.body)") }
        return RawConnection.answer(200)
      })
    }

    deinit { server.stop() }

    var url: URL { URL(string: server.url + "/log") ?? URL(filePath: "/") }
  }

  @Test func eachChangeThatIsKeptIsPostedInOrderAndARefusedOneIsNot() throws {
    let analytics = try Analytics()
    let store = AnalyticsStore(MemoryStore(), mirroredTo: analytics.url)
    defer { store.close() }
    let state = State("dark", key: "theme", in: store)
    for theme in ["light", "dim"] {
      state ~> theme
      State<String>.saveAll()
    }
    state.remove()
    State<String>.saveAll()
    try store.put("other", "1")
    #expect(kind { () throws(StoreError) in try store.put("other", "2", expecting: .absent) } == .conflict(["other"]))
    let expected = [#"theme = "light""#, #"theme = "dim""#, "theme = removed", "other = 1"].map { "POST /log \($0)" }
    try eventually("all are posted") { analytics.lines.withLock { $0.count } >= expected.count }
    #expect(analytics.lines.withLock { $0 } == expected)
  }

  @Test func whatTheServerDoesNotTakeIsSentAgainAndTheValueIsKeptMeanwhile() throws {
    let analytics = try Analytics()
    analytics.refusals.withLock { $0 = 1 }
    let folder = try Folder()
    let store = AnalyticsStore(SQLiteStore(path: folder.path + "/store.db"), mirroredTo: analytics.url)
    defer { store.close() }
    try store.put("a", "1")
    try store.put("a", "2")
    #expect(try SQLiteStore(path: folder.path + "/store.db").text("a") == "2")
    try eventually("both are posted") { analytics.lines.withLock { $0 } == ["POST /log a = 1", "POST /log a = 2"] }
  }

  @Test func itHasFewerThanSixtyLines() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "AnalyticsStore.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 60)
  }
}
