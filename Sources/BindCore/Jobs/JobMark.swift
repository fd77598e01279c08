/// How far a persistent job has come: when it was last due and has run. Kept in the store of the job's states, and saved
/// together with what the end of the run has changed there; so a run is repeated after a crash or counts, with its effect.
package final class JobMark {
  private let container: StateContainer

  /// What is kept for a job.
  package static func request(for job: String) -> StateRequest {
    StateRequest(StoreKey("job \(job)"), shape: .leaf(.number, isOptional: true, default: .nil))
  }

  package init(_ container: StateContainer) { self.container = container }

  /// nil before the first run.
  package var lastDate: WallTime? {
    if case .number(let seconds) = container.current.value { WallTime(seconds: seconds) } else { nil }
  }

  /// A run has ended well, or for good. Runs may end in another order than they began.
  /// - Parameter fence: the lock that the run has had.
  func note(_ nominal: WallTime, under fence: StoreFence? = nil) {
    guard nominal > lastDate ?? WallTime(seconds: -.infinity) else { return }
    var change = StateContainer.Change(container, .number(nominal.seconds))
    change.fence = fence
    _ = StateContainer.commit([change], by: .own(nil))
  }
}
