import BindGraph

/// A callback that runs now and after every change of whatever it read. Each run has a scope of its own, closed before
/// the next one.
open class Effect: Callback {
  private var runScope: Scope?
  /// What it had read when it was paused, and what that held; nil where it runs again in any case.
  private var known: [(cell: Cell, value: Value?)]?

  package override init(engine: Engine, scope: Scope) {
    super.init(engine: engine, scope: scope)
    _ = engine.graph.makeEffect(self)
  }

  open override var title: String { "effect" }

  /// The body. What it makes belongs to `engine.scope`, the run's own.
  open func body() throws(Failure) {}

  open override func run(cause: CauseID) throws(Failure) {
    closeRunScope()
    // What the run before has cleaned up may have ended it.
    if isStopped { return }
    let inner = Scope(name: "effect", in: scope, joins: false, engine: engine)
    runScope = inner
    awaitsFirstDelivery = false
    let outerScope = engine.scope
    let outerWatching = engine.watching.pointee
    engine.scope = inner
    engine.watching.pointee |= Watch.tracking
    defer {
      engine.scope = outerScope
      engine.watching.pointee =
        (engine.watching.pointee & ~Watch.tracking) | (outerWatching & Watch.tracking)
    }
    do { try inner.cleaningUp { () throws(Failure) in try body() } } catch {
      // What its cleanups have made goes too.
      closeRunScope()
      throw error
    }
  }

  private func closeRunScope() {
    guard let finished = runScope else { return }
    runScope = nil
    engine.untracked { finished.close() }
  }

  open override func pauseChanged() { known = isPaused ? whatItHasRead : nil }

  open override func willHearAgain() { known = nil }

  private var whatItHasRead: [(cell: Cell, value: Value?)]? {
    // What has come since its last run is news.
    if awaitsFirstDelivery || engine.graph.isMarked(node) { return nil }
    var known: [(cell: Cell, value: Value?)] = []
    for input in engine.graph.inputs(of: node) {
      guard let cell = engine.graph.body(of: input) as? Cell, cell.mayReturn else { return nil }
      do throws(Failure) {
        known.append((cell, try engine.committed { () throws(Failure) in try cell.peek() }))
      } catch {
        return nil
      }
    }
    return known
  }

  /// It goes on, and what it has read has come back to what it was.
  open override func isUnchanged(_ cause: CauseID) -> Bool {
    guard let known else { return false }
    return known.allSatisfy { cell, value in
      do throws(Failure) { return cell.isAlike(value, try cell.peek()) } catch { return false }
    }
  }

  package override func fallSilent() {
    super.fallSilent()
    runScope?.fallSilent()
  }

  open override func didStop() {
    known = nil
    closeRunScope()
  }
}
