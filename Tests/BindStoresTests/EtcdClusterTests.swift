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
    try writer.put("n", "0")
    try eventually("the watch has begun") { try watcher.takeCommits()?.isEmpty == false }
    let threads = DispatchGroup()
    DispatchQueue.global().async(group: threads) {
      var revision = try? writer.load(["n"])["n"]?.revision
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
          if case .conflict = error.kind { Issue.record("an own write was taken for another's at \(number)") }
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
    #expect(last > 20)
    let kept = Int(try cluster.store("p").text("n") ?? "") ?? 0
    #expect(kept >= last, "what was acknowledged is there")
    let numbers = seen.withLock { $0 }
    #expect(numbers == Array((numbers.first ?? 0)...(numbers.last ?? 0)), "each once, in order")
  }

  @Test func aServerThatIsStoppedForTwelveSecondsIsNoticedWithinThree() throws {
    let cluster = try EtcdCluster(3)
    // Its watch is at the first server, to which nothing else leads.
    let watcher = try cluster.store("p")
    try watcher.observe { _ in }
    let writer = try EtcdStore("etcd://\(cluster.servers[1]),\(cluster.servers[2])/p")
    try writer.put("n", "0")
    try eventually("listed") { try watcher.takeCommits()?.isEmpty == false }
    try writer.put("n", "1")
    try eventually("followed") { try watcher.takeCommits()?.isEmpty == false }
    cluster.stop(0)
    defer { cluster.resume(0) }
    let stopped = ContinuousClock.now
    var number = 1
    var caughtUp: Duration?
    while ContinuousClock.now - stopped < .seconds(12), caughtUp == nil {
      number += 1
      _ = try? writer.put("n", "\(number)")
      if let news = try? watcher.takeCommits(), !news.isEmpty { caughtUp = ContinuousClock.now - stopped }
      usleep(100_000)
    }
    let noticed = try #require(caughtUp)
    // While the stopped one was the leader, the writer had to wait for another one first.
    #expect(noticed < .seconds(6), "\(noticed)")
  }

  /// `scripts/kill-etcd` has more.
  private var rounds: Int { ProcessInfo.processInfo.environment["BINDHOST_ROUNDS"].flatMap { Int($0) } ?? 1 }
}
