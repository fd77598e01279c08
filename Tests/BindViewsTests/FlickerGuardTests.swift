import BindCore
import BindViews
import Testing

/// L-18: what is presented, in milliseconds from the start.
@Suite final class FlickerGuardTests {
  private var machine = FlickerGuard()
  private let start = Instant(nanoseconds: 0)

  private func tell(_ face: Face, at time: Int, isCalledOff: Bool = false) -> Int? {
    machine.update(face, isCalledOff: isCalledOff, at: start + .milliseconds(time)).map {
      Int(($0 - start) / .milliseconds(1))
    }
  }

  @Test func loadingIsPresentedAfterItsDelayOnly() {
    #expect(tell(.loading, at: 0) == 200)
    #expect(machine.presented == nil)
    #expect(tell(.loading, at: 199) == 200)
    #expect(tell(.loading, at: 200) == nil)
    #expect(machine.presented == .loading)
  }

  @Test func anAnswerWithinTheDelayIsPresentedAtOnce() {
    _ = tell(.loading, at: 0)
    #expect(tell(.loaded, at: 150) == nil)
    #expect(machine.presented == .loaded)
  }

  @Test func whatIsPresentedAsLoadingStaysForAWhile() {
    _ = tell(.loading, at: 0)
    _ = tell(.loading, at: 200)
    #expect(tell(.loaded, at: 250) == 600)
    #expect(machine.presented == .loading)
    #expect(tell(.failed, at: 599) == 600)
    #expect(tell(.failed, at: 600) == nil)
    #expect(machine.presented == .failed)
  }

  @Test func afterThatTimeAnAnswerIsPresentedAtOnce() {
    _ = tell(.loading, at: 0)
    _ = tell(.loading, at: 200)
    #expect(tell(.loaded, at: 601) == nil)
    #expect(machine.presented == .loaded)
  }

  @Test func aRetryShowsTheFailureUntilTheDelayHasPassed() {
    _ = tell(.failed, at: 0)
    #expect(tell(.loading, at: 10) == 210)
    #expect(machine.presented == .failed)
    #expect(tell(.loading, at: 210) == nil)
    #expect(machine.presented == .loading)
  }

  @Test func whatIsCalledOffGoesAtOnce() {
    _ = tell(.loading, at: 0)
    _ = tell(.loading, at: 200)
    #expect(tell(.idle, at: 210) == nil)
    #expect(machine.presented == .idle)
    _ = tell(.loading, at: 300)
    _ = tell(.loading, at: 500)
    #expect(tell(.failed, at: 510, isCalledOff: true) == nil)
    #expect(machine.presented == .failed)
  }

  @Test func aReloadIsNoLoading() {
    _ = tell(.loaded, at: 0)
    for face in [Face.reloading, .degraded, .loaded] {
      #expect(tell(face, at: 5) == nil)
      #expect(machine.presented == face)
    }
  }

  @Test func aSecondLoadingHasADelayOfItsOwn() {
    _ = tell(.loading, at: 0)
    _ = tell(.idle, at: 100)
    #expect(tell(.loading, at: 150) == 350)
  }
}
