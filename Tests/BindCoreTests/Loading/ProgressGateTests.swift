import BindCore
import Testing

/// CONTRACT L-13, L-19: at most one change in a gap, and the last one always.
@Suite struct ProgressGateTests {
  private func news(_ done: Double) -> LoadEvent.Progress { LoadEvent.Progress(done: done) }

  @Test func whatIsShownAtTheEndOfAGapBeginsTheNextOne() {
    var gate = ProgressGate()
    func isShown(_ done: Double) -> Bool { gate.accept(news(done)) }
    func gapEnds() -> Bool { gate.gapEnded() }
    #expect(isShown(1) && gate.shown == news(1))
    #expect(!isShown(2) && !isShown(3) && gate.shown == news(1))
    #expect(gapEnds() && gate.shown == news(3))
    #expect(!isShown(4), "the gap has begun anew")
    #expect(gapEnds() && gate.shown == news(4))
    #expect(!gapEnds(), "nothing has come")
    #expect(isShown(5), "no gap follows where nothing was shown")
    #expect(!isShown(6))
    gate.flush()
    #expect(gate.shown == news(6), "the last one is shown before the answer")
    #expect(!gapEnds())
  }

  @Test func anAttemptBeginsWithoutProgressAndWhatIsCalledOffTakesItsOwnBack() {
    var gate = ProgressGate()
    func isShown(_ done: Double) -> Bool { gate.accept(news(done)) }
    gate.note(.start(generation: 1, attempt: 1))
    _ = gate.accept(news(1))
    gate.note(.settle(generation: 1, .cancelled))
    #expect(gate.shown == nil)
    gate.note(.start(generation: 2, attempt: 1))
    _ = gate.accept(news(2))
    gate.note(.settle(generation: 2, .loaded))
    #expect(gate.shown == news(2))
    gate.note(.start(generation: 3, attempt: 1))
    #expect(gate.shown == nil && isShown(1))
    gate.note(.start(generation: 3, attempt: 2))
    #expect(gate.shown == nil && isShown(1), "an attempt is told of at once")
    gate.note(.settle(generation: 3, .cancelled))
    #expect(gate.shown == news(2))
    gate.note(.forget)
    gate.note(.start(generation: 4, attempt: 1))
    gate.note(.settle(generation: 4, .cancelled))
    #expect(gate.shown == nil)
  }
}
