import BindCore
import Dispatch

/// A seat at a store's lock, on a queue of its own: a save that takes long delays no renewal.
final class StoreSeat: ClusterSeat {
  /// How long a program that ends waits for its lock to be given back.
  private static let leavePatience: Duration = .seconds(1)

  private let name: String
  private let locks: any StoreLocks
  private let tell: @Sendable (SeatNews) -> Void
  private let queue: DispatchQueue
  private let machine = Lock(SeatMachine())
  private let began = ContinuousClock.now

  init(_ name: String, _ locks: any StoreLocks, tell: @escaping @Sendable (SeatNews) -> Void) {
    self.name = name
    self.locks = locks
    self.tell = tell
    queue = DispatchQueue(label: "bindhost.lock \(name)", qos: .userInitiated)
    queue.async { [weak self] in self?.step() }
  }

  deinit { locks.close() }

  private var now: Duration { ContinuousClock.now - began }

  private func step() {
    perform(machine.withLock { $0.tick(at: now) })
    let wait = machine.withLock { $0.nextTick } - now
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: max(wait, .milliseconds(1)).wholeNanoseconds))) {
      [weak self] in self?.step()
    }
  }

  private func perform(_ actions: [SeatMachine.Action]) {
    for action in actions {
      let began = now
      switch action {
      case .acquire:
        let result = Result { () throws(StoreError) in try locks.acquire(name, seconds: SeatMachine.lifeSeconds) }
        perform(machine.withLock { $0.acquired(result, began: began, now: now) })
      case .renew(let fence):
        let result = Result { () throws(StoreError) in try locks.renew(fence, seconds: SeatMachine.lifeSeconds) }
        perform(machine.withLock { $0.renewed(result, began: began, now: now) })
      // Where it cannot be given back it dies by itself.
      case .release(let fence): try? locks.release(fence)
      case .tell(let news): tell(news)
      }
    }
  }

  func leave() {
    let actions = machine.withLock { $0.leave() }
    guard !actions.isEmpty else { return }
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      perform(actions)
      done.signal()
    }
    _ = done.wait(timeout: .now() + .nanoseconds(Int(clamping: Self.leavePatience.wholeNanoseconds)))
  }
}

/// A seat where nobody else can be: it has the lock.
final class SoleSeat: ClusterSeat {
  init(_ name: String, in store: String, tell: @Sendable (SeatNews) -> Void) {
    tell(.held(StoreFence(store: store, lock: name, number: 1), validFor: .seconds(1 << 30)))
  }

  func leave() {}
}
