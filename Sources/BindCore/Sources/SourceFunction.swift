/// What a source is made of. Each runs as a task of its own, which may wait.
package enum SourceFunction: String {
  case get, set, confirm, resolve

  /// As sentences have it.
  package var words: String {
    switch self {
    case .get: "getter"
    case .set: "setter"
    case .confirm, .resolve: "'\(rawValue)'"
    }
  }
}

extension SourceCell {
  /// A write that is asked for now cannot end before that function of its, which runs.
  /// - Parameter isMade: it is a function of what stands there.
  package func holdsNew(_ function: SourceFunction, of other: AnyObject, isMade: Bool) -> Bool {
    guard work === other else { return false }
    return switch function {
    case .get: isMade && isBaseComing && writes.queue.knowsNothing
    case .confirm: asksOneByOne
    case .set, .resolve: policy.order == .serial
    }
  }

  /// No write that is under way can.
  package func holdsAll(_ function: SourceFunction, of other: AnyObject) -> Bool {
    guard work === other else { return false }
    return switch function {
    case .get: writes.hasHeldBack && !isSendingWrites
    case .confirm: asksOneByOne && writes.queue.isOnlyAskedAbout
    case .set, .resolve: policy.order == .serial
    }
  }

  /// A newer one takes no older one's place and is not refused beside it.
  private var asksOneByOne: Bool { policy.order == .serial || policy.order == .parallel }
}
