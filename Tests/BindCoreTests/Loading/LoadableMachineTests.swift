import BindCore
import TestSupport
import Testing

/// CONTRACT 2.2 to 2.5 as a pure machine: the table row by row, then random runs against a world of fetches.
@Suite struct LoadableMachineTests {
  private typealias Machine = LoadableMachine

  private func after(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  /// A machine brought into a face by the events of the table.
  private func machine(_ face: Face, observed: Bool = true, policy: LoadablePolicy = LoadablePolicy()) -> Machine {
    var machine = Machine(policy: policy)
    let now = after(0)
    switch face {
    case .idle:
      if observed {
        _ = machine.observed(at: now)
        _ = machine.cancel(at: now)
      }
      return machine
    case .loading: _ = machine.observed(at: now)
    case .failed:
      _ = machine.observed(at: now)
      _ = machine.failed(1, isRetryable: false, chance: 1, at: now)
    case .loaded, .reloading, .degraded:
      _ = machine.observed(at: now)
      _ = machine.succeeded(1, at: now)
    }
    if face == .reloading || face == .degraded { _ = machine.refresh(at: now) }
    if face == .degraded { _ = machine.failed(2, isRetryable: false, chance: 1, at: now) }
    if !observed { _ = machine.unobserved(at: now) }
    return machine
  }

  private func starts(_ actions: [Machine.Action]) -> [Int] {
    actions.compactMap { if case .start(let generation, _) = $0 { generation } else { nil } }
  }

  @Test(arguments: [Face.idle, .loading, .failed, .loaded, .reloading, .degraded])
  func theMachineComesIntoEachFace(_ face: Face) { #expect(machine(face).face == face) }

  @Test func aFirstObserverStartsUnlessSomethingRunsOrAFreshValueIsThere() {
    let expected: [(Face, Face)] = [
      (.idle, .loading), (.loading, .loading), (.failed, .loading), (.loaded, .reloading), (.reloading, .reloading),
      (.degraded, .reloading),
    ]
    for (before, after) in expected {
      var policy = LoadablePolicy()
      policy.linger = .seconds(1)
      var machine = machine(before, observed: false, policy: policy)
      let generation = machine.generation
      _ = machine.observed(at: self.after(0.5))
      #expect(machine.face == after, "\(before)")
      #expect(machine.generation - generation == (before == after ? 0 : 1), "\(before)")
    }
    var policy = LoadablePolicy()
    policy.fresh = .lasting(.seconds(10))
    policy.retriesOnObserve = false
    var fresh = machine(.loaded, observed: false, policy: policy)
    #expect(starts(fresh.observed(at: after(9))).isEmpty && fresh.face == .loaded)
    _ = fresh.unobserved(at: after(9))
    #expect(!starts(fresh.observed(at: after(10))).isEmpty)
    var failed = machine(.failed, observed: false, policy: policy)
    #expect(starts(failed.observed(at: after(1))).isEmpty && failed.face == .failed)
  }

  @Test func loadJoinsAndRefreshSupersedesAReloadButNotAFirstLoad() {
    var loading = machine(.loading)
    #expect(starts(loading.load(at: after(1))).isEmpty && starts(loading.refresh(at: after(1))).isEmpty)
    var reloading = machine(.reloading)
    #expect(starts(reloading.load(at: after(1))).isEmpty)
    let actions = reloading.refresh(at: after(1))
    #expect(actions.contains(.abort(generation: 2)) && starts(actions) == [3] && reloading.face == .reloading)
    #expect(reloading.succeeded(2, at: after(2)).isEmpty && reloading.discarded == 1 && reloading.face == .reloading)
    for face in [Face.failed, .degraded, .idle] {
      var machine = machine(face)
      #expect(starts(machine.load(at: after(1))).count == 1, "\(face)")
    }
  }

  @Test func cancelGivesBackTheFaceBeforeAndFoldsWhatWasInvalidated() {
    for (running, before) in [(Face.loading, Face.idle), (.reloading, .loaded)] {
      var machine = machine(running)
      _ = machine.invalidate(at: after(1))
      let actions = machine.cancel(at: after(1))
      #expect(machine.face == before && machine.attempts == 0)
      #expect(machine.isStale == (before == .loaded))
      #expect(actions.contains(.settle(generation: machine.generation, .cancelled)))
      #expect(machine.cancel(at: after(2)).isEmpty)
    }
  }

  @Test func aLoadThatWasCalledOffWithWhatItWaitedForHasNotFailed() {
    for (running, before) in [(Face.loading, Face.idle), (.reloading, .loaded)] {
      var machine = machine(running)
      let generation = machine.generation
      _ = machine.invalidate(at: after(1))
      let actions = machine.calledOff(generation, at: after(1))
      #expect(machine.face == before && machine.attempts == 0 && !machine.hasError)
      #expect(machine.isStale == (before == .loaded))
      #expect(actions.contains(.settle(generation: generation, .cancelled)))
      #expect(!actions.contains(.abort(generation: generation)), "it has ended already")
      #expect(machine.calledOff(generation, at: after(2)).isEmpty && machine.discarded == 1)
    }
    var failed = machine(.degraded)
    _ = failed.refresh(at: after(1))
    _ = failed.calledOff(3, at: after(2))
    #expect(failed.face == .degraded)
    var stream = machine(.loading)
    _ = stream.item(1, at: after(1))
    _ = stream.calledOff(1, at: after(2))
    #expect(stream.face == .loaded && stream.isStale && !stream.isOpen)
  }

  @Test func aFailureIsTriedAgainWithGrowingPausesAndThenFinal() {
    var machine = machine(.loading)
    var now = after(0)
    for attempt in 1...3 {
      let actions = machine.failed(1, isRetryable: true, chance: 1, at: now)
      let pause = Duration.seconds(1 << (attempt - 1))
      #expect(actions == [.unschedule(.attempt), .schedule(.retry, now + pause)] && machine.face == .loading)
      now = now + pause
      #expect(machine.due(.retry, at: now).first == .start(generation: 1, attempt: attempt + 1))
    }
    #expect(machine.failed(1, isRetryable: true, chance: 1, at: now).contains(.keepFailure))
    #expect(machine.face == .failed)
  }

  @Test func aPauseThatTheOtherSideAsksForIsTheLeastAndTheDeadlineIsNeverPassed() {
    var machine = machine(.loading)
    let actions = machine.failed(1, isRetryable: true, notBefore: .seconds(7), chance: 0, at: after(0))
    #expect(actions.contains(.schedule(.retry, after(7))))
    var late = self.machine(.loading)
    #expect(late.failed(1, isRetryable: true, notBefore: .seconds(120), chance: 0, at: after(0)).contains(.keepFailure))
  }

  @Test func anAnswerFromBeforeAWriteIsDroppedAndAskedForOnceMore() {
    var machine = machine(.reloading)
    _ = machine.writeBegan(at: after(1))
    #expect(starts(machine.succeeded(2, at: after(2))).isEmpty && machine.face == .loaded)
    #expect(starts(machine.writeEnded(at: after(3))) == [3])
    _ = machine.set(at: after(4))
    #expect(starts(machine.succeeded(3, at: after(5))) == [4])
    #expect(machine.succeeded(4, at: after(6)).contains(.commit) && !machine.isStale)
  }

  @Test func whatWasInvalidatedIsStaleWhenTheAnswerIsDroppedAndNoneFollows() {
    var machine = machine(.reloading)
    _ = machine.writeBegan(at: after(1))
    _ = machine.invalidate(at: after(1))
    #expect(machine.succeeded(2, at: after(2)).isEmpty == false && machine.isStale && machine.face == .loaded)
    _ = machine.cancel(at: after(3))
    #expect(starts(machine.writeEnded(at: after(4))).isEmpty && machine.isStale, "it was called off: no follow-up")
  }

  @Test func writesThatNeverEndStarveNobody() {
    var machine = machine(.reloading)
    for generation in 2...3 {
      _ = machine.set(at: after(1))
      #expect(starts(machine.succeeded(generation, at: after(1))) == [generation + 1])
    }
    _ = machine.set(at: after(1))
    #expect(machine.succeeded(4, at: after(1)).contains(.schedule(.quiet, after(1.25))))
    for write in 1...40 {
      let actions = machine.set(at: after(1 + Double(write) * 0.2))
      guard case .schedule(.quiet, let due)? = actions.first else { continue }
      #expect(due <= after(6))
    }
    #expect(starts(machine.due(.quiet, at: after(6))) == [5])
    _ = machine.set(at: after(6.5))
    #expect(machine.succeeded(5, at: after(7)).contains(.commit) && machine.isStale)
  }

  @Test func invalidationsDuringAFetchGiveOneMore() {
    var machine = machine(.loading)
    for _ in 0..<5 { #expect(machine.invalidate(at: after(1)).isEmpty) }
    #expect(starts(machine.succeeded(1, at: after(2))) == [2])
    #expect(starts(machine.succeeded(2, at: after(3))).isEmpty && !machine.isStale)
    var failing = self.machine(.reloading)
    for _ in 0..<5 { #expect(failing.invalidate(at: after(1)).isEmpty) }
    let actions = failing.failed(2, isRetryable: false, chance: 1, at: after(2))
    #expect(actions.contains(.keepFailure) && starts(actions) == [3] && failing.face == .reloading)
    #expect(starts(failing.failed(3, isRetryable: false, chance: 1, at: after(3))).isEmpty && failing.face == .degraded)
    var written = self.machine(.reloading)
    _ = written.writeBegan(at: after(1))
    _ = written.invalidate(at: after(1))
    #expect(starts(written.failed(2, isRetryable: false, chance: 1, at: after(2))).isEmpty, "a write is open")
    #expect(starts(written.writeEnded(at: after(3))) == [3])
    var unobserved = self.machine(.loaded, observed: false)
    #expect(unobserved.invalidate(at: after(1)).isEmpty && unobserved.isStale)
  }

  @Test func theLastHolderThatLeavesEndsTheWorkAfterLingering() {
    var machine = machine(.loading)
    #expect(machine.unobserved(at: after(1)).contains(.schedule(.linger, after(1))))
    #expect(machine.observed(at: after(1)).contains(.unschedule(.linger)))
    _ = machine.unobserved(at: after(2))
    #expect(machine.due(.linger, at: after(2)).contains(.abort(generation: 1)) && machine.face == .idle)
    var held = self.machine(.loading)
    _ = held.load(at: after(1))
    _ = held.unobserved(at: after(1))
    #expect(held.due(.linger, at: after(9)).isEmpty && held.face == .loading)
  }

  @Test func whoWaitsHoldsTheRunUntilItIsCalledOffItself() {
    var machine = machine(.idle, observed: false)
    _ = machine.load(at: after(0), waits: true)
    _ = machine.load(at: after(1), waits: true)
    #expect(machine.stoppedWaiting(at: after(2)).isEmpty && machine.face == .loading, "another one waits")
    #expect(machine.stoppedWaiting(at: after(3)) == [.schedule(.linger, after(3))])
    #expect(machine.due(.linger, at: after(3)).contains(.abort(generation: 1)) && machine.face == .idle)
    var held = self.machine(.idle, observed: false)
    _ = held.load(at: after(0), waits: true)
    _ = held.load(at: after(0))
    #expect(
      held.stoppedWaiting(at: after(1)).isEmpty && held.due(.linger, at: after(9)).isEmpty, "it is held to its end")
  }

  @Test func aCloseIsTheEnd() {
    var machine = machine(.reloading)
    #expect(machine.close().contains(.abort(generation: 2)))
    #expect(machine.succeeded(2, at: after(1)).isEmpty && machine.refresh(at: after(1)).isEmpty)
    #expect(machine.observed(at: after(1)).isEmpty && machine.due(.retry, at: after(1)).isEmpty)
  }

  // MARK: Streams

  @Test func aStreamEndsItsLoadingWithTheFirstItemAndStaysOpen() {
    var machine = machine(.loading)
    let actions = machine.item(1, at: after(1))
    #expect(actions.contains(.commit) && actions.contains(.settle(generation: 1, .loaded)))
    #expect(machine.face == .loaded && machine.isOpen && machine.activity == .none)
    #expect(machine.item(1, at: after(2)).contains(.commit) && machine.updatedAt == after(2))
    #expect(starts(machine.load(at: after(3))).isEmpty, "it is there already")
    #expect(starts(machine.refresh(at: after(4))) == [2] && machine.face == .reloading && !machine.isOpen)
    #expect(machine.item(1, at: after(5)).isEmpty && machine.discarded == 1, "of the old one nothing counts")
    _ = machine.item(2, at: after(6))
    _ = machine.streamEnded(2, at: after(7))
    #expect(machine.face == .loaded && !machine.isOpen)
  }

  @Test func anItemThatIsLeftOutEndsTheLoadingAndTheNextOneRecovers() {
    var machine = machine(.loading)
    let actions = machine.itemFailed(1, at: after(1))
    #expect(actions.contains(.keepFailure) && actions.contains(.settle(generation: 1, .failed)))
    #expect(machine.face == .failed && machine.isOpen)
    #expect(machine.item(1, at: after(2)).contains(.commit) && machine.face == .loaded)
    #expect(machine.itemFailed(1, at: after(3)).contains(.keepFailure) && machine.face == .degraded && machine.isStale)
    #expect(machine.item(1, at: after(4)).contains(.commit) && machine.face == .loaded && !machine.isStale)
    _ = machine.itemFailed(1, at: after(5))
    _ = machine.streamEnded(1, at: after(6))
    #expect(machine.face == .degraded && !machine.isOpen)
  }

  @Test func anEmptyStreamHasFailedUnlessThereIsAValue() {
    var machine = machine(.loading)
    #expect(machine.streamEnded(1, at: after(1)).contains(.keepFailure) && machine.face == .failed)
    var reloading = self.machine(.reloading)
    #expect(reloading.streamEnded(2, at: after(1)).contains(.commit) && reloading.face == .loaded)
  }

  @Test func aStreamThatBreaksIsTriedAgainAndKeepsItsValue() {
    var machine = machine(.loading)
    _ = machine.item(1, at: after(1))
    #expect(machine.failed(1, isRetryable: true, chance: 1, at: after(300)).contains(.schedule(.retry, after(301))))
    #expect(machine.face == .reloading)
    #expect(machine.due(.retry, at: after(301)).contains(.start(generation: 1, attempt: 2)))
    _ = machine.failed(1, isRetryable: false, chance: 1, at: after(302))
    #expect(machine.face == .degraded)
  }

  @Test func whatIsInvalidatedWhileAStreamStartsIsAskedForOnceMore() {
    for fails in [false, true] {
      var machine = machine(.reloading)
      for _ in 0..<5 { #expect(machine.invalidate(at: after(1)).isEmpty) }
      let actions = fails ? machine.itemFailed(2, at: after(2)) : machine.item(2, at: after(2))
      #expect(actions.contains(.abort(generation: 2)) && starts(actions) == [3], "\(fails)")
      #expect(machine.isStale && !machine.isOpen && machine.face == .reloading, "\(fails)")
      #expect(starts(machine.item(3, at: after(3))).isEmpty && !machine.isStale, "\(fails)")
    }
    var ended = self.machine(.loading)
    _ = ended.invalidate(at: after(1))
    #expect(starts(ended.streamEnded(1, at: after(2))) == [2])
    var unobserved = Machine()
    _ = unobserved.load(at: after(0))
    _ = unobserved.invalidate(at: after(1))
    #expect(starts(unobserved.item(1, at: after(2))).isEmpty && unobserved.isStale && unobserved.isOpen)
    var written = self.machine(.loading)
    _ = written.item(1, at: after(1))
    _ = written.writeBegan(at: after(2))
    _ = written.invalidate(at: after(2))
    #expect(starts(written.item(1, at: after(3))).isEmpty && written.isStale, "a write is open")
    #expect(starts(written.writeEnded(at: after(4))) == [2])
  }

  @Test func anOpenStreamThatHasFailedIsStartedAnewForWhoeverAsks() {
    for hasValue in [false, true] {
      var policy = LoadablePolicy()
      func failed() -> Machine {
        var machine = machine(.loading, policy: policy)
        if hasValue { _ = machine.item(1, at: after(1)) }
        _ = machine.itemFailed(1, at: after(2))
        return machine
      }
      var asked = failed()
      let actions = asked.load(at: after(3))
      #expect(actions.contains(.abort(generation: 1)) && starts(actions) == [2] && asked.isActive)
      var looked = failed()
      _ = looked.unobserved(at: after(3))
      #expect(starts(looked.observed(at: after(3))).isEmpty && looked.isOpen, "in one turn: nothing has changed")
      policy.linger = .seconds(9)
      looked = failed()
      _ = looked.unobserved(at: after(3))
      #expect(starts(looked.observed(at: after(4))) == [2])
      policy.retriesOnObserve = false
      var left = failed()
      _ = left.unobserved(at: after(3))
      #expect(starts(left.observed(at: after(4))).count == (hasValue ? 1 : 0))
      policy.retriesOnObserve = true
      policy.reloadsOnReconnect = true
      var away = failed()
      _ = away.surroundings(isOnline: false, isHidden: false, at: after(3))
      #expect(starts(away.surroundings(isOnline: true, isHidden: false, at: after(4))) == [2])
    }
  }

  @Test func whatSetsOffACycleIsTakenBackUnlessMoreHasHappened() {
    var machine = machine(.reloading)
    let before = machine
    _ = machine.succeeded(2, at: after(5))
    let after = machine
    _ = machine.observed(at: self.after(6))
    #expect(machine.takeBack(to: before, since: after) && machine.face == .reloading)
    #expect(machine.updatedAt == before.updatedAt && machine.observers == 2, "who has come stays")
    #expect(machine.failed(2, isRetryable: false, chance: 1, at: self.after(6)).contains(.keepFailure))
    for event: (inout Machine, Instant) -> [Machine.Action] in [
      { $0.refresh(at: $1) }, { $0.set(at: $1) }, { $0.reset(at: $1) }, { machine, _ in machine.close() },
    ] {
      var moved = after
      _ = event(&moved, self.after(6))
      let face = moved.face
      #expect(!moved.takeBack(to: before, since: after) && moved.face == face)
    }
    var invalidated = before
    _ = invalidated.invalidate(at: self.after(4))
    let asked = invalidated
    #expect(starts(invalidated.succeeded(2, at: self.after(5))) == [3])
    let moved = invalidated
    #expect(!invalidated.takeBack(to: asked, since: moved) && invalidated.generation == 3, "it was asked for anew")
  }

  @Test func anOpenStreamThatNobodyWantsIsClosedAndItsValueIsStale() {
    var machine = machine(.loading)
    _ = machine.item(1, at: after(1))
    #expect(machine.unobserved(at: after(2)).contains(.schedule(.linger, after(2))))
    #expect(machine.due(.linger, at: after(2)).contains(.abort(generation: 1)))
    #expect(machine.face == .loaded && machine.isStale && !machine.isOpen)
    #expect(starts(machine.observed(at: after(3))) == [2])
  }

  // MARK: The world around

  @Test func offlineItWaitsBeforeSendingAndInAPauseAndGoesOnWhereItWas() {
    var machine = Machine()
    _ = machine.surroundings(isOnline: false, isHidden: false, at: after(0))
    let actions = machine.observed(at: after(0))
    #expect(starts(actions).isEmpty && machine.activity == .paused(.offline) && machine.face == .loading)
    #expect(actions.contains(.schedule(.deadline, after(120))))
    #expect(starts(machine.surroundings(isOnline: true, isHidden: false, at: after(5))) == [1] && machine.attempts == 1)
    _ = machine.surroundings(isOnline: false, isHidden: false, at: after(6))
    #expect(machine.activity == .running, "what runs is left to end by itself")
    _ = machine.failed(1, isRetryable: true, chance: 1, at: after(7))
    #expect(machine.activity == .paused(.offline))
    #expect(machine.due(.deadline, at: after(120)).contains(.keepFailure) && machine.face == .failed)
  }

  @Test func aReturnReloadsWhatIsStaleButNotTooOften() {
    var machine = machine(.loaded)
    func comeBack(_ seconds: Double) -> [Int] {
      _ = machine.surroundings(isOnline: false, isHidden: false, at: after(seconds))
      return starts(machine.surroundings(isOnline: true, isHidden: false, at: after(seconds)))
    }
    #expect(comeBack(10) == [2])
    _ = machine.succeeded(2, at: after(11))
    #expect(comeBack(12).isEmpty, "it was away only two seconds ago")
    #expect(comeBack(16) == [3])
    var hidden = self.machine(
      .loaded,
      policy: { () -> LoadablePolicy in
        var policy = LoadablePolicy()
        policy.poll = .seconds(3)
        return policy
      }())
    _ = hidden.surroundings(isOnline: true, isHidden: true, at: after(1))
    #expect(starts(hidden.due(.poll, at: after(3))).isEmpty, "nobody sees it")
    #expect(starts(hidden.surroundings(isOnline: true, isHidden: false, at: after(9))) == [2])
  }

  @Test func ofAJobNothingStartsBecauseSomebodyLooks() {
    var policy = LoadablePolicy()
    policy.startsWhenObserved = false
    policy.collectAfter = nil
    var machine = Machine(policy: policy)
    #expect(starts(machine.observed(at: after(0))).isEmpty && machine.face == .idle)
    _ = machine.refresh(at: after(1))
    _ = machine.unobserved(at: after(1))
    #expect(machine.due(.linger, at: after(1)).isEmpty && machine.face == .loading, "it is held to its end")
    #expect(
      !machine.succeeded(1, at: after(2)).contains { if case .schedule(.collect, _) = $0 { true } else { false } })
  }

  // MARK: Random runs

  /// Fetches under way, timers, and what the owner of a machine would hold.
  private struct World {
    var machine: Machine
    var now = Instant(nanoseconds: 0)
    var running: [Int: Int] = [:]
    var old: [Int] = []
    var timers: [Machine.Timer: Instant] = [:]
    var base: Int?
    var failure = false
    var arrived: Int?
    var settled = 0
    /// What the other side would answer.
    var truth = 0

    mutating func perform(_ actions: [Machine.Action], _ note: String) {
      for action in actions {
        switch action {
        case .start(let generation, let attempt):
          #expect(running.isEmpty, "\(note): two fetches at a time")
          #expect(generation == machine.generation && attempt == machine.attempts, "\(note)")
          running[generation] = truth
        case .abort(let generation):
          #expect(running.removeValue(forKey: generation) != nil, "\(note): aborts what does not run")
          old.append(generation)
        case .commit:
          base = arrived
          failure = false
        case .keepFailure: failure = true
        case .forget: (base, failure) = (nil, false)
        case .schedule(let timer, let due):
          #expect(due >= now, "\(note)")
          timers[timer] = due
        case .unschedule(let timer): timers[timer] = nil
        case .settle: settled += 1
        }
      }
    }

    func check(_ note: String) {
      #expect(machine.hasValue == (base != nil) && machine.hasError == failure, "\(note): flags and facts")
      #expect((machine.activity == .running || machine.isOpen) == !running.isEmpty, "\(note): what runs is known")
      #expect(
        !machine.isOpen || machine.activity == .none && (machine.hasValue || machine.hasError),
        "\(note): open streams have given something")
      #expect((machine.activity == .backoff) == (timers[.retry] != nil), "\(note): a pause has its timer")
      #expect((machine.activity == .running) == (timers[.attempt] != nil), "\(note): an attempt has its limit")
      if case .paused = machine.activity {} else { #expect(timers[.deadline] == nil, "\(note): not paused") }
      #expect(machine.isActive || machine.isOpen || timers[.linger] == nil, "\(note): nothing lingers")
      if machine.face == .idle, !machine.isObserved {
        #expect(timers.filter { $0.key != .quiet && $0.key != .linger }.isEmpty, "\(note): no timer is left: \(timers)")
      }
    }
  }

  @Test func randomRunsKeepTheRules() {
    for seed in 0..<UInt64(3000) {
      var dice = Dice(state: seed)
      var policy = LoadablePolicy()
      policy.retry.limit = dice.below(3)
      policy.fresh = [.lasting(.zero), .lasting(.seconds(5)), .always][dice.below(3)]
      policy.linger = [.zero, .seconds(2)][dice.below(2)]
      policy.poll = dice.below(4) == 0 ? .seconds(3) : nil
      policy.keepsRunning = dice.below(6) == 0
      policy.collectAfter = .seconds(20)
      let isStream = dice.below(3) == 0
      var isOnline = true
      var world = World(machine: Machine(policy: policy))
      var openWrites = 0
      for step in 0..<200 {
        let note = "seed \(seed), step \(step)"
        let now = world.now
        let wasFace = world.machine.face
        switch dice.below(16) {
        case 0, 1: world.perform(world.machine.observed(at: now), note)
        case 2: world.perform(world.machine.unobserved(at: now), note)
        case 3:
          world.perform(world.machine.load(at: now), note)
          #expect(!world.machine.hasError || world.machine.isActive, "\(note): a failure is tried again")
        case 4: world.perform(world.machine.refresh(at: now), note)
        case 5:
          world.perform(world.machine.cancel(at: now), note)
          #expect(!world.machine.isActive, "\(note)")
        case 6:
          world.truth += 1
          world.base = world.truth
          world.failure = false
          // A stream tells of the new one from now on.
          if isStream { for generation in world.running.keys { world.running[generation] = world.truth } }
          world.perform(world.machine.set(at: now), note)
        case 7:
          world.truth += 1
          world.perform(world.machine.invalidate(at: now), note)
        case 8 where dice.below(4) == 0: world.perform(world.machine.reset(at: now), note)
        case 9 where openWrites == 0:
          openWrites += 1
          world.perform(world.machine.writeBegan(at: now), note)
        case 9:
          openWrites -= 1
          world.perform(world.machine.writeEnded(at: now), note)
        case 14:
          isOnline.toggle()
          world.perform(world.machine.surroundings(isOnline: isOnline, isHidden: false, at: now), note)
        case 15 where isStream:
          if let (generation, answer) = world.running.first {
            // The first item is of when it was started, each later one of now.
            world.arrived = world.machine.isOpen ? world.truth : answer
            world.perform(
              dice.below(4) == 0
                ? world.machine.itemFailed(generation, at: now) : world.machine.item(generation, at: now), note)
            #expect(world.machine.isOpen != world.machine.isActive, "\(note): it is open, or was asked for anew")
          }
        case 10, 11:
          if let (generation, answer) = world.running.first, world.machine.isOpen {
            world.running[generation] = nil
            let actions =
              switch dice.below(5) {
              case 0, 1: world.machine.failed(generation, isRetryable: true, chance: 0.5, at: now)
              case 2: world.machine.calledOff(generation, at: now)
              default: world.machine.streamEnded(generation, at: now)
              }
            world.perform(actions, "\(note): \(answer)")
          } else if let (generation, answer) = world.running.first {
            world.running[generation] = nil
            world.arrived = answer
            if dice.below(8) == 0 {
              let before = (world.base, world.failure)
              world.perform(world.machine.calledOff(generation, at: now), note)
              #expect(!world.machine.isActive && world.machine.attempts == 0, "\(note)")
              #expect(world.base == before.0 && world.failure == before.1, "\(note): all is as it was")
            } else if dice.below(3) == 0 {
              world.perform(
                world.machine.failed(generation, isRetryable: dice.below(2) == 0, chance: 0.5, at: now), note)
            } else {
              world.perform(world.machine.succeeded(generation, at: now), note)
            }
          } else if let generation = world.old.popLast() {
            let before = (world.base, world.machine.face, world.machine.discarded)
            world.arrived = -1
            world.perform(world.machine.succeeded(generation, at: now), note)
            #expect(world.base == before.0 && world.machine.face == before.1, "\(note): an old answer changes nothing")
            #expect(world.machine.discarded == before.2 + 1, "\(note)")
          }
        default:
          // Time passes, to the next timer at most.
          guard let (timer, due) = world.timers.min(by: { $0.value < $1.value }) else { break }
          world.now = max(now, due)
          world.timers[timer] = nil
          world.perform(world.machine.due(timer, chance: 0.5, at: world.now), note)
        }
        world.check(note)
        if openWrites == 0, !world.machine.isActive, let base = world.base, base != world.truth {
          #expect(world.machine.isStale, "\(note): what was invalidated is known to be old")
        }
        if wasFace == .loading, world.machine.face == .loaded { #expect(world.base != nil, "\(note)") }
      }
      world.perform(world.machine.surroundings(isOnline: true, isHidden: false, at: world.now), "seed \(seed), end")
      // All is quiet in the end: what is loaded is what the other side has.
      if openWrites > 0 { world.perform(world.machine.writeEnded(at: world.now), "seed \(seed), end") }
      while world.machine.observers > 0 { world.perform(world.machine.unobserved(at: world.now), "seed \(seed), end") }
      world.perform(world.machine.refresh(at: world.now), "seed \(seed), end")
      for _ in 0..<20 {
        if let (generation, answer) = world.running.first {
          world.running[generation] = nil
          world.arrived = answer
          world.perform(world.machine.succeeded(generation, at: world.now), "seed \(seed), end")
        } else if let (timer, due) = world.timers.min(by: { $0.value < $1.value }), timer != .collect {
          world.now = max(world.now, due)
          world.timers[timer] = nil
          world.perform(world.machine.due(timer, chance: 0.5, at: world.now), "seed \(seed), end")
        }
      }
      #expect(
        world.machine.face == .loaded && (world.base == world.truth || world.machine.isStale),
        "seed \(seed): \(world.machine)")
      world.perform(world.machine.close(), "seed \(seed), close")
      #expect(world.running.isEmpty && world.timers.isEmpty, "seed \(seed): nothing is left")
    }
  }
}
