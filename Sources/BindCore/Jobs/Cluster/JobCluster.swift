/// One job's place among the machines that declare it: it runs where the lock is, and nowhere once the lock is not sure.
/// Isolation: the engine's thread; what the seat tells comes through the inbox.
package final class JobCluster {
  private weak var job: Job?
  private let clock: any WorldClock
  private let mailbox: Mailbox
  private var seat: (any ClusterSeat)?
  /// Ends the run in time if no renewal comes.
  private var end: (any Token)?
  /// A machine that stands by lives for the day on which it takes over.
  private var keeper: (any Token)?
  /// The lock, while it is here.
  package private(set) var fence: StoreFence?
  private var isTrouble = false

  package init(_ job: Job, clock: any WorldClock) {
    self.job = job
    self.clock = clock
    mailbox = job.engine.mailbox
  }

  /// - Parameter taking: takes the seat; what it gives tells everything to its argument.
  /// - Returns: false if there is none to be taken.
  package func begin(_ taking: (@escaping @Sendable (SeatNews) -> Void) -> (any ClusterSeat)?) -> Bool {
    let receiver = Receiver(self)
    let seat = taking { [mailbox] news in mailbox.post(Arrival { receiver.cluster?.take(news) }) }
    self.seat = seat
    guard seat != nil else { return false }
    keeper = clock.schedule(after: .seconds(1 << 30), label: "cluster") {}
    return true
  }

  /// Crosses threads as a token.
  private final class Receiver: @unchecked Sendable {
    weak var cluster: JobCluster?
    init(_ cluster: JobCluster) { self.cluster = cluster }
  }

  private func take(_ news: SeatNews) {
    guard let job, seat != nil else { return }
    switch news {
    case .held(let fence, let validFor):
      isTrouble = false
      end?.cancel()
      end = clock.schedule(after: validFor, label: "lock of job \(job.name)") { [weak self] in self?.lose() }
      end?.keepsAlive = false
      guard self.fence != fence else { return }
      self.fence = fence
      job.scope.engine.trace?.note("job \(job.name) has its lock, \(fence.number)")
      job.clusterChanged(fence)
    case .lost: lose()
    case .unknown(let reason):
      guard !isTrouble else { return }
      isTrouble = true
      job.scope.report(
        Report(
          Diagnostic(.jobCluster, "job '\(job.name)' cannot tell who runs it: \(reason)", severity: .warning),
          during: "job \"\(job.name)\"", isWarning: true))
    }
  }

  private func lose() {
    guard let job, fence != nil else { return }
    end?.cancel()
    fence = nil
    job.scope.engine.trace?.note("job \(job.name) has lost its lock")
    job.clusterChanged(nil)
  }

  package func leave() {
    end?.cancel()
    keeper?.cancel()
    fence = nil
    seat?.leave()
    seat = nil
  }
}
