import BindCore
@testable import BindStores
import TestSupport
import Testing

/// The rules of following a cluster, without a cluster.
@Suite("The watch of etcd") struct EtcdWatchMachineTests {
  private typealias Machine = EtcdWatchMachine

  /// A cluster in a few lines: revisions that are there, servers of which each shows some of them, one line.
  private struct Model {
    var head: UInt64 = 10
    var compacted: UInt64 = 0
    /// How far each server shows it; a server that has stopped shows no more.
    var shown: [UInt64]
    var isStopped: [Bool]
    var isDown: [Bool]
    var machine: Machine
    /// The server and the next revision of the open line.
    var line: (server: Int, next: UInt64, isBegun: Bool)?
    var now = Duration.zero
    var told: [UInt64] = []
    var lists: [UInt64] = []
    var offline: String??

    init(servers: Int) {
      shown = Array(repeating: 10, count: servers)
      isStopped = Array(repeating: false, count: servers)
      isDown = isStopped
      machine = Machine(serverCount: servers)
    }

    mutating func perform(_ actions: [Machine.Action]) {
      for action in actions {
        switch action {
        case .list:
          // Nobody answers: whoever lists tries again, and so does the model in `step`.
          pendingList = true
        case .open(let server, let revision):
          line = (server, revision, false)
        case .close: line = nil
        // A server that has stopped lets the one who asks wait.
        case .probe(let server): probes.append((server, now + (isStopped[server] ? .seconds(1) : .zero)))
        case .commit(let revision, _): told.append(revision)
        case .offline(let reason): offline = .some(reason)
        }
      }
    }
    var pendingList = false
    var probes: [(server: Int, due: Duration)] = []

    /// Time passes, and whatever can happen happens.
    mutating func step(_ time: Duration) {
      now += time
      for server in shown.indices where !isStopped[server] && !isDown[server] { shown[server] = head }
      if pendingList, let server = shown.indices.first(where: { !isStopped[$0] && !isDown[$0] }) {
        pendingList = false
        lists.append(shown[server])
        perform(machine.listed(shown[server], at: now))
      }
      perform(machine.tick(at: now))
      let answered = probes.filter { $0.due <= now }
      probes.removeAll { $0.due <= now }
      for (server, _) in answered {
        let result: Result<UInt64, EtcdProbeFailure> =
          isStopped[server] || isDown[server] ? .failure(EtcdProbeFailure(reason: "silent")) : .success(shown[server])
        perform(machine.probed(server, result, at: now))
      }
      guard let open = line else { return }
      if isDown[open.server] {
        line = nil
        return perform(machine.ended("refused", at: now))
      }
      guard !isStopped[open.server] else { return }
      if !open.isBegun {
        line?.isBegun = true
        perform(machine.received(.begun, at: now))
        if open.next <= compacted { return perform(machine.received(.compacted, at: now)) }
      }
      guard line != nil, open.next <= shown[open.server] else { return }
      line?.next = shown[open.server] + 1
      let events = (open.next...shown[open.server]).map {
        EtcdWatchReply.Event(key: [1], content: [2], revision: $0)
      }
      perform(machine.received(.events(events), at: now))
    }
  }

  @Test func whateverHappensToTheServersEachRevisionIsToldOnceAndInOrderOrListed() {
    var dice = Dice(state: 11)
    for _ in 0..<400 {
      var model = Model(servers: 1 + dice.below(3))
      model.perform(model.machine.start())
      for _ in 0..<120 {
        let server = dice.below(model.shown.count)
        switch dice.below(12) {
        case 0, 1, 2, 3: model.head += UInt64(1 + dice.below(3))
        case 4: model.isStopped[server].toggle()
        case 5: model.isDown[server].toggle()
        case 6: model.compacted = model.head
        default: break
        }
        model.step(.milliseconds(50 + dice.below(900)))
      }
      for server in model.shown.indices { (model.isStopped[server], model.isDown[server]) = (false, false) }
      for _ in 0..<60 { model.step(.milliseconds(200)) }
      #expect(model.told == Array(Set(model.told)).sorted(), "each once, in order")
      #expect(model.machine.lastRevision == model.head, "it has caught up")
      #expect(model.offline != .some(.some("refused")) && model.offline != .some(.some("silent")), "and knows it")
      // What was not told was listed: between two listings nothing is missing.
      var known = model.lists.first ?? 0
      for revision in (known + 1)...max(known + 1, model.head) where revision <= model.head {
        if model.told.contains(revision) || model.lists.contains(where: { $0 >= revision && $0 > known }) {
          known = revision
        } else {
          Issue.record("\(revision) was never told")
        }
      }
    }
  }

  @Test func aServerThatStopsWithItsLineOpenIsLeftWithinThreeSeconds() {
    var model = Model(servers: 3)
    model.perform(model.machine.start())
    model.step(.zero)
    for _ in 0..<20 {
      model.head += 1
      model.step(.milliseconds(100))
    }
    let first = model.line?.server
    model.isStopped[first ?? 0] = true
    let stopped = model.now
    while model.line?.server == first, model.now - stopped < .seconds(12) {
      model.head += 1
      model.step(.milliseconds(100))
    }
    #expect(model.now - stopped < .seconds(3))
    for _ in 0..<5 { model.step(.milliseconds(100)) }
    #expect(model.told == Array(11...model.head), "and nothing is missing")
  }

  @Test(arguments: [2, 3]) func aServerThatStopsWhileNobodyWritesIsLeftWithinThreeSecondsToo(_ count: Int) {
    var model = Model(servers: count)
    model.perform(model.machine.start())
    for _ in 0..<47 { model.step(.milliseconds(100)) }
    model.isStopped[0] = true
    let stopped = model.now
    while model.line?.server == 0, model.now - stopped < .seconds(12) { model.step(.milliseconds(100)) }
    #expect(model.now - stopped < .seconds(3) && model.offline == nil)
    model.head += 1
    model.step(.milliseconds(100))
    #expect(model.told == [11])
  }

  @Test func aServerWhoseLineHasGoneDeadIsAskedForAnotherOne() {
    var machine = Machine(serverCount: 1)
    _ = machine.start()
    _ = machine.listed(10, at: .zero)
    _ = machine.received(.begun, at: .zero)
    #expect(machine.tick(at: .seconds(1)) == [.probe(server: 0)])
    #expect(machine.probed(0, .success(12), at: .seconds(1)) == [])
    #expect(machine.tick(at: .seconds(2)) == [.probe(server: 0)])
    #expect(machine.probed(0, .success(12), at: .seconds(2)) == [.close, .open(server: 0, from: 11)])
  }

  @Test func aSilentClusterIsNoReasonToMove() {
    var model = Model(servers: 3)
    model.perform(model.machine.start())
    for _ in 0..<200 { model.step(.milliseconds(100)) }
    #expect(model.line?.server == 0 && model.offline == nil)
  }

  @Test func oneServerThatSaysNothingMoreIsSaid() {
    var model = Model(servers: 1)
    model.perform(model.machine.start())
    for _ in 0..<5 { model.step(.milliseconds(100)) }
    model.isStopped[0] = true
    for _ in 0..<40 { model.step(.milliseconds(100)) }
    #expect(model.offline == .some(.some("silent")))
    model.isStopped[0] = false
    for _ in 0..<20 { model.step(.milliseconds(100)) }
    #expect(model.offline == .some(.none))
  }

  @Test func aLineIsTakenUpBehindTheLastRevisionAtTheNextServer() {
    var machine = Machine(serverCount: 2)
    #expect(machine.start() == [.list(isCoalesced: false)])
    #expect(machine.listed(7, at: .zero) == [.open(server: 0, from: 8)])
    _ = machine.received(.begun, at: .zero)
    _ = machine.received(.events([.init(key: [1], content: nil, revision: 9)]), at: .zero)
    #expect(machine.ended("cut", at: .zero) == [.open(server: 1, from: 10)])
    #expect(machine.ended("cut", at: .zero) == [.offline("cut")])
    #expect(machine.tick(at: .milliseconds(99)) == [])
    #expect(machine.tick(at: .milliseconds(100)) == [.open(server: 0, from: 10)])
    #expect(machine.received(.begun, at: .seconds(1)) == [.offline(nil)])
    let known: [EtcdWatchReply.Event] = [.init(key: [1], content: nil, revision: 9)]
    #expect(machine.received(.events(known), at: .seconds(1)) == [], "told already")
    #expect(machine.received(.compacted, at: .seconds(1)) == [.close, .list(isCoalesced: true)])
  }

  @Test func linesAreFoundInPiecesOfAnySize() {
    let text = Array("{\"a\":1}\n{}\n".utf8)
    for size in 1...text.count {
      var collector = LineCollector()
      var lines: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        collector.append(Array(text[start..<min(start + size, text.count)]))
        while let line = collector.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      }
      #expect(lines == ["{\"a\":1}", "{}"])
    }
  }

  @Test func anEntryComesBackAsItWas() {
    for bytes in [nil, [], Array("{\n}".utf8), [0xff, 10, 0]] as [[UInt8]?] {
      let entry = EtcdEntry(bytes, version: 3, write: "w-1", at: 5)
      #expect(EtcdEntry(stored: entry.stored) == entry)
    }
    for text in ["1", "{\"bindhost\":1}", "{\"bindhost\":2}\n1", "", "\n"] {
      #expect(EtcdEntry(stored: Array(text.utf8)).bytes == Array(text.utf8), "\(text)")
    }
  }
}
