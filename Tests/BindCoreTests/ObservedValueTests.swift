import BindCore
import Observation
import Testing

@Suite struct ObservedValueTests {
  private final class Counter: @unchecked Sendable { var count = 0 }

  @Test func observationTrackingHearsOfAChangeOnceForEachTracking() {
    let user = Bindable("Ada", name: "user", engine: Engine())
    let changes = Counter()
    func track() -> String? {
      withObservationTracking {
        user.observed.value
      } onChange: {
        changes.count += 1
      }
    }
    #expect(track() == "Ada")
    user.update(with: "Ada")
    #expect(changes.count == 0)
    user.update(with: "Grace")
    user.update(with: "Joan")
    #expect(changes.count == 1)
    #expect(track() == "Joan")
    user.update(with: "Ada")
    #expect(changes.count == 2)
  }

  @Test func whatATransactionDropsIsHeardByNobody() throws {
    let engine = Engine()
    let number = Bindable(1, engine: engine)
    let changes = Counter()
    _ = withObservationTracking {
      number.observed.value
    } onChange: {
      changes.count += 1
    }
    do {
      try engine.transaction {
        number.update(with: 2)
        throw Failure.test
      }
    } catch {}
    #expect(changes.count == 0)
    try engine.transaction { number.update(with: 3) }
    #expect(changes.count == 1)
  }

  @Test func whoReadsInsideATransactionReadsWhatIsCommittedAndHearsOfTheCommit() throws {
    let engine = Engine()
    let number = Bindable(1, engine: engine)
    let changes = Counter()
    func track() -> Int? {
      withObservationTracking {
        number.observed.value
      } onChange: {
        changes.count += 1
      }
    }
    do {
      try engine.transaction {
        number.update(with: 2)
        #expect(track() == 1)
        throw Failure.test
      }
    } catch {}
    #expect(changes.count == 0 && number.value == 1)
    try engine.transaction {
      number.update(with: 3)
      #expect(track() == 1)
    }
    // Who has tracked in the dropped one hears of it too.
    #expect(changes.count == 2 && track() == 3)
  }

  @Test func oneThatIsFirstAskedForInADroppedTransactionHearsAllTheSame() {
    let engine = Engine()
    let number = Bindable(1, engine: engine)
    let changes = Counter()
    do {
      try engine.transaction {
        _ = withObservationTracking {
          number.observed.value
        } onChange: {
          changes.count += 1
        }
        throw Failure.test
      }
    } catch {}
    number.update(with: 2)
    #expect(changes.count == 1)
  }

  @Test func whoeverKeepsItLongerThanTheBindableReadsNil() {
    var number: Bindable<Int>? = Bindable(1, engine: Engine())
    let kept = number?.observed
    #expect(kept?.value == 1)
    number = nil
    #expect(kept != nil && kept?.value == nil)
  }

  @Test func itEndsWithItsBindable() {
    let engine = Engine()
    var number: Bindable<Int>? = Bindable(1, engine: engine)
    weak let observed = number?.observed
    #expect(observed != nil)
    number = nil
    #expect(observed == nil)
    #expect(engine.observerCount == 0)
  }
}
