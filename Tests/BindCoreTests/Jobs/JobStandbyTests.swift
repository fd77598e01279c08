@testable import BindCore
import Testing

/// A job of several machines where it does not run.
@Suite("A job that stands by") struct JobStandbyTests {
  private func moment(_ seconds: Double) -> Moment {
    Moment(now: Instant(nanoseconds: Int64(seconds * 1e9)), date: WallTime(seconds: 1000 + seconds))
  }

  private func machine(_ schedule: JobSchedule) -> JobMachine {
    JobMachine(policy: JobPolicy(schedule: schedule), isStandingBy: true)
  }

  private func starts(_ actions: [JobMachine.Action]) -> Int {
    actions.count { if case .start = $0 { true } else { false } }
  }

  @Test func nothingRunsUntilTheLockIsHereAndThenAtOnce() {
    var job = machine(.everyFromStart(.seconds(1)))
    #expect(starts(job.declared(at: moment(0))) == 0)
    #expect(starts(job.due(at: moment(5))) == 0 && starts(job.triggered(at: moment(5))) == 0)
    #expect(job.nextRun(at: moment(5)) == nil)
    let taken = job.takeOver(at: moment(6))
    #expect(taken.contains(.schedule(moment(6).now)))
    #expect(starts(job.due(at: moment(6))) == 1)
  }

  @Test func whatWasAskedForMeanwhileBeginsWithTheLock() {
    var job = machine(.manual)
    _ = job.declared(at: moment(0))
    #expect(starts(job.load(at: moment(1))) == 0 && job.isExpected)
    #expect(starts(job.takeOver(at: moment(2))) == 1 && !job.isExpected)
  }

  @Test func whoeverLosesTheLockCallsOffItsRunAndTakesUpItsScheduleLater() {
    var job = machine(.everyFromStart(.seconds(1)))
    _ = job.declared(at: moment(0))
    _ = job.takeOver(at: moment(0))
    #expect(starts(job.due(at: moment(0))) == 1)
    #expect(job.standBy().contains(.cancel))
    #expect(job.standBy() == [])
    _ = job.gone(at: moment(0))
    #expect(starts(job.due(at: moment(3))) == 0)
    _ = job.takeOver(at: moment(4))
    #expect(starts(job.due(at: moment(5))) == 1)
  }

  @Test func aPausedOneStaysPausedWithTheLock() {
    var job = machine(.everyFromStart(.seconds(1)))
    _ = job.declared(at: moment(0))
    _ = job.pause()
    #expect(job.takeOver(at: moment(1)) == [.publish])
    #expect(starts(job.due(at: moment(2))) == 0)
    _ = job.resume(at: moment(3))
    #expect(starts(job.due(at: moment(3))) == 1)
  }
}
