import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// A store in etcd, against a real server.
@Suite("etcd, one server") struct EtcdStoreTests {
  let cluster: EtcdCluster
  let prefix = "t-\(UUID().uuidString)"

  init() throws { cluster = try EtcdCluster.shared() }

  private func store() throws -> EtcdStore { try cluster.store(prefix) }

  /// What a watching store has told, as `key=text` of each commit.
  private func commits(_ store: EtcdStore) throws -> [[String]] {
    // Where it cannot be asked for a moment, nothing is told yet.
    ((try? store.takeCommits()) ?? []).map { commit in
      commit.contents.sorted { $0.key < $1.key }.map { key, snapshot in
        "\(key)=\(snapshot.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "gone")"
      }
    }
  }

  /// A store that has listed what is there and watches.
  private func watching() throws -> (store: EtcdStore, told: Lock<Int>) {
    let store = try store()
    let told = Lock(0)
    try store.observe { _ in told.withLock { $0 += 1 } }
    try eventually("it is to be listed") { told.withLock { $0 } > 0 }
    _ = try store.takeCommits()
    return (store, told)
  }

  @Test func eachRevisionIsToldOnceInOrderAndWithAllItsKeys() throws {
    let (watcher, _) = try watching()
    let writer = try store()
    for number in 1...200 {
      _ = try writer.save([
        StoreChange("a", bytes: Array("\(number)".utf8)), StoreChange("b", bytes: Array("\(number)".utf8)),
      ])
    }
    var told: [[String]] = []
    try eventually("all are told") {
      told += try commits(watcher)
      return told.count >= 200
    }
    #expect(told == (1...200).map { ["a=\($0)", "b=\($0)"] })
  }

  @Test func theEchoOfAnOwnWriteIsNoChange() throws {
    let (watcher, told) = try watching()
    let before = told.withLock { $0 }
    try watcher.put("a", "1")
    try eventually("the echo has come") { told.withLock { $0 } > before }
    #expect(try commits(watcher) == [])
    try store().put("a", "2")
    var news: [[String]] = []
    try eventually("another one's is told") {
      news += try commits(watcher)
      return !news.isEmpty
    }
    #expect(news == [["a=2"]])
  }

  @Test func aKeyThatIsRemovedLeavesATombstoneWhichIsSweptWhenItIsOld() throws {
    let store = try store()
    try store.put("a", "1")
    try store.put("a", nil)
    let client = EtcdClient(try EtcdServers(cluster.servers))
    defer { client.close() }
    let key = EtcdKeys(prefix: prefix).state("a")
    let pair = try #require(try client.insist(.range(EtcdRange(key: key))).pairs.first)
    var entry = EtcdEntry(stored: pair.value)
    #expect(entry.bytes == nil)
    #expect(try store.text("a") == nil)
    entry.at -= EtcdStore.sweepAgeSeconds + 10
    var aged = EtcdTransaction()
    aged.changes = [.put(key, entry.stored, lease: nil)]
    _ = try client.insist(.transaction(aged))
    _ = try watching()
    #expect(try client.insist(.range(EtcdRange(key: key))).pairs.isEmpty)
    try store.put("a", "2", expecting: .absent)
    #expect(try store.text("a") == "2")
  }

  @Test func whatSomebodyElsePutsThereByHandIsAValueOfVersionOne() throws {
    let store = try store()
    let client = EtcdClient(try EtcdServers(cluster.servers))
    defer { client.close() }
    var put = EtcdTransaction()
    put.changes = [.put(EtcdKeys(prefix: prefix).state("a"), Array(#"{"theme":"dark"}"#.utf8), lease: nil)]
    _ = try client.insist(.transaction(put))
    let snapshot = try #require(try store.load(["a"])["a"])
    #expect(snapshot.bytes == Array(#"{"theme":"dark"}"#.utf8) && snapshot.version == 1)
    try store.put("a", "1", expecting: .revision(snapshot.revision))
  }

  @Test func whatWasCompactedWhileItWasAwayIsListedAnewAsOneCommit() throws {
    let own = try EtcdCluster()
    let way = try Forwarder(to: own.port(0))
    defer { way.end() }
    let watcher = try EtcdStore("etcd://127.0.0.1:\(way.port)/p")
    try watcher.observe { _ in }
    let writer = try own.store("p")
    for key in ["a", "b", "c"] { try writer.put(StoreKey(key), "0") }
    var told: [StoreCommit] = []
    try eventually("listed") {
      told += try watcher.takeCommits() ?? []
      return Set(told.flatMap(\.contents.keys)).count == 3
    }
    way.set(.cut)
    try eventually("it is missed") {
      BindStoresTests.kind { () throws(StoreError) in _ = try watcher.takeCommits() } == .failed
    }
    for number in 1...5 { for key in ["a", "b"] { try writer.put(StoreKey(key), "\(number)") } }
    try writer.put("c", nil)
    try own.compact()
    way.set(.open)
    told = []
    try eventually("it is back") {
      told += (try? watcher.takeCommits()) ?? []
      return !told.isEmpty
    }
    #expect(told.count == 1 && told[0].isCoalesced)
    #expect(told[0].contents["a"]??.bytes == Array("5".utf8) && told[0].contents["b"]??.bytes == Array("5".utf8))
    #expect(told[0].contents["c"] == .some(nil))
    try writer.put("a", "6")
    // On a busy machine a request may fail once more meanwhile.
    try eventually("and followed") { (try? commits(watcher)) == [["a=6"]] }
  }

  @Test func afterADisconnectEveryRevisionThatWasMissedIsToldApart() throws {
    let way = try Forwarder(to: cluster.port(0))
    defer { way.end() }
    let watcher = try EtcdStore("etcd://127.0.0.1:\(way.port)/\(prefix)")
    try watcher.observe { _ in }
    let writer = try store()
    try writer.put("a", "0")
    try eventually("listed") { try !commits(watcher).isEmpty }
    way.set(.cut)
    for number in 1...20 { try writer.put("a", "\(number)") }
    way.set(.open)
    var told: [[String]] = []
    try eventually("all are told") {
      told += (try? commits(watcher)) ?? []
      return told.count >= 20
    }
    #expect(told == (1...20).map { ["a=\($0)"] })
  }

  @Test func anAnswerThatIsLostOnTheWayMakesNoSecondWriteAndLosesNone() throws {
    let way = try Forwarder(to: cluster.port(0))
    defer { way.end() }
    let far = try EtcdStore("etcd://127.0.0.1:\(way.port)/\(prefix)")
    let state = State(0, key: "n", in: far, saveAfter: .milliseconds(1))
    for number in 1...10 {
      way.set(.losesAnswers)
      state ~> number
      usleep(50_000)
      way.set(.open)
      try eventually("\(number) is saved") { !state.isPending && state.saveError == nil }
      #expect(try store().text("n") == "\(number)")
    }
    let client = EtcdClient(try EtcdServers(cluster.servers))
    defer { client.close() }
    let pair = try #require(try client.insist(.range(EtcdRange(key: EtcdKeys(prefix: prefix).state("n")))).pairs.first)
    #expect(pair.value.count > 0)
    #expect(state.value == 10)
  }

  /// The watch is taken up again behind what it has told, where the key that could not be read does not stand.
  @Test func aKeyThatIsOpenedWhileNoServerAnswersIsReadWhenOneDoes() throws {
    let way = try Forwarder(to: cluster.port(0))
    defer { way.end() }
    for key in ["a", "b"] { try store().put(StoreKey(key), "7") }
    let far = try EtcdStore("etcd://127.0.0.1:\(way.port)/\(prefix)")
    defer { far.close() }
    let first = State(0, key: "a", in: far)
    try store().put("a", "8")
    try eventually("it is followed") { first.value == 8 }
    way.set(.cut)
    let second = State(0, key: "b", in: far)
    #expect(second.value == 0 && second.loadError != nil)
    way.set(.open)
    try eventually("it is read") { second.value == 7 && second.loadError == nil }
  }

  @Test func whatIsNoServerOfEtcdIsNamedAndPassedOver() throws {
    let page = try RawServer(answering: { _ in RawConnection.answer(404, "<html>not here</html>") })
    defer { page.stop() }
    let both = try EtcdStore("etcd://127.0.0.1:\(page.port),\(cluster.servers[0])/\(prefix)")
    defer { both.close() }
    try both.put("a", "1")
    #expect(try both.text("a") == "1")
    let alone = try EtcdStore("etcd://127.0.0.1:\(page.port)/\(prefix)")
    defer { alone.close() }
    do throws(StoreError) {
      try alone.put("a", "2")
      Issue.record("it was saved")
    } catch { #expect(error.message.contains("status 404): is it an etcd server?"), "\(error.message)") }
  }

  @Test func aServerThatIsNoneIsNamed() throws {
    let port = try FreePorts.take(1)[0]
    let store = try EtcdStore("etcd://127.0.0.1:\(port)/p")
    do throws(StoreError) {
      _ = try store.load(["a"])
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .failed && error.message.contains("127.0.0.1:\(port)"), "\(error.message)")
    }
  }

  @Test(arguments: [
    ("etcd://h", "prefix"), ("etcd://h:0/p", "port"), ("etcd://u:p@h/p", "password"), ("etcd://h/p?ca=x", "etcds"),
    ("etcds://h/p?cert=x", "go together"), ("etcds://h/p?cart=x", "ca, cert and key"),
  ]) func anAddressThatIsNoneSaysWhy(_ url: String, _ word: String) {
    do throws(StoreError) {
      _ = try EtcdStore(url)
      Issue.record("taken: \(url)")
    } catch { #expect(error.message.contains(word), "\(error.message)") }
  }

  @Test func aStateShowsThatItsServerIsGoneAndIsSavedWhenItIsBack() throws {
    let own = try EtcdCluster()
    let state = State(1, key: "n", in: try own.store("p"), saveAfter: .milliseconds(5))
    state ~> 2
    try eventually("saved") { !state.isPending }
    own.kill(0)
    try eventually("missed") { state.loadError != nil }
    state ~> 3
    try eventually("said") { state.saveError != nil }
    #expect(state.value == 3)
    try own.restart(0)
    try eventually("saved again") { !state.isPending && state.saveError == nil && state.loadError == nil }
    #expect(try own.store("p").text("n") == "3")
  }
}
