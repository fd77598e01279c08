import BindCore
import BindSources
import Foundation
import Synchronization
import Testing

@Suite("The event loop") struct EventLoopTests {
  @Test func signalsArriveAsEventsAndKeepNothingAlive() throws {
    try withRealWorld { real throws in
      var count = 0
      let token = try real.loop.onSignal(SIGUSR1) { count += 1 }
      #expect(!real.loop.isAlive)
      for round in 1...3 {
        kill(getpid(), SIGUSR1)
        try real.wait(for: "signal \(round)") { count == round }
      }
      token.cancel()
      #expect(!token.isActive)
    }
  }

  @Test func whatOtherThreadsPostWakesTheLoopAndKeepsEachThreadsOrder() throws {
    try withRealWorld { real throws in
      let inbox = try real.loop.makeInbox(of: (thread: Int, number: Int).self)
      var arrived: [[Int]] = Array(repeating: [], count: 4)
      var turns = 0
      real.loop.onTurn = {
        turns += 1
        for arrival in inbox.drain() { arrived[arrival.thread].append(arrival.number) }
      }
      for thread in 0..<4 {
        Thread.detachNewThread { for number in 0..<1000 { inbox.post((thread, number)) } }
      }
      // No timer of the test's own: only the posts wake it.
      #expect(real.loop.run(while: { arrived.contains { $0.count < 1000 } }, atMost: .seconds(60)))
      #expect(arrived.allSatisfy { $0 == Array(0..<1000) })
      #expect(turns <= 4001)
    }
  }

  @Test func aPassSeesAPostAlthoughNothingKeepsTheLoopAlive() throws {
    try withRealWorld { real throws in
      let inbox = try real.loop.makeInbox(of: Int.self)
      var drained: [Int] = []
      real.loop.onTurn = { drained += inbox.drain() }
      inbox.post(1)
      #expect(!real.loop.isAlive)
      real.loop.runOnce(waiting: false)
      #expect(drained == [1])
      inbox.post(2)
      real.loop.run()
      #expect(drained == [1, 2])
    }
  }

  @Test func aPostAfterTheEndOfTheLoopHarmsNothing() throws {
    let wakes = Mutex(0)
    var inbox: Inbox<Int>?
    try withRealWorld { real throws in
      inbox = try real.loop.makeInbox(of: Int.self)
      inbox?.post(1)
    }
    #expect(inbox?.post(2) == .accepted)
    inbox?.close()
    #expect(inbox?.post(3) == .closed)
    #expect(inbox?.drain() == [1, 2])
    let small = Inbox<Int>(capacity: 2) { wakes.withLock { $0 += 1 } }
    #expect([small.post(1), small.post(2), small.post(3)] == [.accepted, .accepted, .full])
    #expect(small.refusedCount == 1)
    #expect(wakes.withLock { $0 } == 1, "one wake for all that waits")
    #expect(small.drain() == [1, 2])
    #expect(small.post(4) == .accepted)
    #expect(wakes.withLock { $0 } == 2)
  }

  @Test func aDescriptorOfSomebodyElseIsWatched() throws {
    let pipe = Pipe()
    try withRealWorld { real throws in
      var seen = Data()
      let token = try real.loop.onReadable(pipe.fileHandleForReading.fileDescriptor) {
        seen += pipe.fileHandleForReading.availableData
      }
      try pipe.fileHandleForWriting.write(contentsOf: Data("key".utf8))
      try real.wait(for: "the bytes") { seen == Data("key".utf8) }
      token.cancel()
      #expect(!real.loop.isAlive)
    }
  }

  @Test func stopEndsTheRunAndItCanGoOn() throws {
    try withRealWorld { real throws in
      var ticks = 0
      func tick() {
        ticks += 1
        if ticks == 3 { real.loop.stop() }
        if ticks < 5 { real.world.clock.schedule(after: .milliseconds(1), label: "tick", tick) }
      }
      tick()
      real.loop.run()
      #expect(ticks == 3)
      real.loop.run()
      #expect(ticks == 5)
    }
  }

  @Test func anotherLoopCanDriveThisOne() throws {
    try withRealWorld { real throws in
      var hasRun = false
      real.loop.runOnce(waiting: false)
      #expect(real.loop.backendTimeout == nil || real.loop.backendTimeout == .zero, "nothing to wait for")
      real.world.clock.schedule(after: .milliseconds(20), label: "timer") { hasRun = true }
      let timeout = try #require(real.loop.backendTimeout)
      #expect(timeout > .zero && timeout <= .milliseconds(21))
      while !hasRun {
        var descriptor = pollfd(fd: real.loop.backendDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, Int32((real.loop.backendTimeout ?? .zero).inSeconds * 1000) + 1)
        real.loop.runOnce(waiting: false)
      }
      #expect(!real.loop.isAlive)
    }
  }

  @Test func aThousandTimersAddAndCancelInAnyOrderAndKeepTheirs() throws {
    let random = SeededRandom(seed: 42)
    let virtual = VirtualWorld(permissions: .everything)
    var expected: [(due: Int64, number: Int)] = []
    var ran: [Int] = []
    var tokens: [(number: Int, token: any Token)] = []
    for number in 0..<1000 {
      let due = random.integer(in: 0...50)
      expected.append((due, number))
      tokens.append((number, virtual.clock.schedule(at: Instant(nanoseconds: due), label: "") { ran.append(number) }))
      if number % 3 == 0 {
        let victim = tokens.remove(at: Int(random.integer(in: 0...Int64(tokens.count - 1))))
        victim.token.cancel()
        expected.removeAll { $0.number == victim.number }
      }
    }
    try virtual.advance(by: .seconds(1))
    #expect(ran == expected.sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map(\.number))
  }

  @Test func durationsAndInstantsDoNotOverflow() {
    #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
    #expect(Duration(clampingSeconds: 1e300).wholeNanoseconds == .max)
    #expect(Duration(clampingSeconds: -.infinity).wholeNanoseconds == .min)
    #expect(Duration(clampingSeconds: .nan) == .zero)
    #expect(Duration(clampingSeconds: 0.25) == .milliseconds(250))
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Instant(nanoseconds: .min) - Instant(nanoseconds: .max) == .nanoseconds(Int64.min))
  }
}
