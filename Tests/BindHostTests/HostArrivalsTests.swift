import BindCore
import BindHost
import Foundation
import Testing

@Suite(.serialized) struct HostArrivalsTests {
  @Test func updatesFromEightThreadsAllArriveInTheOrderOfEachThread() throws {
    let host = try Host(HostOptions(scriptFolder: "/nowhere") { Issue.record("\($0)") })
    defer { host.close() }
    let value = Bindable([0, -1])
    var last = [Int](repeating: -1, count: 8)
    var count = 0
    value.observe(initial: false) { pair in
      count += 1
      #expect(pair[1] > last[pair[0]])
      last[pair[0]] = pair[1]
    }
    let update: @Sendable ([Int]) -> Void = value.arrivals.update
    let group = DispatchGroup()
    // Threads of their own: the dispatch pool starts none while other tests keep every core busy.
    for thread in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for step in 0..<500 { update([thread, step]) }
        group.leave()
      }
    }
    let deadline = Date().addingTimeInterval(30)
    while count < 4000, Date() < deadline { host.pump() }
    group.wait()
    #expect(count == 4000)
    #expect(last.allSatisfy { $0 == 499 })
  }

  @Test func twoThousandConcurrentIncrementsGiveTwoThousand() throws {
    let host = try Host(HostOptions(scriptFolder: "/nowhere") { Issue.record("\($0)") })
    defer { host.close() }
    let value = Bindable(0)
    var isTorn = false
    var last = 0
    // Each is a turn of its own, so each is seen.
    value.observe(initial: false) { new in
      if new != last + 1 { isTorn = true }
      last = new
    }
    let arrivals = value.arrivals
    let group = DispatchGroup()
    for _ in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<250 { arrivals.modify { $0 += 1 } }
        group.leave()
      }
    }
    let deadline = Date().addingTimeInterval(30)
    while value.value != 2000, Date() < deadline { host.pump() }
    group.wait()
    host.pump()
    #expect(value.value == 2000)
    #expect(last == 2000 && !isTorn)
  }

  @Test func theOwnerOfAFullBoxDoesNotWaitForItself() {
    let engine = Engine()
    let value = Bindable(0, engine: engine)
    let arrivals = value.arrivals
    for number in 1...70_000 { arrivals.update(number) }
    #expect(engine.takeArrivals() == 70_000)
    #expect(value.value == 70_000)
  }

  @Test func nobodyWaitsForAnEngineThatHasDied() {
    var value: Bindable<Int>? = Bindable(0, engine: Engine())
    let arrivals = value?.arrivals
    value = nil
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for number in 1...70_000 { arrivals?.update(number) }
      ended.signal()
    }
    #expect(ended.wait(timeout: .now() + 120) == .success)
  }

  @Test func whatArrivesAfterTheBindableHasDiedIsDropped() {
    let engine = Engine()
    var value: Bindable<Int>? = Bindable(1, engine: engine)
    let arrivals = value?.arrivals
    arrivals?.update(2)
    value = nil
    arrivals?.update(3)
    #expect(engine.takeArrivals() == 2)
  }
}
