import BindCore
@testable import BindStores
import Testing

/// The rules of a lock that dies unless it is renewed.
@Suite("A seat at a lock") struct SeatMachineTests {
  private static let fence = StoreFence(store: "s", lock: "l", number: 7)
  private static let silent = StoreError(.failed, "silent")

  private func holding(since began: Duration = .zero) -> SeatMachine {
    var machine = SeatMachine()
    #expect(machine.tick(at: began) == [.acquire])
    let told = machine.acquired(.success(Self.fence), began: began, now: began)
    #expect(told == [.tell(.held(Self.fence, validFor: .seconds(8)))])
    return machine
  }

  @Test func whoeverStandsByAsksEverySecondAndWhoeverHasItRenewsEveryThree() {
    var machine = SeatMachine()
    #expect(machine.tick(at: .zero) == [.acquire])
    #expect(machine.acquired(.success(nil), began: .zero, now: .zero) == [])
    #expect(machine.tick(at: .milliseconds(999)) == [])
    #expect(machine.tick(at: .seconds(1)) == [.acquire])
    machine = holding()
    #expect(machine.nextTick == .seconds(3))
    #expect(machine.tick(at: .seconds(3)) == [.renew(Self.fence)])
    let told = machine.renewed(.success(true), began: .seconds(3), now: .milliseconds(3100))
    #expect(told == [.tell(.held(Self.fence, validFor: .milliseconds(7900)))])
  }

  @Test func aHolderThatCannotRenewStopsBeforeAnybodyElseCanHaveTheLock() {
    var machine = holding()
    var now = Duration.seconds(3)
    var actions: [SeatMachine.Action] = []
    while actions.isEmpty || actions == [.renew(Self.fence)], now < .seconds(60) {
      actions = machine.tick(at: now)
      if actions == [.renew(Self.fence)] { #expect(machine.renewed(.failure(Self.silent), began: now, now: now) == []) }
      now += .milliseconds(250)
    }
    #expect(actions.contains(.tell(.lost)))
    #expect(now <= .seconds(SeatMachine.lifeSeconds - 1))
    #expect(machine.fence == nil)
  }

  @Test func aLockThatIsLostIsSaidAtOnceAndAskedForAnew() {
    var machine = holding()
    _ = machine.tick(at: .seconds(3))
    #expect(machine.renewed(.success(false), began: .seconds(3), now: .seconds(3)) == [.tell(.lost)])
    #expect(machine.tick(at: .seconds(3)) == [.acquire])
  }

  @Test func anAnswerThatComesTooLateIsWorthNothing() {
    var machine = SeatMachine()
    _ = machine.tick(at: .zero)
    #expect(machine.acquired(.success(Self.fence), began: .zero, now: .seconds(9)) == [.release(Self.fence)])
    machine = holding()
    _ = machine.tick(at: .seconds(3))
    let told = machine.renewed(.success(true), began: .seconds(3), now: .seconds(12))
    #expect(told == [.tell(.lost), .release(Self.fence)])
  }

  @Test func whoeverLeavesGivesItBackOnceAndTakesItNoMore() {
    var machine = holding()
    #expect(machine.leave() == [.release(Self.fence)])
    #expect(machine.leave() == [])
    #expect(machine.tick(at: .seconds(9)) == [])
    #expect(machine.acquired(.success(Self.fence), began: .zero, now: .zero) == [.release(Self.fence)])
  }
}
