public import BindGraph

/// A one-way edge: the target follows the source, through a transform if there is one.
///
/// A value that cannot be delivered leaves the target as it is; the binding's status, error and input say why.
open class Binding: Observer {
  public enum Status: String, Sendable {
    case ok, invalid, failed, suspended
  }

  /// What the target follows. `input` is the same, or the gate before it.
  package let source: Cell
  package let target: Cell
  public override var cellsAfterItsEnd: [Cell] {
    isStopped ? [input, source, target] + (statusCells?.cells ?? []) : []
  }
  /// The target is written in the wave of the change itself, before any observer: nobody sees the two ends disagree.
  private let settles: Bool
  /// The source that the target's value lives in. The target keeps it alive.
  private unowned(unsafe) let leaf: LeafCell?
  /// A name given by the script, for messages.
  package let label: String?
  /// What to do with nil when the target requires a value.
  package var ifNil: IfNil = .raise
  /// Who else has this target. Empty when the binding has ended.
  final private(set) var claims: TargetClaims?
  /// Among bindings with one target the highest active one writes.
  package let priority: Double
  /// Among those with one priority the newest.
  var claimNumber = 0
  /// Ends the others when it delivers first.
  var replaces: Bool
  /// It has something to deliver, and the condition of `when` holds.
  var isActive = false
  /// When its turn came it was paused or suspended, or its input could not be computed; or another one had the turn.
  final var owesDelivery = false
  /// The wave of the newest of what it was told, or has found by itself.
  final private(set) var newsIn: UInt32 = 0
  /// The wave in which the target has taken what was delivered, also where it held that already.
  final private(set) var deliveredIn: UInt32 = 0
  /// What had written the target when that held what was delivered last; nil before.
  final private(set) var putBy: CauseID?
  /// What it has delivered over while bindings settle.
  final var covered: Covered?
  /// How it stood before its input could not be computed any more.
  final var beforeFailure: Standing?
  /// Those of its handle, once somebody has asked for one.
  final var statusCells: BindingStatusCells?
  package internal(set) final var status: Status = .ok
  package internal(set) final var refusedInput: Value? { willSet { if engine.graph.isToSettle { keepPastStatus() } } }
  final var statusFailure: Failure?
  /// An end was away when it was written last, and has refused that.
  final var awaitsReturn = false { didSet { if awaitsReturn != oldValue { awaitsReturnChanged() } } }
  /// Made when the target was away for the first time.
  private var targetReturn: TargetReturn?
  /// While a check of the target refuses what was written last, or has made something else of it; or the way back what was asked for.
  final var targetVerdict: Observer?
  /// A check looks at what is written to the target.
  private let isChecked: Bool
  /// That has read something when it was asked last.
  private var checkHasRead = false
  /// What ran when the status became so.
  final var statusCause = CauseID.none
  /// What ends were asked to hold that answer later, while an answer is owed.
  private(set) var requests: [(end: SourceCell, value: Value)] = []
  /// Told after each change of the status.
  package var onStatus: ((Status, Failure?) -> Void)?
  /// Something else stands at the target for now; what the source says waits.
  final var isOverruled = false
  /// What a script sees as `h "error"`.
  package var describeFailure: (Failure) -> Value = { .string($0.description) }

  package enum IfNil {
    case raise
    case skip
    case use(Value)
  }

  /// Which of several bindings with one target writes it.
  package enum Rank {
    /// There is no other.
    case only
    /// The others end.
    case replacing
    case priority(Double)
    /// Two-way: whatever else is written there flows back.
    case shared

    var isShared: Bool { if case .shared = self { true } else { false } }
  }

  /// - Parameter gate: the target follows only while this is true, and gets back what it had when it no longer is.
  package init(
    from source: Cell, to target: Cell, when gate: Cell? = nil, rank: Rank = .only, label: String? = nil, scope: Scope
  ) {
    self.source = source
    self.target = target
    self.label = label
    let engine = source.engine
    switch rank {
    case .only, .replacing, .shared: priority = engine.highestPriority(over: target)
    case .priority(let number): priority = number
    }
    if case .replacing = rank { replaces = gate == nil } else { replaces = false }
    let leaf = target.settledLeaf
    self.leaf = leaf
    let settled = target.settledTarget
    let settles = settled != nil
    self.settles = settles
    isChecked = target.hasCheck
    let input = if let gate { GatedCell(source, when: gate) } else { source }
    let way = rank.isShared ? LinkWay.forth(tying: source.nodesToLink() + target.nodesToLink()) : .none
    super.init(of: input, settles: settles, raising: settled, way: way, scope: scope)
    claims = engine.claim(self, isShared: rank.isShared)
  }

  open override var title: String { label ?? "binding \(source.name) → \(target.name)" }

  /// `at board.lua:12 `, or nothing where no script made it.
  var declaredAt: String { place.isKnown ? "at \(engine.words(for: place)) " : "" }

  /// It was made in the running transaction, whose commit it delivers at.
  var isAboutToDeliver: Bool {
    awaitsFirstDelivery && engine.mode == .deferred && (try? input.peek()) ?? nil != nil
  }

  @exclusivity(unchecked) private var internedTitle = NameNumber()
  /// The same once it has written something; 0 before.
  final var lastTitleNumber: UInt32 { internedTitle.number }
  /// Its title for the event that is recorded next.
  final var titleNumber: UInt32 {
    if !internedTitle.isGood(after: engine.causes.newest) { internedTitle.renew(title, in: &engine.causes) }
    return internedTitle.number
  }

  package override var writeMode: WriteMode { settles ? .settling : .deferred }

  /// The transform: a pure function.
  open func transform(_ value: Value) throws(Failure) -> Value { value }

  /// It has a condition: it gives back what it covered.
  final var isConditional: Bool { input !== source }

  final func outranks(_ other: Binding) -> Bool { (priority, claimNumber) > (other.priority, other.claimNumber) }

  /// No other one-way binding has the target.
  var hasTarget: Bool { claims?.writer === self }

  open override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    // What it said before its condition ended is said no more.
    let old = hasLetGo ? nil : old
    owesDelivery = !(claims?.admit(self) ?? false)
    newsIn = engine.graph.wave
    if owesDelivery {
      // What fails in it is told when its turn comes.
      if !isConditional, !engine.bases.isEmpty, let value = (try? transformed(new)) ?? nil {
        claims?.keepBelow(value, of: self)
      }
      return
    }
    if covered != nil, try uncover(new, cause) { return }
    if let old, let leaf, leaf.writtenBy != putBy || status != .ok { cover(old) }
    _ = try pass(on: new)
  }

  /// Who has refused the input may have looked at something else, and is asked again when that changes.
  func followRefusal(of input: Value) {}

  /// It holds no target: it has ended, or has nothing to deliver.
  final var isOver: Bool { isStopped || !isActive }
  /// What it had delivered when its condition ended is at the target no more.
  open override var hasLetGo: Bool { isConditional && claims != nil && !isActive }
  open override func isUnchanged(_ cause: CauseID) -> Bool { !hasLetGo && super.isUnchanged(cause) }

  open override func receiveAbsence() throws(Failure) {
    guard isConditional else { return }
    setStatus(.ok)
    forgetVerdict()
    try claims?.release(self)
  }

  open override var followsOnly: Bool { !owesDelivery && !hasLetGo }

  /// A binding above has let go of the target. False when this one has nothing to put there.
  open func deliverAgain() -> Bool {
    guard mayDeliverNow else { return false }
    let value: Value?
    do { value = try input.peek() } catch {
      owesDelivery = true
      receiveFailure(error)
      return false
    }
    do {
      if let value {
        if isNews(value) { newsIn = engine.graph.wave }
        noteDelivery(of: value)
        return try pass(on: value)
      }
      try claims?.rest(self)
      return false
    } catch {
      failed(error, cause: engine.cause)
      return false
    }
  }

  /// Its turn has come. What cannot be delivered now is owed until it goes on.
  final var mayDeliverNow: Bool {
    owesDelivery = isPaused || isSuspended
    return !owesDelivery && !isStopped
  }

  open override func pauseChanged() { if !isPaused { payOwed() } }

  private func payOwed() {
    if owesDelivery, !isSuspended, hasTarget { _ = deliverAgain() }
  }

  open override func didStop() {
    super.didStop()
    leaveStatusToCells()
    ifNil = .raise
    guard let claims else { return }
    self.claims = nil
    targetReturn?.stop()
    targetReturn = nil
    forgetVerdict()
    do {
      if scope.isEnding { claims.forget(self) } else { try engine.ending(goesAlong: false) { try claims.remove(self) } }
    } catch {
      reportLost(error)
    }
    engine.unclaim(target.bindingTarget)
  }

  final func reportLost(_ failure: any Error) {
    report(Report(failure, during: "\(title): \(target.name) could not be given back what it had"))
  }

  /// False when there is nothing to put at the target, or it refuses that.
  private func pass(on new: Value) throws(Failure) -> Bool {
    if isOverruled { return false }
    guard var value = try transformed(new), let claims else { return false }
    do {
      let previous = try claims.take(for: self)
      let whole = value
      value = try claims.leavingOut(value, for: self)
      let before = leaf?.writtenBy
      switch try putAtTarget(value) {
      case .written:
        deliveredIn = engine.graph.wave
        putBy = leaf?.writtenBy
        if let before, before == putBy { wastedCount += 1 }
        noteCovering()
        try claims.noteWritten(whole, by: self)
        setStatus(.ok)
        if isChecked { followCheck(of: checkHasRead ? value : nil) }
        return true
      case .pending:
        try claims.noteWritten(whole, by: self)
        return true
      case .refused:
        if awaitsReturn { claims.noteAway(for: self) } else { claims.leave(to: previous, after: self) }
        return false
      }
    } catch {
      if !engine.graph.hasMetEvaluation { refusedInput = value }
      throw value.isNil && !new.isNil ? error.becauseNothingWasReturned(to: self) : error
    }
  }

  /// Writes an end. A place that is away refuses every value until it returns: that is no fault of the script.
  /// - Parameter isInput: a person's, who is told of what does not fit by its type or key either.
  @inline(__always)
  final func write(_ value: Value, to end: Cell, isInput: Bool = false) throws(Failure) -> WriteOutcome {
    let outer = engine.takesInput
    engine.takesInput = isInput
    defer { engine.takesInput = outer }
    do {
      return try engine.delivering(self) { () throws(Failure) in try end.write(value) }
    } catch {
      guard let diagnostic = error.refusal(ofInput: isInput) else { throw error }
      return .refused(diagnostic)
    }
  }

  /// The same, and that an end refuses is told.
  @inline(__always)
  final func put(_ value: Value, at end: Cell) throws(Failure) -> WriteOutcome {
    let outcome = try write(value, to: end)
    switch outcome {
    case .written: break
    case .pending: awaitAnswer(from: end, to: value)
    case .refused(let diagnostic):
      refuse(value, .failed, diagnostic)
      if end === target { followVerdict(on: value) }
      reportUnlessMended(Report(diagnostic, during: title, isWarning: true))
    }
    return outcome
  }

  /// The end has no value any more, as before anything was delivered there.
  final func vacate(_ end: Cell) throws(Failure) {
    try engine.delivering(self) { () throws(Failure) in try end.vacate() }
  }

  /// Writes the target, whose check may look at the value.
  final func putAtTarget(_ value: Value) throws(Failure) -> WriteOutcome {
    if !isChecked { return try put(value, at: target) }
    var hasRead = false
    defer { checkHasRead = hasRead }
    return try engine.noticingReads(&hasRead) { () throws(Failure) in try put(value, at: target) }
  }

  /// The leaf is its target, a part of that, or what that is a place in.
  final func delivers(to leaf: LeafCell) -> Bool {
    if target.settledLeaf === leaf { return true }
    var around: Cell? = leaf
    while let here = around, here !== target { around = here.enclosing }
    return around != nil
  }

  /// The nodes of all that a write of its own may change.
  var nodesWritten: [NodeID] { target.nodesWritten }

  /// The end has handed the value on, and says later what has become of it.
  final func awaitAnswer(from end: Cell, to value: Value) {
    if let end = end.settledLeaf as? SourceCell {
      requests.removeAll { $0.end === end }
      requests.append((end, value))
      end.answerLater(self)
    }
    setStatus(.ok)
  }

  /// An end that answers later has answered.
  /// - Parameter refusal: why the write came to nothing, if it did. One that was superseded is no failure.
  func answered(by end: SourceCell, refusing refusal: Failure?) {
    let request = requests.first { $0.end === end }
    forgetRequest(to: end)
    guard !isStopped, !isSuspended, let value = request?.value, let refusal else { return }
    let diagnostic = Diagnostic(Report(refusal, during: ""))
    if diagnostic.kind != .cancelled || diagnostic.id == .sourceDeclined { refuse(value, .failed, diagnostic) }
  }

  /// That source did not have the place when the write was applied.
  func wasAway(in end: SourceCell) { if awaitsReturn { claims?.noteAway(for: self) } }

  final func forgetRequest(to end: SourceCell) { requests.removeAll { $0.end === end } }

  /// The value for the target; nil when there is none to deliver.
  package final func transformed(_ new: Value) throws(Failure) -> Value? {
    let value: Value
    do {
      value = try engine.runPure { () throws(Failure) in try transform(new) }
    } catch {
      if !engine.graph.hasMetEvaluation { refusedInput = new }
      throw Failure.transformFailed(error, in: self, value: new)
    }
    guard value.isNil else { return value }
    switch ifNil {
    case .raise: return value
    case .skip: return nil
    case .use(let substitute): return substitute
    }
  }

  open override func receiveFailure(_ failure: Failure) {
    standFailed(.transformFailed(failure, in: self, value: nil))
  }

  /// Until what has failed can be computed again.
  final func standFailed(_ failure: Failure) {
    let before = standingWithoutFailure
    setStatus(.failed, failure: failure)
    beforeFailure = before
  }

  open override func receiveRecovery() {
    recover(from: beforeFailure)
    payOwed()
  }

  /// - Parameter before: how it stood.
  func recover(from before: Standing?) {
    setStatus(.ok)
    // The target is asked again for what it refused.
    if before?.input != nil, hasTarget { _ = deliverAgain() }
  }

  open override func didFail(_ failure: Failure) { setStatus(.failed, failure: failure) }
  /// A way of it is suspended: whatever else happens, its status says so.
  var isHeldUp: Bool { isSuspended }

  /// The last value was not delivered, or the condition may have changed.
  open override var missedWhileSuspended: Bool { true }

  open override func suspensionChanged() {
    setStatus(isSuspended ? .suspended : .failed, failure: lastFailure)
    payOwed()
  }

  /// For the binding a source that is mapped and a transform of its own are alike.
  open override func inputReport(_ failure: Failure, trail: [String]) -> Report {
    Report(Failure.transformFailed(failure, in: self, value: nil), during: title, trail: trail)
  }

  func awaitsReturnChanged() {
    if awaitsReturn, targetReturn == nil { targetReturn = TargetReturn(of: self) }
    targetReturn?.setAwaited(awaitsReturn)
  }

  /// One above has ended, and the target holds what somebody else has written.
  func catchUp() throws(Failure) {}

  /// The target that was away is there again, and knows nothing of what was written meanwhile.
  final func targetReturned() { if awaitsReturn, hasTarget { _ = deliverAgain() } }

  /// What the target's check reads has changed.
  func targetTakesAgain() { if hasTarget { _ = deliverAgain() } }

  /// What it made go round was taken back: it looks at what stands, and says why it has delivered nothing.
  public override func gaveUp(in graph: Graph) {
    guard !isStopped else { return }
    skipFirstDelivery()
    let failure = engine.runCallback(cause: engine.cause, as: writeMode) { () throws(Failure) in
      if try isFollowed() { return setStatus(.ok) }
      setStatus(
        .failed,
        failure: .diagnostic(Diagnostic(.bindCycle, "\(title) went round without end; what it wrote was taken back")))
    }
    if let failure { failed(failure, cause: engine.cause) }
  }

  /// The target holds what the source says.
  private func isFollowed() throws(Failure) -> Bool {
    guard let new = try input.peek(), let value = try transformed(new) else { return true }
    return try target.peek() == value
  }

  /// What it had delivered over has come back: it has delivered nothing.
  func stand(again covered: Covered) {
    (deliveredIn, putBy) = (0, nil)
    stand(as: covered.standing)
    if status == .ok { forgetVerdict() }
  }
}

extension Engine {
  /// What is written inside is the binding's doing, not done by hand.
  @inline(__always)
  func delivering<Result, Problem: Error>(
    _ binding: Binding, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let outer = deliveringBinding
    deliveringBinding = .passUnretained(binding)
    defer { deliveringBinding = outer }
    return try body()
  }

  /// The one-way binding that delivers to the leaf, to what it is a field of or to a place in it, or gives that back.
  func oneWayBinding(deliveringTo leaf: LeafCell) -> Binding? {
    deliveringBinding?._withUnsafeGuaranteedRef { !($0 is Link) && $0.delivers(to: leaf) ? $0 : nil }
  }
}

extension Failure {
  @inline(never)
  fileprivate func refusal(ofInput isInput: Bool) -> Diagnostic? {
    guard case .diagnostic(let diagnostic) = self else { return nil }
    switch diagnostic.id {
    case .bindDetached, .bindNilHop: return diagnostic
    case .bindType, .bindValue, .bindKey, .bindUnknownField: return isInput ? diagnostic : nil
    default: return nil
    }
  }
}
