import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// Three real servers that die, stop and come back.
@Suite("etcd, three servers", .serialized) struct EtcdClusterTests {
  @Test func threeWritersOfFiveHundredIncrementsGiveFifteenHundred() throws {
    let cluster = try EtcdCluster(3)
    let states = try (0..<3).map { _ in
      State(0, key: "n", in: try cluster.store("p"), saveAfter: .milliseconds(1))
    }
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      for number in 1...500 {
        states[index].modify(repeatable: { $0 += 1 })
        if number % 10 == 0 { usleep(2000) }
      }
    }
    try eventually("all are saved") { states.allSatisfy { !$0.isPending && $0.value == 1500 } }
    #expect(try cluster.store("p").text("n") == "1500")
    #expect(states.map(\.value) == [1500, 1500, 1500])
  }

  @Test func rollingKillsOfEveryServerLoseNoAcknowledgedWriteAndAWatcherSeesEachRevisionOnceInOrder() throws {
    let cluster = try EtcdCluster(3)
    let watcher = try cluster.store("p")
    let seen = Lock<[Int]>([])
    try watcher.observe { _ in }
    let isDone = Lock(false)
    let acknowledged = Lock(0)
    let writer = try cluster.store("p")
    let first = try writer.put("n", "0")
    try eventually("the watch has begun") { try watcher.takeCommits()?.isEmpty == false }
    let threads = DispatchGroup()
    DispatchQueue.global().async(group: threads) {
      var revision = first
      var number = 1
      var isUnknown = false
      while !isDone.withLock({ $0 }) {
        // As a session does: what became of a save is found out before anything else.
        if isUnknown {
          do throws(StoreError) {
            if let saved = try writer.settle()?["n"] { (revision, number) = (saved, number + 1) }
            isUnknown = false
          } catch { usleep(10_000) }
          continue
        }
        do throws(StoreError) {
          revision = try writer.put("n", "\(number)", expecting: revision.map { .revision($0) } ?? .absent)
          acknowledged.withLock { $0 = number }
          number += 1
        } catch {
          if error.kind == .unknown { isUnknown = true }
          if case .conflict = error.kind {
            Issue.record("an own write was taken for another's at \(number)")
            return
          }
        }
        usleep(2000)
      }
    }
    DispatchQueue.global().async(group: threads) {
      while !isDone.withLock({ $0 }) {
        if let commits = try? watcher.takeCommits() {
          for case let commit in commits {
            guard let bytes = commit.contents["n"]??.bytes, let number = Int(String(decoding: bytes, as: UTF8.self))
            else { continue }
            seen.withLock { $0.append(number) }
          }
        }
        usleep(2000)
      }
    }
    for round in 0..<(3 * rounds) {
      usleep(300_000)
      cluster.kill(round % 3)
      usleep(300_000)
      try cluster.restart(round % 3)
    }
    usleep(500_000)
    let last = acknowledged.withLock { $0 }
    try eventually("the watcher has caught up") { seen.withLock { $0.last ?? 0 } >= last }
    isDone.withLock { $0 = true }
    threads.wait()
    #expect(last > rounds, "it has written between the kills")
    let kept = Int(try cluster.store("p").text("n") ?? "") ?? 0
    #expect(kept >= last, "what was acknowledged is there")
    let numbers = seen.withLock { $0 }
    #expect(numbers == Array((numbers.first ?? 0)...(numbers.last ?? 0)), "each once, in order")
  }

  /// By the clock of what happens: a write counts from when it was acknowledged, or from when the server was stopped.
  @Test(arguments: [false, true]) func aServerThatIsStoppedForTwelveSecondsIsNoticedWithinThree(_ isLeader: Bool) throws
  {
    let cluster = try EtcdCluster(3)
    let stopped = try #require((0..<3).first { try cluster.isLeader($0) == isLeader })
    let others = (0..<3).filter { $0 != stopped }.map { cluster.servers[$0] }
    // Its watch is at the server that stops, to which nothing else leads.
    let watcher = try EtcdStore("etcd://\(([cluster.servers[stopped]] + others).joined(separator: ","))/p")
    defer { watcher.close() }
    try watcher.observe { _ in }
    let writer = try EtcdStore("etcd://\(others.joined(separator: ","))/p")
    defer { writer.close() }
    try writer.put("n", "0")
    try eventually("listed") { try watcher.takeCommits()?.isEmpty == false }
    try writer.put("n", "1")
    try eventually("followed") { try watcher.takeCommits()?.isEmpty == false }
    cluster.stop(stopped)
    defer { cluster.resume(stopped) }
    let begin = ContinuousClock.now
    let acknowledged = Lock<[Int: ContinuousClock.Instant]>([:])
    let isDone = Lock(false)
    let threads = DispatchGroup()
    DispatchQueue.global().async(group: threads) {
      var number = 1
      while !isDone.withLock({ $0 }) {
        number += 1
        if (try? writer.put("n", "\(number)")) != nil { acknowledged.withLock { $0[number] = .now } }
        usleep(50_000)
      }
    }
    var seen: [Int: ContinuousClock.Instant] = [:]
    while ContinuousClock.now - begin < .seconds(12) {
      for commit in (try? watcher.takeCommits()) ?? [] {
        guard let bytes = commit.contents["n"]??.bytes, let number = Int(String(decoding: bytes, as: UTF8.self)) else {
          continue
        }
        seen[number] = .now
      }
      usleep(10_000)
    }
    isDone.withLock { $0 = true }
    threads.wait()
    let written = acknowledged.withLock { $0 }.filter { $0.value - begin < .seconds(9) }
    #expect(written.count > 10)
    for (number, time) in written {
      let noticed = try #require(seen[number], "\(number) was never seen") - max(time, begin)
      #expect(noticed < .seconds(3), "\(number) after \(noticed)")
    }
  }

  @Test func aServerThatSaysNothingHoldsUpNoStart() throws {
    let cluster = try EtcdCluster(3)
    try cluster.store("p").put("n", "7")
    let follower = try #require((0..<3).first { try !cluster.isLeader($0) })
    cluster.stop(follower)
    defer { cluster.resume(follower) }
    let servers = [follower] + (0..<3).filter { $0 != follower }
    let store = try EtcdStore("etcd://\(servers.map { cluster.servers[$0] }.joined(separator: ","))/p")
    defer { store.close() }
    let begin = ContinuousClock.now
    let state = State(0, key: "n", in: store)
    #expect(state.value == 7 && state.loadError == nil)
    #expect(ContinuousClock.now - begin < EtcdClient.readLimit)
  }

  /// Its servers take connections and say nothing: the first state waits for them, and no other one.
  @Test func whereNobodyAnswersStatesBeginWithTheirDefaultsAndAreReadWhenSomebodyDoes() throws {
    let cluster = try EtcdCluster()
    let filled = try cluster.store("p")
    for key in ["a", "b", "c", "d"] { try filled.put(StoreKey(key), "7") }
    cluster.stop(0)
    let store = try cluster.store("p")
    defer { store.close() }
    let begin = ContinuousClock.now
    let states = ["a", "b", "c", "d", "e"].map { State(0, key: StoreKey($0), in: store, saveAfter: .milliseconds(1)) }
    // Each by itself would wait for its own: five waits.
    #expect(ContinuousClock.now - begin < EtcdClient.readLimit * 4)
    #expect(
      states.allSatisfy { $0.value == 0 && $0.loadError != nil },
      "\(states.map { "\($0.loadError?.message ?? "nil")" })")
    states[1].modify(repeatable: { $0 += 1 })
    cluster.resume(0)
    try eventually("all are read") { states.allSatisfy { $0.loadError == nil } && states[0].value == 7 }
    try eventually("what was changed is saved on top") { !states[1].isPending }
    #expect(states.map(\.value) == [7, 8, 7, 7, 0])
    #expect(try filled.text("b") == "8")
  }

  /// `scripts/kill-etcd` has more.
  private var rounds: Int { ProcessInfo.processInfo.environment["BINDHOST_ROUNDS"].flatMap { Int($0) } ?? 1 }
}
