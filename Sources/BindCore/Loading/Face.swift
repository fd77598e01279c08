/// Where a job or loadable stands, as scripts name it.
package enum Face: String, Sendable, CaseIterable {
  case idle, loading, failed, loaded, reloading, degraded

  /// A pure function of three facts, so that no other flag can disagree.
  package init(hasValue: Bool, isActive: Bool, hasError: Bool) {
    self =
      switch (hasValue, isActive, hasError) {
      case (false, false, false): .idle
      case (false, true, _): .loading
      case (false, false, true): .failed
      case (true, false, false): .loaded
      case (true, true, _): .reloading
      case (true, false, true): .degraded
      }
  }

  /// The four phases of a loading state.
  package var phase: String {
    switch self {
    case .idle: "idle"
    case .loading: "loading"
    case .failed: "failed"
    case .loaded, .reloading, .degraded: "loaded"
    }
  }
}
