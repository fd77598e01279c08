/// What a callback has written, in its order, from its first function on: each works on what those before it have left, as if
/// it had been done by itself.
///
/// It is performed for the callback as far as that looks, and once more, from the beginning, on the values of the moment in which it
/// is applied.
final class HeldLog {
  private var operations: [HeldOperation] = []
  /// So many are performed.
  private var performed = 0
  private(set) var isPerforming = false
  /// Why the first that could not be performed for the callback could not.
  private(set) var failure: Failure?

  var isPerformed: Bool { performed == operations.count }

  /// - Parameter isPerformed: what it gives is there already.
  func append(_ operation: HeldOperation, isPerformed: Bool) {
    assert(!isPerforming, "a function that computes has written")
    if let last = operations.last, operation.replaces(last) {
      if performed == operations.count { performed -= 1 }
      operations.removeLast()
    }
    if isPerformed, self.isPerformed { performed += 1 }
    operations.append(operation)
  }

  func append(_ log: HeldLog, isPerformed: Bool) {
    let isPerformed = isPerformed && self.isPerformed
    operations += log.operations
    if isPerformed { performed = operations.count }
  }

  /// What cannot be performed fails when its target is read.
  func perform(in overlay: Overlay, _ engine: Engine) {
    if isPerforming || isPerformed { return }
    isPerforming = true
    engine.performing(overlay) {
      while performed < operations.count {
        let operation = operations[performed]
        performed += 1
        do throws(Failure) { try operation.perform(in: overlay, engine, isApplied: false) } catch {
          failure = failure ?? error
          operation.failed(error, in: overlay)
        }
        overlay.forgetSpeculations()
      }
    }
    isPerforming = false
  }

  /// All of it from the beginning. The caller has let the writes begin anew.
  /// - Returns: what cannot be performed, and why.
  func performAnew(in overlay: Overlay, _ engine: Engine) -> (operation: HeldOperation, failure: Failure)? {
    isPerforming = true
    defer { (isPerforming, performed) = (false, operations.count) }
    return engine.performing(overlay) {
      for operation in operations {
        do throws(Failure) { try operation.perform(in: overlay, engine, isApplied: true) } catch {
          return (operation, error)
        }
        overlay.forgetSpeculations()
      }
      return nil
    }
  }
}

/// One thing that a callback writes.
class HeldOperation {
  /// What it is written to, or the first of them.
  var target: AnyObject { preconditionFailure("an operation without a target") }

  /// Nobody has looked between the two, and nothing is left of the earlier one.
  func replaces(_ earlier: HeldOperation) -> Bool { false }

  /// It is a value of that field alone, which has a check.
  func judges(_ cell: LeafCell) -> Bool { false }

  /// - Parameter isApplied: false where it is for the callback itself, which is told nothing of a refusal.
  func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) throws(Failure) {}

  /// Whoever reads there meets this.
  func failed(_ failure: Failure, in overlay: Overlay) {}
}

extension Engine {
  /// Functions run inside that see what that overlay has come to, and no more.
  func performing<Result>(_ overlay: Overlay, _ body: () -> Result) -> Result {
    let outer = (self.overlay, watching.pointee, writesTogether, collected)
    self.overlay = overlay
    (writesTogether, collected) = (false, nil)
    watching.pointee = watching.pointee & ~Watch.heldWrites | Watch.overlay
    defer { (self.overlay, watching.pointee, writesTogether, collected) = outer }
    return body()
  }
}
