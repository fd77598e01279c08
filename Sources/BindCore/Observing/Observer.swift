package import BindGraph

/// A callback that gets each new value of one cell.
open class Observer: Callback {
  package let input: Cell
  /// What was delivered last. Invariant: nil until the first delivery.
  @exclusivity(unchecked) package private(set) var delivered: Value?

  /// The input could not be computed when it was to be delivered last.
  @exclusivity(unchecked) private var hasSeenFailure = false

  /// - Parameters:
  ///   - settles: it runs before all that do not, as a binding does, and what it writes is of the same wave.
  ///   - target: the source, or record of sources, that a settler writes; what follows that one comes after it.
  ///   - way: it is one of a link's.
  package init(
    of input: Cell, settles: Bool = false, raising target: Cell? = nil, way: LinkWay = .none, scope: Scope
  ) {
    self.input = input
    super.init(engine: input.engine, scope: scope)
    if settles {
      _ = engine.graph.makeSettler(self, input: input.ensureNode(), target: target?.ensureNode() ?? .none, way: way)
    } else {
      _ = engine.graph.makeObserver(self, input: input.ensureNode())
    }
  }

  open override var title: String { "observer of \(input.name)" }

  /// The cells whose names it tells still when it has ended, one for each constant; it looks at none of them any more.
  open var cellsAfterItsEnd: [Cell] { isStopped ? [input] : [] }

  /// Its handle may stand in the value that was delivered.
  open override func didStop() { delivered = nil }

  /// Gets the new value and the one of its previous delivery; `old` is nil at the first.
  open func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {}

  /// It has delivered that in another way than by its turn.
  final func noteDelivery(of value: Value) { (delivered, hasSeenFailure) = (value, false) }

  /// It was not delivered last.
  final func isNews(_ value: Value) -> Bool { delivered != value }

  /// The value that was delivered last is none to deliver after there was none.
  open var keepsQuietAfterAbsence: Bool { false }

  /// What was delivered last does not count any more: the same is to be delivered once more.
  open var hasLetGo: Bool { false }
  /// It has a condition that does not hold, for the running callback.
  final var isClosed: Bool { (input as? GatedCell)?.isClosed ?? false }

  /// The input has no value any more.
  open func receiveAbsence() throws(Failure) {}

  /// The input holds an error. Observers keep quiet: the cell reports it once.
  open func receiveFailure(_ failure: Failure) {}

  /// The input has the value again that was delivered last.
  open func receiveRecovery() {}

  open override func run(cause: CauseID) throws(Failure) {
    let reading: Reading
    do { reading = try input.read() } catch { return inputFailed(error, cause: cause) }
    guard case .value(let new) = consume reading else {
      hasSeenFailure = keepsQuietAfterAbsence
      // What a condition holds back is there all the same.
      if !keepsQuietAfterAbsence, !isClosed { delivered = nil }
      return try receiveAbsence()
    }
    if hasSeenFailure, isRecovery(new) { return receiveRecovery() }
    // Exchanged, so that neither is copied more often than it has to be.
    var old: Value? = new
    swap(&delivered, &old)
    let isFirst = awaitsFirstDelivery
    awaitsFirstDelivery = false
    do { try receive(new, old: old, cause: cause) } catch {
      // It has its turn once more, as if it had had none.
      if engine.graph.hasMetEvaluation { (delivered, awaitsFirstDelivery) = (old, isFirst) }
      throw error
    }
  }

  private func isRecovery(_ new: Value) -> Bool {
    hasSeenFailure = false
    return !hasLetGo && new == delivered && input.comparesValues && presentTouch == nil
  }

  open override func isUnchanged(_ cause: CauseID) -> Bool {
    // What could not be computed has recovered.
    guard !awaitsFirstDelivery, !hasSeenFailure, let delivered, engine.causes[cause]?.kind != .touch,
      let present = (try? input.peek()) ?? nil
    else { return false }
    return input.isAlike(delivered, present)
  }

  open override var presentTouch: CauseID? { input.presentTouch }

  /// A touch of what the input is computed from is none of that.
  open override var hearsTouches: Bool { !(input is DerivedCell) || presentTouch != nil }

  private func inputFailed(_ failure: Failure, cause: CauseID) {
    hasSeenFailure = true
    receiveFailure(failure)
    // A condition of the binding's own is no other cell.
    guard let derived = (input as? GatedCell)?.failingInput ?? input as? DerivedCell,
      engine.failuresTold.tells(derived, to: scope.hearer, in: engine.graph.wave)
    else { return }
    let count = derived.failureCount
    report(inputReport(failure, trail: engine.trail(of: cause))) { [self] in
      hasSeenFailure || derived.isFailed && derived.failureCount == count
    }
  }

  /// What is reported when the input could not be computed.
  open func inputReport(_ failure: Failure, trail: [String]) -> Report {
    Report(failure, during: "\(title): \(input.name) could not be computed", trail: trail)
  }

  open override var missedWhileSuspended: Bool {
    guard let present = (try? input.peek()) ?? nil else { return false }
    return present != delivered
  }

  /// What the present callback has written counts as delivered: for the observer things begin with its commit.
  open override func skipFirstDelivery() {
    delivered = (try? input.peek()) ?? nil
    guard engine.watching.pointee & Watch.overlay != 0, let delivered else { return }
    let committed = (try? engine.committed { () throws(Failure) in try input.peek() }) ?? nil
    if committed != delivered { engine.overlay?.beginAtCommit(self) }
  }

  final func beginHere() {
    guard !isStopped else { return }
    skipFirstDelivery()
    engine.graph.acknowledge(node)
  }

  final func beginAgain() { beginHere() }
}

extension Observer: Beginning {}

/// An observer with a Swift closure.
public final class ClosureObserver: Observer {
  private let body: (Value, Value?, CauseID) throws(Failure) -> Void

  package init(
    of input: Cell, scope: Scope, _ body: @escaping (Value, Value?, CauseID) throws(Failure) -> Void
  ) {
    self.body = body
    super.init(of: input, scope: scope)
  }

  public override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    try body(new, old, cause)
  }
}

extension Cell {
  /// Calls the closure now and after each change, until the scope ends or the result is stopped.
  @discardableResult
  package func observe(
    in scope: Scope? = nil, initial: Bool = true,
    _ body: @escaping (Value, Value?, CauseID) throws(Failure) -> Void
  ) -> ClosureObserver {
    let observer = ClosureObserver(of: self, scope: scope ?? engine.scope, body)
    observer.start(initial: initial)
    return observer
  }
}
