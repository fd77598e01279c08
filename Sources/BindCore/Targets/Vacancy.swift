import BindGraph

/// A binding has ended that had the target: who goes on, or whether the target gets back what it held, is settled with the
/// bindings of the wave that commits that end, or of the one after what has failed around it.
final class Vacancy: Reaction {
  let binding: Binding
  let claims: TargetClaims
  /// What was written by hand after the binding had ended.
  var written: [Overwritten] = []
  var isOverwritten: Bool { !written.isEmpty }
  /// A wave that went round has taken back what was handed on.
  let isAgain: Bool
  /// What the target held when the binding ended, and what has been written ahead over it.
  private var left: Value?
  private(set) var ahead: Value?
  /// Who has something to say there next, and has said it ahead.
  var aheadBy: Binding?
  private let signal: NodeID
  private let cause: CauseID

  init(after binding: Binding, of claims: TargetClaims, isAgain: Bool = false) {
    (self.binding, self.claims, self.isAgain) = (binding, claims, isAgain)
    let engine = binding.engine
    cause = engine.cause
    signal = engine.graph.makeSource(nil)
    super.init()
    if binding.writeMode == .settling {
      _ = engine.graph.makeSettler(
        self, input: signal, target: binding.target.settledTarget?.ensureNode() ?? .none)
    } else {
      _ = engine.graph.makeObserver(self, input: signal)
    }
  }

  /// What was written ahead has covered that of the binding.
  var covered: Displaced? { ahead == nil ? nil : left.map { .value($0) } }

  /// At the next commit; once more if that fails, or if another one ends that would have gone on.
  func request() throws(Failure) {
    let engine = binding.engine
    try engine.notingWhole { [self] () throws(Failure) in
      guard claims.isVacant else { return }
      // It has ended in a function that only computes.
      guard let overlay = engine.overlay else { return engine.graph.hold(HeldVacancy(self)) }
      if overlay.parent != nil || overlay.isHeld || overlay.isTransaction {
        // Where a function fails that was written there, the callback will.
        try? engine.unaccounted { () throws(Failure) in
          let present = try claims.target.peek()
          if present != ahead { (left, ahead, aheadBy) = (present, nil, nil) }
          if try claims.writeAhead(for: self, in: overlay) { ahead = try claims.target.peek() }
        }
      }
      overlay.add(Request(self))
    }
  }

  /// With the bindings of the next wave.
  func settle() { binding.engine.graph.changed(signal, cause: cause.index) }

  override func deliver(in graph: Graph) {
    if let next = claims.next, graph.settle(before: next.node) { return }
    let failure = binding.engine.runCallback(cause: cause, as: binding.writeMode) { () throws(Failure) in
      try claims.fill(self)
    }
    if let failure { binding.reportLost(failure) }
    claims.end(self)
    stop()
  }

  func stop() {
    binding.engine.graph.dispose(node)
    binding.engine.graph.dispose(signal)
  }

  private final class Request: PendingWrite {
    private let vacancy: Vacancy

    init(_ vacancy: Vacancy) {
      self.vacancy = vacancy
      super.init(target: vacancy, cause: vacancy.cause)
    }

    override func apply(in engine: Engine) { vacancy.settle() }
  }
}

final class HeldVacancy: HeldAction {
  private let vacancy: Vacancy
  init(_ vacancy: Vacancy) { self.vacancy = vacancy }
  override func apply(in graph: Graph) { vacancy.settle() }
}
