import BindCore
@testable import BindStores
import Foundation
import TestSupport
import Testing

/// Whatever fails in a save, the file holds the old content or the new one.
@Suite("Saves that fail") struct SaveFaultTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Fails the n-th system call.
  private final class Faults: Sendable {
    let left = Lock(-1)
    let failed = Lock<String?>(nil)

    func operations(_ code: Int32) -> FileOperations {
      FileOperations { [left, failed] name in
        left.withLock { left in
          defer { left -= 1 }
          guard left == 0 else { return 0 }
          failed.withLock { $0 = "\(name)" }
          return code
        }
      }
    }
  }

  @Test(arguments: [ENOSPC, EIO, EROFS, EACCES])
  func whicheverSystemCallOfASaveFailsTheFileHoldsTheOldContentOrTheNewOne(_ code: Int32) throws {
    let path = folder.path + "/store.json"
    let faults = Faults()
    let store = FileStore(path: path, operations: faults.operations(code))
    let other = FileStore(path: path)
    let filling = String(repeating: "0123456789", count: 20_000)
    var failedCalls: [String] = []
    try store.put("a", "0")
    for number in 0... {
      let old = try #require(try other.text("a"))
      let new = #"{"n":\#(number),"filling":"\#(filling)"}"#
      faults.left.withLock { $0 = number }
      faults.failed.withLock { $0 = nil }
      let failure = kind { () throws(StoreError) in try store.put("a", new) }
      faults.left.withLock { $0 = -1 }
      let content = try #require(try other.text("a"))
      #expect(content == old || content == new, "call \(number)")
      guard let call = faults.failed.withLock({ $0 }) else {
        #expect(failure == nil && content == new)
        break
      }
      failedCalls.append(call)
      #expect(failure != nil, "\(call) failed and nothing was said")
      // The next save is not the worse for it.
      try store.put("a", #"{"after":\#(number)}"#)
      #expect(try other.text("a") == #"{"after":\#(number)}"#)
      #expect(folder.names == ["store.json", "store.json.lock"])
    }
    #expect(Set(failedCalls).isSuperset(of: ["open", "flock", "read", "write", "fsync", "rename"]), "\(failedCalls)")
  }

  /// An increment is made again where somebody else was faster: one that stands in the file although its save has failed
  /// is no such case.
  @Test func whicheverSystemCallFailsAStateIsSavedOnceItWorksAgainAndNothingIsCountedTwice() throws {
    let faults = Faults()
    let store = FileStore(path: folder.path + "/store.json", operations: faults.operations(ENOSPC))
    let state = State(0, key: "n", in: store, saveAfter: .milliseconds(1))
    for number in 0..<14 {
      faults.left.withLock { $0 = number }
      state.modify(repeatable: { $0 += 1 })
      try eventually("call \(number)") { !state.isPending && state.saveError == nil }
      #expect(try FileStore(path: folder.path + "/store.json").text("n") == "\(number + 1)")
    }
  }

  /// Runs what is to be run when the test says so.
  private final class ByHand: SaveScheduler {
    let isInTurns: Bool
    private let works = Lock<[@Sendable () -> Void]>([])

    init(isInTurns: Bool = false) { self.isInTurns = isInTurns }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) { works.withLock { $0.append(work) } }

    func runAll() {
      let taken = works.withLock { works in
        defer { works = [] }
        return works
      }
      for work in taken { work() }
    }
  }

  /// `saveAll` runs on any thread, and what a host saves in its turns has one.
  @Test func whatIsSavedInTheTurnsOfAHostIsNotSavedWithAllStates() throws {
    let scheduler = ByHand(isInTurns: true)
    let session = StoreSession(MemoryStore(), scheduler: scheduler)
    let state = State(0, in: try session.open(StateRequest("n", shape: StateShape(0))))
    state ~> 1
    State<Int>.saveAll()
    #expect(state.isPending)
    scheduler.runAll()
    #expect(!state.isPending)
  }

  @Test func whoWaitsForASaveIsNotToldOfAnEarlierOneThatFailed() throws {
    let faults = Faults()
    let scheduler = ByHand()
    let session = StoreSession(
      FileStore(path: folder.path + "/store.json", operations: faults.operations(EIO)), scheduler: scheduler)
    let container = try session.open(StateRequest("n", shape: StateShape(0)))
    let state = State(0, in: container)
    faults.left.withLock { $0 = 0 }
    state ~> 1
    #expect(!session.flush().isEmpty && state.saveError != nil)
    let answers = Lock<[StateProblem?]>([])
    session.save(container) { problem in answers.withLock { $0.append(problem) } }
    // Somebody else has changed the file meanwhile.
    session.reload()
    #expect(answers.withLock { $0 } == [], "it has not been tried yet")
    scheduler.runAll()
    #expect(answers.withLock { $0 } == [nil] && state.saveError == nil)
    session.store.close()
  }

  /// 20 kills, or as many as `BINDHOST_KILLS` says; `scripts/kill-saves` has 500.
  @Test(arguments: ["file:", "sqlite:"]) func aKillDuringASaveLeavesAWholeContentAndNothingAcknowledgedIsLost(
    _ scheme: String
  ) throws {
    let kills = ProcessInfo.processInfo.environment["BINDHOST_KILLS"].flatMap { Int($0) } ?? 20
    let place = folder.path + (scheme == "file:" ? "/store.json" : "/store.db")
    let store: any Store = scheme == "file:" ? FileStore(path: place) : SQLiteStore(path: place)
    var dice = Dice(state: 7)
    var acknowledged = 0
    for kill in 1...kills {
      let lines = try runAndKill(scheme + place, afterSaves: 1 + dice.below(3), microseconds: dice.below(6000))
      acknowledged = max(acknowledged, lines.compactMap { Int($0.split(separator: " ").last ?? "") }.max() ?? 0)
      guard let content = try store.load(["pair"])["pair"] else {
        #expect(acknowledged == 0, "kill \(kill): nothing is there")
        continue
      }
      struct Pair: Decodable {
        var first: Int
        var second: Int
        var filling: String
      }
      let pair = try JSONDecoder().decode(Pair.self, from: Data(content.bytes))
      #expect(pair.first == pair.second && pair.first >= acknowledged, "kill \(kill)")
      #expect(pair.filling == String(repeating: "\(pair.first) ", count: 1 + pair.first % 7 * 2000))
    }
    #expect(acknowledged >= kills, "it has saved between the kills")
  }

  /// - Returns: the lines that it has printed.
  private func runAndKill(_ url: String, afterSaves saves: Int, microseconds: Int) throws -> [Substring] {
    let pipe = Pipe()
    let process = try ChildProcess([BuiltProgram.storeProbe.url.path, url], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    var output = Data()
    while String(decoding: output, as: UTF8.self).components(separatedBy: "saved ").count <= saves {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      output += more
    }
    // Somewhere in the next save.
    usleep(UInt32(microseconds))
    process.signal(SIGKILL)
    output += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitForEnd()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("saved ") }
  }
}
