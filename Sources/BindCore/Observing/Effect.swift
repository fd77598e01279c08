import BindGraph

/// A callback that runs now and after every change of whatever it read. Each run has a scope of its own, closed before
/// the next one.
open class Effect: Callback {
  private var runScope: Scope?

  package override init(engine: Engine, scope: Scope) {
    super.init(engine: engine, scope: scope)
    _ = engine.graph.makeEffect(self)
  }

  open override var title: String { "effect" }

  /// The body. What it makes belongs to `engine.scope`, the run's own.
  open func body() throws(Failure) {}

  open override func run(cause: CauseID) throws(Failure) {
    closeRunScope()
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
    do { try body() } catch {
      // Its writes go, and so does all that it has made: what it wanted to be cleaned up is cleaned up now.
      closeRunScope(goesAlong: true)
      throw error
    }
  }

  /// - Parameter goesAlong: what is written meanwhile goes with the run's writes.
  private func closeRunScope(goesAlong: Bool = false) {
    guard let finished = runScope else { return }
    runScope = nil
    engine.untracked { finished.close(goesAlong: goesAlong) }
  }

  open override func didStop() { closeRunScope() }
}
