import BindCore
import BindSources
import Testing

@Suite("The virtual World") struct VirtualWorldTests {
  let virtual = VirtualWorld(permissions: .everything)

  @Test func advanceRunsWhatIsDueUpToAndIncludingItsEnd() throws {
    var ran: [Int] = []
    for seconds in [1, 2, 3] {
      virtual.clock.schedule(after: .seconds(seconds), label: "\(seconds)") { ran.append(seconds) }
    }
    try virtual.advance(by: .seconds(2))
    #expect(ran == [1, 2])
    #expect(virtual.clock.now == Instant(nanoseconds: 2_000_000_000))
    #expect(virtual.clock.pendingTimers == 1)
    #expect(virtual.clock.next?.label == "3")
    try virtual.advance(by: .milliseconds(999))
    #expect(ran == [1, 2])
    try virtual.advance(by: .milliseconds(1))
    #expect(ran == [1, 2, 3])
  }

  @Test func aTimerSeesItsOwnDueTimeAndMayMakeOthersInsideTheSameAdvance() throws {
    defer { virtual.close() }
    var seen: [Int64] = []
    func tick() {
      seen.append(virtual.clock.now.nanoseconds / 1_000_000_000)
      virtual.clock.schedule(after: .seconds(10), label: "tick", tick)
    }
    virtual.clock.schedule(after: .seconds(10), label: "tick", tick)
    try virtual.advance(by: .seconds(35))
    #expect(seen == [10, 20, 30])
  }

  @Test func theWallClockStartsIn2026AndFollowsUnlessItIsSet() throws {
    #expect(virtual.clock.date == WallTime(seconds: 1_767_225_600))
    try virtual.advance(by: .seconds(90))
    #expect(virtual.clock.date.seconds == 1_767_225_690)
    virtual.clock.set(date: WallTime(seconds: 1000))
    try virtual.advance(by: .seconds(5))
    #expect(virtual.clock.date.seconds == 1005)
    #expect(virtual.clock.now == Instant(nanoseconds: 95_000_000_000), "the monotonic clock knows nothing of it")
  }

  @Test func whatBecameDueDuringASleepRunsLate() throws {
    var at: [Int64] = []
    for seconds in [1, 5] {
      virtual.clock.schedule(after: .seconds(seconds), label: "\(seconds)") {
        at.append(virtual.clock.now.nanoseconds / 1_000_000_000)
      }
    }
    virtual.clock.sleep(for: .seconds(3))
    #expect(at.isEmpty)
    try virtual.advance(by: .zero)
    #expect(at == [3])
    try virtual.advance(by: .seconds(2))
    #expect(at == [3, 5])
  }

  @Test func aTimerThatLetsNoTimePassIsNamed() {
    defer { virtual.close() }
    func again() { virtual.clock.schedule(after: .zero, label: "spin", again) }
    again()
    #expect(throws: ClockStuck(label: "spin")) { try virtual.advance(by: .seconds(1)) }
  }

  @Test func aWeekOfAMinuteJobTakesLittleTime() throws {
    defer { virtual.close() }
    var runs = 0
    func run() {
      runs += 1
      virtual.clock.schedule(after: .seconds(60), label: "job", run)
    }
    virtual.clock.schedule(after: .seconds(60), label: "job", run)
    let started = ContinuousClock.now
    try virtual.advance(by: .seconds(7 * 24 * 3600))
    #expect(runs == 7 * 24 * 60)
    #expect(ContinuousClock.now - started < .seconds(60))
  }

  @Test func aStubMayTakeItsTime() throws {
    virtual.processes.stub("slow") { [clock = virtual.clock] process in
      process.write(Array("one\n".utf8))
      clock.schedule(after: .seconds(5), label: "slow") {
        process.write(Array("two\n".utf8))
        process.finish(.exited(2))
      }
    }
    var pieces: [String] = []
    var outcome: ProcessOutcome?
    try virtual.world.processes.spawn(.init(argv: ["slow"])) {
      pieces.append(text($1))
    } completion: {
      outcome = $0
    }
    try virtual.advance(by: .seconds(4))
    #expect(pieces == ["one\n"])
    #expect(outcome == nil)
    try virtual.advance(by: .seconds(1))
    #expect(pieces == ["one\n", "two\n"])
    #expect(outcome.map { text($0.out) } == "one\ntwo\n")
    #expect(outcome?.failure?.status == 2)
  }

  @Test func aStubIsToldOfATimeOutAndOfACancel() throws {
    var told = 0
    virtual.processes.stub("never") { process in process.onCancel = { told += 1 } }
    var outcome: ProcessOutcome?
    try virtual.world.processes.spawn(.init(argv: ["never"], timeout: .seconds(3))) { outcome = $0 }
    try virtual.advance(by: .milliseconds(2999))
    #expect(outcome == nil)
    try virtual.advance(by: .milliseconds(1))
    #expect(outcome?.failure?.kind == .timeout)
    #expect(told == 1)
    let token = try virtual.world.processes.spawn(.init(argv: ["never"])) { _ in Issue.record("cancelled") }
    try virtual.advance(by: .zero)
    token.cancel()
    try virtual.advance(by: .seconds(1))
    #expect(told == 2)
    #expect(!virtual.isAlive)
  }

  @Test func equalSeedsGiveEqualChance() {
    let numbers = { (seed: UInt64) in
      let random = VirtualWorld(permissions: .everything, seed: seed).world.random
      return (0..<100).map { _ in random.next() }
    }
    #expect(numbers(7) == numbers(7))
    #expect(numbers(7) != numbers(8))
    // The first numbers of xoshiro256** from a SplitMix64 of seed 0, as its authors' programs give them.
    #expect(Array(numbers(0).prefix(2)) == [0x99ec_5f36_cb75_f2b4, 0xbf6e_1f78_4956_452a])
    let random = SeededRandom(seed: 3)
    for _ in 0..<1000 {
      #expect((0..<1).contains(random.fraction()))
      #expect((-3...3).contains(random.integer(in: -3...3)))
      #expect((.zero..<Duration.seconds(1)).contains(random.duration(below: .seconds(1))))
    }
  }
}
