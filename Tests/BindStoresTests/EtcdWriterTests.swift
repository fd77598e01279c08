import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// How a save takes place once at most, against a real server.
@Suite("etcd, saves") struct EtcdWriterTests {
  let cluster: EtcdCluster
  let prefix = "w-\(UUID().uuidString)"

  init() throws { cluster = try EtcdCluster.shared() }

  private func store() throws -> EtcdStore { try cluster.store(prefix) }

  /// Of `n`, where a first one stands: not sent yet.
  private func secondSave(to store: EtcdStore, by writer: String, _ keys: EtcdKeys) throws -> EtcdSave {
    let first = try #require(try store.put("n", "1"))
    return EtcdSave(
      [StoreChange("n", bytes: Array("2".utf8), expecting: .revision(first))], write: "\(writer)-1",
      writerKey: keys.writer(writer), at: 0)
  }

  @Test func aSaveWhoseAnswerIsLostIsFoundByItsMarkAlsoIfItWasOverwrittenSince() throws {
    let (store, client, keys) = (try store(), EtcdClient(try EtcdServers(cluster.servers)), EtcdKeys(prefix: prefix))
    defer { client.close() }
    let save = try secondSave(to: store, by: "w", keys)
    _ = try client.insist(.range(EtcdRange(key: keys.writer("w"))))
    let done = try client.ask(.transaction(save.transaction(keys, tombstones: [:], writerRevision: 0)))
    #expect(done["succeeded"].isTrue)
    // Once more, as after a lost answer: it is not done twice, and counts as done.
    let again = try client.ask(.transaction(save.transaction(keys, tombstones: [:], writerRevision: 0)))
    #expect(!again["succeeded"].isTrue)
    #expect(save.judge(again, keys) == .tookPlace(done.revision))
    try store.put("n", "3")
    let late = try client.ask(.transaction(save.transaction(keys, tombstones: [:], writerRevision: 0)))
    #expect(save.judge(late, keys) == .tookPlace(done.revision))
    #expect(try store.text("n") == "3")
  }

  /// A server that was killed, or a network, may bring it when nobody waits for it any more.
  @Test func aSaveThatWasWithdrawnDoesNotTakePlaceWhenItArrivesLate() throws {
    let (store, client, keys) = (try store(), EtcdClient(try EtcdServers(cluster.servers)), EtcdKeys(prefix: prefix))
    defer { client.close() }
    let save = try secondSave(to: store, by: "v", keys)
    let withdrawal = save.withdrawal(writerRevision: 0)
    let done = try client.ask(.transaction(withdrawal))
    #expect(save.judge(withdrawal: done) == .withdrawn(done.revision))
    let late = try client.ask(.transaction(save.transaction(keys, tombstones: [:], writerRevision: 0)))
    #expect(!late["succeeded"].isTrue)
    #expect(try store.text("n") == "1")
    // Asked for again, and tried again, it says the same and takes place.
    let again = try client.ask(.transaction(withdrawal))
    #expect(save.judge(withdrawal: again) == .withdrawn(done.revision))
    let new = try client.ask(.transaction(save.transaction(keys, tombstones: [:], writerRevision: done.revision)))
    #expect(new["succeeded"].isTrue)
    #expect(save.judge(withdrawal: try client.ask(.transaction(withdrawal))) == .tookPlace(new.revision))
    #expect(try store.text("n") == "2")
  }

  @Test func whatTookPlaceIsKnownThoughTheClusterHasNoRoomToWithdrawIt() throws {
    let own = try EtcdCluster()
    defer { own.end() }
    let way = try Forwarder(to: own.port(0))
    defer { way.end() }
    let far = try EtcdStore("etcd://127.0.0.1:\(way.port)/p")
    defer { far.close() }
    try far.put("n", "1")
    way.set(.losesAnswers)
    do throws(StoreError) {
      try far.put("n", "2")
      Issue.record("somebody has answered")
    } catch { #expect(error.kind == .unknown) }
    try own.declareFull()
    way.set(.open)
    let settled = try far.settle()
    #expect(settled?.keys.map(\.name) == ["n"])
    #expect(try own.store("p").text("n") == "2")
    // Known once, it is asked for no more.
    #expect(try far.settle() == nil)
    do throws(StoreError) {
      try far.put("n", "3")
      Issue.record("it has room")
    } catch { #expect(error.kind == .full) }
  }

  @Test func savesOfSeveralThreadsThroughOneStoreAllTakePlaceOnce() throws {
    let store = try store()
    let threads = (0..<4).map { number in
      Thread {
        for turn in 1...25 {
          do { try store.put(StoreKey("k\(number)"), "\(turn)", expecting: turn == 1 ? .absent : .anything) } catch {
            Issue.record(error)
          }
        }
      }
    }
    for thread in threads { thread.start() }
    try eventually("all have ended") { threads.allSatisfy(\.isFinished) }
    for number in 0..<4 { #expect(try store.text(StoreKey("k\(number)")) == "25") }
  }

  @Test func theKeyOfAWriterThatIsLongGoneIsTakenAwayAndOneThatComesBackMakesItAnew() throws {
    let store = try store()
    try store.put("a", "1")
    let client = EtcdClient(try EtcdServers(cluster.servers))
    defer { client.close() }
    let writers = EtcdRange(prefix: EtcdKeys(prefix: prefix).writers)
    let pair = try #require(try client.insist(.range(writers)).pairs.first)
    try cluster.store(prefix).put("b", "1")
    var mark = EtcdEntry(stored: pair.value)
    mark.at -= EtcdStore.writerAgeSeconds + 10
    var aged = EtcdTransaction()
    aged.changes = [.put(pair.key, mark.stored, lease: nil)]
    _ = try client.insist(.transaction(aged))
    let watcher = try self.store()
    defer { watcher.close() }
    let told = Lock(false)
    try watcher.observe { _ in told.withLock { $0 = true } }
    try eventually("it is to be listed") { told.withLock { $0 } }
    _ = try watcher.takeCommits()
    let left = try client.insist(.range(writers)).pairs.map(\.key)
    #expect(left.count == 1 && left[0] != pair.key)
    try store.put("a", "2")
    #expect(try client.insist(.range(writers)).pairs.contains { $0.key == pair.key })
    #expect(try store.text("a") == "2")
  }
}
