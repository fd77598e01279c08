import BindCore
import TestSupport
import Testing

/// When jobs run, as a pure machine: overlap, what was missed, pauses, clocks that are set.
@Suite struct JobMachineTests {
  private typealias Machine = JobMachine

  private func moment(_ seconds: Double, wall: Double? = nil) -> Moment {
    Moment(now: Instant(nanoseconds: Int64((seconds * 1e9).rounded())), date: WallTime(seconds: wall ?? 1000 + seconds))
  }

  private func every(_ seconds: Double, _ change: (inout JobPolicy) -> Void = { _ in }) -> Machine {
    var policy = JobPolicy(schedule: .everyFromStart(.milliseconds(Int64(seconds * 1000))))
    change(&policy)
    return Machine(policy: policy)
  }

  private func fires(_ actions: [Machine.Action]) -> [Fire] {
    actions.compactMap { if case .start(_, let fire) = $0 { fire } else { nil } }
  }

  private func due(_ actions: [Machine.Action]) -> Double? {
    for case .schedule(let instant) in actions.reversed() { return Double(instant.nanoseconds) / 1e9 }
    return nil
  }

  @Test func everyRunsAtOnceAndOnItsGrid() {
    var machine = every(10)
    #expect(due(machine.declared(at: moment(3))) == 3)
    var actions = machine.due(at: moment(3))
    #expect(fires(actions).count == 1 && due(actions) == 13)
    _ = machine.ended(run: 1, succeeded: true, at: moment(5))
    actions = machine.due(at: moment(13.2))
    #expect(fires(actions).first?.nominal.seconds == 1013 && due(actions) == 23)
    var later = every(10) { $0.immediate = false }
    #expect(due(later.declared(at: moment(3))) == 13)
  }

  @Test func fromTheEndWaitsAfterEachRun() {
    var machine = Machine(policy: JobPolicy(schedule: .everyFromEnd(.seconds(10))))
    _ = machine.declared(at: moment(0))
    #expect(due(machine.due(at: moment(0))) == nil)
    #expect(due(machine.ended(run: 1, succeeded: false, at: moment(4))) == 14)
    #expect(machine.failures == 1)
  }

  @Test func aRunThatWasCalledOffWithWhatItWaitedForCountsAsNothingAndTheNextOneComes() {
    var machine = Machine(policy: JobPolicy(schedule: .everyFromEnd(.seconds(10))))
    _ = machine.declared(at: moment(0))
    _ = machine.due(at: moment(0))
    #expect(due(machine.calledOff(run: 1, at: moment(4))) == 14)
    #expect(machine.failures == 0 && !machine.isActive)
    #expect(machine.calledOff(run: 1, at: moment(5)).isEmpty)
    var queue = every(1) { $0.overlap = .queue }
    _ = queue.declared(at: moment(0))
    _ = queue.due(at: moment(0))
    _ = queue.due(at: moment(1))
    #expect(fires(queue.calledOff(run: 1, at: moment(1.5))).count == 1, "the one that waits begins")
  }

  @Test func aRunThatIsDueMeanwhileIsSkippedQueuedOrReplaces() {
    var skip = every(1)
    _ = skip.declared(at: moment(0))
    _ = skip.due(at: moment(0))
    #expect(fires(skip.due(at: moment(1))).isEmpty && skip.skipped == 1)

    var queue = every(1) { $0.overlap = .queue }
    _ = queue.declared(at: moment(0))
    _ = queue.due(at: moment(0))
    _ = queue.due(at: moment(1))
    _ = queue.due(at: moment(2))
    #expect(queue.skipped == 1)
    let next = fires(queue.ended(run: 1, succeeded: true, at: moment(2.5)))
    #expect(next.count == 1 && next[0].nominal.seconds == 1002)
    #expect(fires(queue.ended(run: 2, succeeded: true, at: moment(2.6))).isEmpty)

    var replace = every(1) { $0.overlap = .replace }
    _ = replace.declared(at: moment(0))
    _ = replace.due(at: moment(0))
    let actions = replace.due(at: moment(1))
    #expect(actions.contains(.cancel) && fires(actions).isEmpty, "the old one goes first")
    #expect(fires(replace.due(at: moment(2))).isEmpty, "it has not gone yet")
    let after = fires(replace.gone(at: moment(2.5)))
    #expect(after.count == 1 && after[0].nominal.seconds == 1002 && replace.skipped == 1)
    #expect(replace.ended(run: 1, succeeded: true, at: moment(3)).isEmpty, "the old one is not heard any more")

    var two = every(1) { $0.overlap = .parallel(2) }
    _ = two.declared(at: moment(0))
    #expect(fires(two.due(at: moment(0))).count == 1 && fires(two.due(at: moment(1))).count == 1)
    #expect(fires(two.due(at: moment(2))).isEmpty && two.skipped == 1 && two.running == [1, 2])
  }

  @Test func whatWasMissedIsOneRunTheFirstAllOrNone() {
    func late(_ misfire: Misfire) -> (Machine, [Fire]) {
      var machine = every(10) { $0.misfire = misfire }
      _ = machine.declared(at: moment(0))
      _ = machine.due(at: moment(0))
      _ = machine.ended(run: 1, succeeded: true, at: moment(1))
      // Due at 10, 20, 30, 40; the host was away until 45.
      let actions = machine.due(at: moment(45))
      #expect(due(actions) == 50)
      return (machine, fires(actions))
    }
    let (latest, one) = late(.latest)
    #expect(one.map(\.nominal.seconds) == [1040] && one[0].missed == 3 && latest.missed == 3)
    #expect(late(.earliest).1.map(\.nominal.seconds) == [1010])
    var (none, nothing) = late(.none)
    #expect(nothing.isEmpty && none.missed == 4)
    #expect(fires(none.due(at: moment(50))).first?.missed == 4, "the next run is told")
    var (all, first) = late(.all)
    #expect(first.map(\.nominal.seconds) == [1010] && all.missed == 0)
    for (run, nominal) in [(2, 1020.0), (3, 1030), (4, 1040)] {
      #expect(fires(all.ended(run: run, succeeded: true, at: moment(46))).map(\.nominal.seconds) == [nominal])
    }
    #expect(fires(all.ended(run: 5, succeeded: true, at: moment(47))).isEmpty)
  }

  @Test func oneThatIsALittleLateIsNoMisfire() {
    var machine = every(10) { $0.misfire = .none }
    _ = machine.declared(at: moment(0))
    _ = machine.due(at: moment(0))
    _ = machine.ended(run: 1, succeeded: true, at: moment(0))
    #expect(fires(machine.due(at: moment(11))).count == 1, "within the grace of a second")
    _ = machine.ended(run: 2, succeeded: true, at: moment(11))
    #expect(fires(machine.due(at: moment(21.1))).isEmpty && machine.missed == 1)
  }

  @Test func yearsThatWereMissedAreCountedAndNotReplayed() {
    var machine = every(0.001) { $0.misfire = .all }
    _ = machine.declared(at: moment(0))
    _ = machine.due(at: moment(0))
    _ = machine.ended(run: 1, succeeded: true, at: moment(0))
    _ = machine.due(at: moment(1_000_000))
    #expect(machine.missed == 1_000_000_000 - JobPolicy.backlogLimit)
  }

  @Test func manyFailuresInARowEndIt() {
    var machine = every(1) { $0.disableAfter = 2 }
    _ = machine.declared(at: moment(0))
    for run in 1...2 {
      #expect(fires(machine.due(at: moment(Double(run - 1)))).count == 1)
      let actions = machine.ended(run: run, succeeded: false, at: moment(Double(run) - 0.5))
      #expect(actions.contains(.disabled(failures: 2)) == (run == 2))
    }
    #expect(machine.isPaused && machine.nextRun(at: moment(2)) == nil)
    #expect(due(machine.resume(at: moment(7.5))) == 8, "on its old grid")
  }

  @Test func aRunByHandSupersedes() {
    var machine = every(10)
    _ = machine.declared(at: moment(0))
    _ = machine.due(at: moment(0))
    #expect(machine.load(at: moment(1)).isEmpty, "load joins")
    #expect(machine.refresh(at: moment(1)).contains(.cancel))
    #expect(fires(machine.gone(at: moment(1))).count == 1 && machine.runs == 2)
    #expect(machine.cancel(at: moment(2)).contains(.cancel))
    #expect(fires(machine.gone(at: moment(2))).isEmpty)
    #expect(machine.cancel(at: moment(2)).isEmpty, "a second time is nothing")
  }

  @Test func jitterIsLessThanTheTimeToTheNext() {
    for chance in [0.0, 0.3, 1] {
      var machine = every(10) { $0.jitter = .seconds(60) }
      let start = due(machine.declared(at: moment(0), chance: chance)) ?? -1
      #expect(start >= 0 && start < 10)
      let next = due(machine.due(at: moment(start), chance: chance)) ?? -1
      #expect(next >= 10 && next < 20)
    }
    var stable = every(10) {
      $0.jitter = .seconds(5)
      $0.splay = 0.5
    }
    let first = due(stable.declared(at: moment(0), chance: 0.9)) ?? 0
    #expect(
      abs(first - 2.4975) < 0.001 && abs((due(stable.due(at: moment(first), chance: 0.1)) ?? 0) - first - 10) < 0.001)
  }

  // MARK: The wall clock

  private func hourly() throws -> Machine {
    Machine(policy: JobPolicy(schedule: .cron(CronCalendar(try CronExpression("0 * * * *"), in: Greenwich()))))
  }

  @Test func aWallClockIsLookedAtAgainAndAgain() throws {
    var machine = try hourly()
    let actions = machine.declared(at: moment(0, wall: 3000))
    #expect(due(actions) == 60, "the next hour is far away, but the clock may be set")
    #expect(machine.nextRun(at: moment(0, wall: 3000))?.seconds == 3600)
    #expect(fires(machine.due(at: moment(60, wall: 3060))).isEmpty)
    #expect(fires(machine.due(at: moment(600, wall: 3600))).map(\.nominal.seconds) == [3600])
  }

  @Test func aClockSetBackFiresNothingTwiceAndOneSetForwardHasMissed() throws {
    var machine = try hourly()
    _ = machine.declared(at: moment(0, wall: 3590))
    #expect(fires(machine.due(at: moment(10, wall: 3600))).count == 1)
    _ = machine.ended(run: 1, succeeded: true, at: moment(11, wall: 3601))
    _ = machine.due(at: moment(20, wall: 1800))
    #expect(fires(machine.due(at: moment(1820, wall: 3600))).isEmpty, "3600 has been")
    let jumped = fires(machine.due(at: moment(1830, wall: 18_000 + 5)))
    #expect(jumped.map(\.nominal.seconds) == [18_000] && jumped[0].missed == 3)
  }

  @Test func atRunsOnce() {
    var machine = Machine(policy: JobPolicy(schedule: .at(WallTime(seconds: 1100))))
    _ = machine.declared(at: moment(0))
    #expect(fires(machine.due(at: moment(60))).isEmpty)
    #expect(fires(machine.due(at: moment(100))).count == 1)
    _ = machine.ended(run: 1, succeeded: true, at: moment(101))
    #expect(machine.nextRun(at: moment(101)) == nil)
  }

  @Test func idsTellRunsApartAndAreTheSameAfterARestart() {
    let fire = Fire(nominal: WallTime(seconds: 3600), actual: WallTime(seconds: 3601), missed: 0)
    let again = Fire(nominal: WallTime(seconds: 3600), actual: WallTime(seconds: 9999), missed: 4)
    let other = Fire(nominal: WallTime(seconds: 7200), actual: WallTime(seconds: 7200), missed: 0)
    #expect(fire.id(of: "sync") == again.id(of: "sync") && fire.id(of: "sync").count == 16)
    #expect(Set([fire.id(of: "sync"), other.id(of: "sync"), fire.id(of: "other")]).count == 3)
  }

  // MARK: Random runs

  @Test func randomRunsKeepTheRules() {
    for seed in 0..<UInt64(3000) {
      var dice = Dice(state: seed)
      var policy = JobPolicy(
        schedule: [.everyFromStart(.seconds(3)), .everyFromEnd(.seconds(3)), .manual][dice.below(3)])
      policy.overlap = [.skip, .queue, .replace, .parallel(2)][dice.below(4)]
      policy.misfire = Misfire.allCases[dice.below(4)]
      var machine = Machine(policy: policy)
      var now = 0.0
      var running: Set<Int> = []
      var leaving = false
      var timer: Double?
      var lastNominal = -1.0
      var started = 0
      func limit() -> Int { if case .parallel(let limit) = policy.overlap { limit } else { 1 } }
      func perform(_ actions: [Machine.Action], _ note: String) {
        for action in actions {
          switch action {
          case .start(let run, let fire):
            #expect(!leaving, "\(note): a run begins before the old one has gone")
            #expect(running.insert(run).inserted && running.count <= limit(), "\(note): \(running)")
            #expect(fire.actual.seconds == 1000 + now && fire.nominal <= fire.actual, "\(note)")
            lastNominal = max(lastNominal, fire.nominal.seconds)
            started += 1
          case .cancel:
            #expect(!leaving && !running.isEmpty, "\(note)")
            running = []
            leaving = true
          case .schedule(let instant): timer = Double(instant.nanoseconds) / 1e9
          case .unschedule: timer = nil
          case .publish, .disabled: break
          }
        }
        #expect(machine.running == running && machine.runs == started, "\(note)")
      }
      perform(machine.declared(at: moment(now)), "seed \(seed)")
      for step in 0..<80 {
        let note = "seed \(seed), step \(step)"
        switch dice.below(9) {
        case 0: perform(machine.refresh(at: moment(now)), note)
        case 1: perform(machine.load(at: moment(now)), note)
        case 2: perform(machine.cancel(at: moment(now)), note)
        case 3: perform(machine.triggered(at: moment(now)), note)
        case 4 where leaving:
          leaving = false
          perform(machine.gone(at: moment(now)), note)
        case 4, 5:
          if let run = running.min() {
            running.remove(run)
            if dice.below(5) == 0 {
              perform(machine.calledOff(run: run, at: moment(now)), note)
            } else {
              perform(machine.ended(run: run, succeeded: dice.below(3) > 0, at: moment(now)), note)
            }
          }
        case 6: now += Double(dice.below(20)) / 4
        default:
          if let due = timer {
            timer = nil
            now = max(now, due)
            perform(machine.due(at: moment(now)), note)
          }
        }
        // A timetable goes on unless it waits for the end of a run.
        if case .everyFromStart = policy.schedule { #expect(timer != nil, "\(note)") }
        if case .everyFromEnd = policy.schedule, running.isEmpty, !leaving { #expect(timer != nil, "\(note)") }
      }
      leaving = false
      let ending = machine.stop()
      #expect(ending.contains(.unschedule) && ending.contains(.cancel) == !running.isEmpty, "seed \(seed)")
      #expect(machine.refresh(at: moment(now)).isEmpty && machine.due(at: moment(now)).isEmpty, "seed \(seed)")
    }
  }
}
