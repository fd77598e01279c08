import BindGraph

extension Scope {
  /// While something is applied or settles: a handler is script code, which would see half of it.
  func reportAfterWave(_ report: Report) { engine.graph.hold(HeldReport(report, to: self)) }
}

/// A report that waits until its handler may run: see `Scope.report`. What that does follows from what has led to the report.
final class HeldReport: HeldAction {
  private let report: Report
  private let scope: Scope
  private let cause: CauseID
  private let stillHolds: () -> Bool

  init(_ report: Report, to scope: Scope, _ stillHolds: @escaping () -> Bool = { true }) {
    self.report = report
    self.scope = scope
    self.stillHolds = stillHolds
    cause = scope.engine.cause
  }

  override func apply(in graph: Graph) { if stillHolds() { scope.engine.caused(by: cause) { scope.report(report) } } }
}

/// An observer's writes on their way to the next wave, or the engine's own.
final class HeldOverlay: HeldAction {
  private let overlay: Overlay
  /// That of the observer.
  private let scope: Scope
  private let observer: NodeID

  /// - Parameter observer: whose callback has written it; none where it is the engine's own.
  init(_ overlay: Overlay, in scope: Scope, by observer: NodeID = .none) {
    self.overlay = overlay
    self.scope = scope
    self.observer = observer
  }

  override func apply(in graph: Graph) {
    let engine = scope.engine
    if observer != .none, graph.settlersWaiting > 0 { engine.takeWaitingInputs() }
    engine.forgetHeld()
    engine.lastLoopCause = overlay.writtenTargets.last?.cause ?? engine.lastLoopCause
    engine.noteApplication(failed: overlay.apply(in: engine, reportingTo: scope), by: observer)
    for observer in engine.settleFirst(of: overlay) where observer.awaitsFirstDelivery {
      engine.reportOverrun(engine.graph.deliverInitially(observer.node), during: "first delivery")
    }
    overlay.resume()
  }

  /// As if the callback had raised, where it has written something.
  override func cutOff(in graph: Graph) {
    if scope.engine.lastHolder == observer { scope.engine.lastHolder = .none }
    if !overlay.stands { return overlay.hasWrites ? scope.engine.drop(overlay) : apply(in: graph) }
    overlay.apply(in: scope.engine, reportingTo: scope)
  }
}

/// What was made, and taken back with bindings that went round, is delivered after them: each in a wave of its own, since it may
/// be what goes round.
final class HeldFirstDeliveries: HeldAction {
  private var bindings: [any FirstDelivery] = []

  func add(_ binding: any FirstDelivery, in graph: Graph) {
    if bindings.isEmpty { graph.hold(self) }
    bindings.append(binding)
  }

  override func apply(in graph: Graph) {
    let binding = bindings.removeFirst()
    if !bindings.isEmpty { graph.hold(self) }
    graph.deliverInitially(binding.node)
  }
}

extension Engine {
  /// What an earlier callback of the wave has asked for at one end of a link is taken, before another one writes: what that changes follows from it.
  fileprivate func takeWaitingInputs() {
    let areWaiting = graph.waysBackOfAll.contains { node in
      (graph.body(of: node) as? LinkReturn).map { $0.link.hasMet && $0.link.hasUnreadInput } ?? false
    }
    if areWaiting { graph.settleBetweenCallbacks() }
  }

  /// What a callback has written was applied, or could not be, as if it had raised.
  fileprivate func noteApplication(failed failure: Failure?, by observer: NodeID) {
    if lastHolder == observer { lastHolder = .none }
    guard failure != nil || hasTroubles, observer != .none else { return }
    (graph.body(of: observer) as? Callback)?.heldWritesApplied(failure)
  }
}

extension Engine {
  func noteRewrite() {
    guard !hasRewritten else { return }
    hasRewritten = true
    graph.hold(RewriteEnd(self))
  }

  private final class RewriteEnd: HeldAction {
    private unowned let engine: Engine
    init(_ engine: Engine) { self.engine = engine }
    override func apply(in graph: Graph) { engine.hasRewritten = false }
  }
}
