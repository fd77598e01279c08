import BindCore
import Testing

import class BindHost.Host
import struct BindHost.HostOptions

/// Values that wait for time, whose host may go before them.
@Suite(.ownThread) struct RefTimeTests {
  @Test func whatTheClockOfAClosedHostHoldsBackIsTheValueAsItIs() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { Issue.record("\($0)") })
    let cell = Ref(1, name: "cell")
    var log: [String] = []
    let debounced = try cell.debounce(.seconds(60)), throttled = try cell.throttle(.seconds(60))
    try debounced.observe { log.append("debounced \($0)") }
    try throttled.observe { log.append("throttled \($0)") }
    let unseen = try cell.debounce(.seconds(60))
    try cell.set(2)
    #expect(log == ["debounced 1", "throttled 1"])
    host.close()
    #expect(log == ["debounced 1", "throttled 1", "debounced 2", "throttled 2"])
    try cell.set(3)
    #expect(log.suffix(2) == ["debounced 3", "throttled 3"])
    #expect(try debounced.get() == 3 && throttled.get() == 3 && unseen.get() == 3)
  }

  @Test func aCellThatHasGoneIsNotKeptByTheHostOfItsClock() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { Issue.record("\($0)") })
    let cell = Ref(1)
    weak let gone = try cell.debounce(.seconds(1)).cell
    #expect(gone == nil)
    host.close()
    try cell.set(2)
    #expect(try cell.get() == 2)
  }
}
