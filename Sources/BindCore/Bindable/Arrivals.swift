import BindGraph

/// Updates of a bindable from any thread: they go through the owner's inbox, in order for each thread, and each is
/// applied on the owner's thread in a turn of its own.
///
/// ```swift
/// syncService.sync(then: user.arrivals.update)
/// ```
/// Both return at once, unless 65 536 arrivals wait already: another thread then waits until the owner has taken them. The
/// owner's own thread never waits. What arrives after the bindable or its engine has died is dropped.
public struct Arrivals<Value: Sendable>: Sendable {
  fileprivate let target: Target
  fileprivate let mailbox: Mailbox

  /// The bindable as other threads may hold it. Its reference is touched on the owner's thread only.
  fileprivate final class Target: @unchecked Sendable {
    weak var bindable: Bindable<Value>?
    init(_ bindable: Bindable<Value>) { self.bindable = bindable }
  }

  /// From any thread.
  public func update(_ value: Value) {
    let target = target
    mailbox.post(Arrival { target.bindable?.update(with: value) })
  }

  /// From any thread: read-modify-write on the owner's thread, so concurrent ones lose nothing. A bindable without a
  /// value is left as it is, and that is reported (`bind.nil_hop`).
  public func modify(_ change: @escaping @Sendable (inout Value) -> Void) {
    let target = target
    mailbox.post(Arrival { target.bindable?.modifyHere(change) })
  }
}

extension Bindable where Value: Sendable {
  /// What other threads may hold of it.
  public var arrivals: Arrivals<Value> { Arrivals(target: .init(self), mailbox: engine.mailbox) }
}

/// Something from another thread, to be applied on the owner's.
struct Arrival: @unchecked Sendable {
  let apply: () -> Void
}

/// The engine's letter box: any thread posts, the owner empties it.
package final class Mailbox: Sendable {
  private let inbox: Inbox<Arrival>
  private let alarm: Alarm
  private let owner = Engine.runningThread

  /// Who is told that something has come.
  private final class Alarm: Sendable {
    struct Wakes {
      var last: UInt64 = 0
      var byNumber: [UInt64: @Sendable () -> Void] = [:]
    }
    let wakes = Lock(Wakes())
    /// Under the lock: who has been removed is not called any more.
    func ring() { wakes.withLock { for wake in $0.byNumber.values { wake() } } }
  }

  init() {
    let alarm = Alarm()
    self.alarm = alarm
    inbox = Inbox { alarm.ring() }
  }

  /// What makes the owner empty the box soon; called from the posting thread. Of several, all are called.
  func add(_ wake: @escaping @Sendable () -> Void) -> UInt64 {
    let number = alarm.wakes.withLock { wakes in
      wakes.last += 1
      wakes.byNumber[wakes.last] = wake
      return wakes.last
    }
    if inbox.count > 0 { wake() }
    return number
  }

  func removeWake(_ number: UInt64) { alarm.wakes.withLock { _ = $0.byNumber.removeValue(forKey: number) } }

  /// What waits is still there.
  func ringAgain() { if inbox.count > 0 { alarm.ring() } }

  /// Bounded: when the box is full, another thread waits for room. The owner would wait for itself, so it is let in.
  /// - Returns: false if nobody takes anything any more.
  @discardableResult
  func post(_ arrival: Arrival) -> Bool {
    let isOwner = owner == Engine.runningThread
    while true {
      switch inbox.post(arrival, evenIfFull: isOwner) {
      case .accepted: return true
      case .closed: return false
      case .full: Engine.giveWay()
      }
    }
  }

  func drain() -> [Arrival] { inbox.drain() }

  /// Nobody takes anything any more.
  func close() { inbox.close() }
}

extension Engine {
  /// Applies what other threads have posted since the last time, each in a turn of its own. A host does it by itself.
  /// Inside a transaction or a callback nothing is taken: it stays for the next call, and `onArrival` tells of it again when
  /// the transaction has ended.
  /// - Returns: how many there were.
  @discardableResult
  public func takeArrivals() -> Int {
    checkThread()
    guard mode == .immediate, !isApart, !graph.isFlushing else {
      hasLeftArrivals = true
      return 0
    }
    hasLeftArrivals = false
    let arrivals = mailbox.drain()
    for arrival in arrivals {
      do { try turn(.external, label: "arrival") { arrival.apply() } } catch {
        root.report(Report(error, during: "arrival"))
      }
    }
    return arrivals.count
  }
}
