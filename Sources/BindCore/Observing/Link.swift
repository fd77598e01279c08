public import BindGraph

/// A two-way edge: each end follows the other, through converters if there are any. The source wins at the start.
///
/// Both directions settle in the wave of the change, before any observer runs, so nobody sees the ends disagree. What the
/// link itself wrote is no reason to write again (`echo`, `sourceEcho`): echoes are told by origin and equality, never
/// dropped while something runs.
open class Link: Binding {
  /// What a function on the way back says of a value.
  public enum Answer {
    case accepted(Value)
    /// The source stays as it is, and so does what was asked for at the target. `raised` is the error that the function has raised or handed
    /// on, if it did so.
    case refused(String, raised: ScriptError? = nil)
  }

  /// Writes of one link to its ends in one wave, after which it is clear that they will not agree.
  package static let roundLimit = 4

  private var way: LinkReturn?
  private var presence: PresenceCell?
  /// The target took what was put there last.
  private var hasPut = false
  /// Before the first delivery nobody has asked for anything.
  private(set) var hasStarted = false
  /// The ends have agreed once. A target that was away until then is met as at the start: the source wins.
  private(set) var hasMet = false
  /// Until the first delivery, where it was made in a transaction or callback.
  private var beginning: LinkBeginning?
  /// The value that the link left at the target.
  private(set) var echo: Value?
  /// The value that the link left at the source.
  private(set) var sourceEcho: Value? {
    didSet { echoWave = engine.graph.isFlushing ? engine.graph.wave : engine.graph.wave &+ 1 }
  }
  /// The wave in which that is its own doing.
  private var echoWave: UInt32 = 0
  /// The source is what the link has made of it in this wave.
  final var hasJustWritten: Bool { sourceEcho != nil && echoWave == engine.graph.wave }
  /// What was asked for last at the target; nil once the source has spoken.
  private(set) var attempted: Value? { didSet { heldBefore = nil } }
  /// What the validator reads, or the check of the source, may change its mind.
  private var asksAgain = false
  /// `from` has read cells when it was asked last.
  private var hasLookedElsewhere = false
  /// What the leaf of the source held before that has taken what was asked for, where that is so.
  private var heldBefore: Value?
  /// The source has news that are not those of what it was asked for, while refused input stands at the target.
  private var hasNewsBehind = false
  /// While the target holds refused input, changes of the source wait.
  package var holdsWhileEditing = false
  /// An end that has answered while the link was paused.
  private var unheard: (end: SourceCell, refusal: Failure?)?
  /// The wave in which the way forth has let a newer edit of the target come first.
  private(set) var yieldedIn: UInt32 = 0
  private var roundWave: UInt32 = 0
  /// What has last written the target in a wave because that had to follow what was delivered to the source.
  private(set) var followed: (event: CauseID, wave: UInt32) = (.none, 0)
  /// How often one end was written after the other.
  private var rounds = 0
  private var lastWritten: ObjectIdentifier?

  /// - Parameter validates: `validate` reads other cells and is asked again when they change.
  package init(_ source: Cell, _ target: Cell, validates: Bool, scope: Scope) {
    super.init(from: source, to: target, rank: .shared, scope: scope)
    presence = PresenceCell(of: [source, target], engine: engine)
    asksAgain = validates || asksSource
    let verdict = VerdictCell(self, presence: presence, validates: asksAgain)
    way = LinkReturn(verdict, of: self, scope: scope)
  }

  /// The source looks at what it is given: what it reads then may change its mind.
  final var asksSource: Bool { source.hasCheck }

  open override var title: String { "link \(source.name) ↔ \(target.name)" }

  package override var writeMode: WriteMode { .settling }
  open override var followsOnly: Bool { false }

  override var nodesWritten: [NodeID] { source.nodesWritten + target.nodesWritten }

  /// Target to source.
  open func convertBack(_ value: Value) throws(Failure) -> Answer { .accepted(value) }

  /// Looks at what `convertBack` gave; may put another value in its place.
  open func validate(_ value: Value) throws(Failure) -> Answer { .accepted(value) }

  package final func start() {
    hasStarted = true
    if engine.mode == .deferred { beginning = LinkBeginning(of: self) }
    super.start()
    way?.start(initial: false)
  }

  // MARK: Source to target

  override var hasTarget: Bool { claims.map { $0.writer == nil && !$0.isToBeHandedOn } ?? true }

  open override func deliverAgain() -> Bool {
    guard mayDeliverNow else { return false }
    do {
      sourceEcho = nil
      hasPut = false
      if let value = try source.peek() {
        noteDelivery(of: value)
        try receive(value, old: nil, cause: engine.cause)
      }
      return hasPut
    } catch {
      failed(error, cause: engine.cause)
      return false
    }
  }

  open override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    let edited = beginning?.edit
    beginning = nil
    if let sourceEcho, sourceEcho == new, echoWave == engine.graph.wave { return }
    if hasFollowedRefusal || hasRefusedNewerInput || isAnswer(new) && isRefusedByNow { return }
    sourceEcho = nil
    if !hasTarget { owesDelivery = true }
    if !hasTarget { return }
    if isAhead(of: source) {
      if status == .invalid, !(source.settledLeaf?.isTakingBack ?? false) { hasNewsBehind = true }
      return
    }
    if holdsWhileEditing, status == .invalid { return }
    if hasStayed(new, old, cause) { return }
    if let edited, let edit = try target.peek() {
      return try engine.caused(by: edited) { () throws(Failure) in try take(edit, verdict: try answer(to: edit)) }
    }
    if covered != nil, try uncover(new, cause) { return }
    if let old, status != .ok { cover(old, echo: echo, attempted: attempted) }
    guard let value = try valueToShow(of: new), try mayGoRound(value, at: target) else { return }
    if !isConfirmed(value) { attempted = nil }
    guard try put(value) else { return }
    setStatus(.ok)
    // An end that normalises is written back once.
    guard let settled = try target.peek(), settled != value, !target.isAlike(settled, value) else { return }
    switch try answer(to: settled) {
    case .accepted(let back): try normalise(back, settled)
    case .refused(let reason, let raised):
      attempted = settled
      try reject(settled, .invalid(settled, of: target, because: reason, raised: raised))
      tellMistake(raised)
    }
  }

  open override func run(cause: CauseID) throws(Failure) {
    if beginning?.waits ?? false {
      beginning?.hasWaited = true
      if engine.graph.settleAfterGroup() { return }
    }
    if waitsForOtherInputs() { return yieldedIn = engine.graph.wave }
    defer { if !engine.graph.hasMetEvaluation { beginning = nil } }
    try super.run(cause: cause)
  }

  open override func missed(cause: UInt32) {
    beginning?.missed()
    super.missed(cause: cause)
  }

  /// The source is what it was for the link, and has nothing to say: it was touched beside an edit, which stands; several callbacks have put it
  /// back; or others have settled it back while the target holds refused input.
  private func hasStayed(_ new: Value, _ old: Value?, _ cause: CauseID) -> Bool {
    guard input.comparesValues, old == new else { return false }
    if engine.causes[cause]?.kind == .touch { return hasNewInput }
    if engine.graph.hasReturned(input.node) { return true }
    return status == .invalid && engine.hasRewritten && !hasNewInput
  }

  /// The source holds what was asked for there: the validator still speaks of that.
  private func isConfirmed(_ value: Value) -> Bool {
    asksAgain && status == .ok && value == attempted && isAnswer(value)
  }

  /// The source was asked for it, and has it.
  private func isAnswer(_ value: Value) -> Bool {
    requests.contains { $0.end === source.settledLeaf && $0.value == value }
  }

  /// What the target is to hold. Where that raises the source has spoken all the same: what was asked for before that is so no more.
  private func valueToShow(of new: Value) throws(Failure) -> Value? {
    do { return try transformed(new) } catch {
      if attempted != nil { (attempted, echo) = (nil, try target.peek()) }
      throw error
    }
  }

  /// The target holds something that the link has neither put nor found there.
  final var hasUnreadInput: Bool {
    guard hasStarted, let present = (try? target.peek()) ?? nil else { return false }
    return present != echo && !isAskedAgain(about: present)
  }

  /// Those of its ways that have their turn later in this wave.
  final var waysWaiting: [NodeID] {
    [node, way?.node].compactMap(\.self).filter { engine.graph.isQueued($0) }
  }

  /// Something was asked for at the target that has not been taken yet.
  final var hasNewInput: Bool { way?.hasNewInput ?? false }

  private func normalise(_ back: Value, _ settled: Value) throws(Failure) {
    guard let before = try source.peek(), before != back else { return }
    lastWritten = ObjectIdentifier(source)
    guard case .written = try write(back, to: source) else { return }
    engine.noteRewrite()
    let model = try source.peek() ?? .nil
    sourceEcho = model
    guard let again = try transformed(model), again != settled else { return }
    // Each end narrows what the other one holds.
    try show(again, of: model)
  }

  /// What has become of the value in the model is written to the end that asked for it, once.
  private func show(_ shown: Value, of model: Value) throws(Failure) {
    guard try put(shown) else { return }
    guard let echo, case .accepted(let again) = try answer(to: echo), try !source.isSettled(on: again) else { return }
    unstable(" is shown as \(target.name) = \(echo), which reads back as \(again): the last value stands", model)
  }

  /// Nothing to take from the source: the other end flows back, at the start only. What is asked outside has its value there,
  /// also before it has answered.
  open override func receiveAbsence() throws(Failure) {
    beginning = nil
    if (source.leafAround as? SourceCell)?.isReadable ?? false { return }
    guard echo == nil, attempted == nil, let value = try target.peek() else { return }
    try take(value, verdict: try answer(to: value))
  }

  /// Writes the target. False when it does not hold the value: it refused, and the source stays as it is, or answers later.
  private func put(_ value: Value) throws(Failure) -> Bool {
    // It is asked for already.
    if requests.contains(where: { $0.end === target.settledLeaf && $0.value == value }) {
      hasPut = true
      return false
    }
    echo = value
    if let outside = target.settledLeaf as? SourceCell {
      // What it has given itself, and the other end has taken, is not sent back.
      let isAnswer = requests.contains { $0.end === source.settledLeaf }
      let isNews = source.comparesValues && engine.causes[engine.cause]?.kind != .touch
      if outside.isAsked(for: value, at: target, beforeThisWave: isAnswer || isNews) {
        hasPut = true
        awaitAnswer(from: target, to: value)
        return false
      }
      if isAnswer, outside.writes.queue.isEmpty, try target.peek() == value {
        hasPut = true
        return true
      }
    }
    lastWritten = ObjectIdentifier(target)
    switch try putAtTarget(value) {
    case .pending:
      hasPut = true
      return false
    case .written:
      (hasPut, hasMet) = (true, true)
      echo = try target.peek() ?? value
      noteCovering()
      return true
    case .refused:
      hasPut = false
      echo = try target.peek()
      return false
    }
  }

  // MARK: Target to source

  /// What the way back makes of a value: both functions, as one answer.
  final func answer(to value: Value) throws(Failure) -> Answer {
    try engine.runPure { () throws(Failure) in
      let answer: Answer
      // What it reads may settle first, and ask this way back itself.
      var hasRead = false
      defer { hasLookedElsewhere = hasRead }
      do throws(Failure) {
        answer = try engine.noticingReads(&hasRead) { () throws(Failure) in try convertBack(value) }
      } catch {
        throw .wayBackFailed(error, at: "from", in: self, value: value)
      }
      guard case .accepted(let converted) = answer else { return answer }
      do throws(Failure) { return try validate(converted) } catch {
        throw .wayBackFailed(error, at: "validate", in: self, value: value)
      }
    }
  }

  /// The source has it since it was taken first, and would take it again.
  private func hasTaken(_ value: Value) throws(Failure) -> Bool {
    guard heldBefore != nil, status == .invalid, try source.peek() == value else { return false }
    if !asksSource { return true }
    return try beforeTaking { () throws(Failure) in source.checksTake(value) }
  }

  /// What the body reads is as it was when the last input was taken: the source held what it did before.
  final func beforeTaking<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let heldBefore, let leaf = source.settledLeaf, let present = leaf.stored else { return try body() }
    // Of a place, what stands beside it is as it is now.
    let isPlace = source.isInside(leaf)
    let whole = isPlace ? source.keeping(source.part(in: heldBefore, of: leaf), in: present, of: leaf) : heldBefore
    let followed = engine.followsSpeculations
    engine.followsSpeculations = true
    defer { engine.followsSpeculations = followed }
    return try engine.seeing([(leaf, whole)]) { (_) throws(Failure) in try body() }
  }

  /// The target was changed by somebody else, or the validator has changed its mind.
  final func take(_ input: Value, verdict: Answer) throws(Failure) {
    if !hasTarget { return echo = input }
    // At the start the source wins.
    if runCount == 0 || beginning != nil || isAhead(of: target) { return }
    if !isAskedAgain(about: input), !(holdsWhileEditing && status == .invalid), let value = try sourceThatWins() {
      sourceEcho = nil
      let event = engine.graph.cause(of: source.node)
      try engine.caused(by: event == 0 ? engine.cause : CauseID(index: event)) { () throws(Failure) in
        try receive(value, old: nil, cause: engine.cause)
      }
      return followed = (target.settledLeaf?.writtenBy ?? engine.causes.newest, engine.graph.wave)
    }
    if !hasHeld(input) { attempted = input }
    let value: Value
    switch verdict {
    case .refused(let reason, let raised):
      try reject(input, .invalid(input, of: target, because: reason, raised: raised))
      return tellMistake(raised)
    case .accepted(let accepted): value = accepted
    }
    // What is taken covers nothing any more.
    covered = nil
    hasMet = true
    guard try mayGoRound(value, at: source) else { return }
    if let end = source.settledLeaf as? SourceCell, end.isWrittenTogether(at: source), try !source.isDetachedAtLast {
      // Both ends were written, and this one answers later: it wins.
      sourceEcho = nil
      echo = input
      return awaitAnswer(from: source, to: input)
    }
    lastWritten = ObjectIdentifier(source)
    let before = asksAgain ? heldBefore ?? source.settledLeaf?.stored : nil
    switch try hasTaken(value) ? .written : try write(value, to: source, isInput: true) {
    case .refused(let diagnostic): return try reject(input, diagnostic)
    case .pending:
      // The source answers later; until then the target keeps what was asked for.
      sourceEcho = nil
      echo = input
      heldBefore = before
      return awaitAnswer(from: source, to: input)
    case .written: heldBefore = before
    }
    let model = try source.peek() ?? value
    sourceEcho = model
    let present = try target.peek() ?? input
    echo = present
    setStatus(.ok)
    guard let shown = try transformed(model), shown != present, !target.isAlike(present, shown) else { return }
    engine.noteRewrite()
    try show(shown, of: model)
  }

  override func catchUp() throws(Failure) {
    if isPaused || isSuspended || isStopped { return }
    guard let input = try target.peek(), let value = try source.peek(), let shown = try transformed(value) else {
      return
    }
    if shown != input { try take(input, verdict: try answer(to: input)) }
  }

  /// The target has no value any more: whatever it holds next is asked for there.
  final func forgetTarget() { (echo, attempted) = (nil, nil) }

  /// The target has held it for longer, refused: something else has changed that the validator reads.
  final func isAskedAgain(about input: Value) -> Bool { status == .invalid && attempted == input }

  /// Nothing new has been asked for at the target: it is old input that the validator says something else of.
  final func hasHeld(_ input: Value) -> Bool {
    attempted == input && (status == .invalid || (try? target.peek()) == echo)
  }

  /// Unless the target was written meanwhile: that is taken by the way back.
  override func targetTakesAgain() {
    if let echo, let present = try? target.peek(), present == echo { super.targetTakesAgain() }
  }

  override func awaitsReturnChanged() { presence?.setAwaited(awaitsReturn) }

  /// An end that was away when it was written is there again, and holds what it held before: the source wins, as at the
  /// start. An edit that the source waits for is made now.
  final func endReturned() throws(Failure) {
    awaitsReturn = false
    sourceEcho = nil
    if holdsWhileEditing, status == .invalid, let attempted {
      // The target may hold a newer one.
      let input = echo == nil ? try target.peek() ?? attempted : attempted
      return try take(input, verdict: try answer(to: input))
    }
    if let value = try source.peek() { try receive(value, old: nil, cause: engine.cause) }
  }

  /// Refused input stands as it stood.
  override func followRefusal(of input: Value) {
    if !asksAgain || source is any Lens { targetVerdict = RefusedInput(input, of: self) }
  }

  override func recover(from before: Standing?) {
    if let before { stand(as: before) } else { setStatus(.ok) }
  }

  override func stand(again covered: Covered) {
    (echo, attempted) = (covered.echo, covered.attempted)
    super.stand(again: covered)
  }

  /// What is wrong with the function itself is wrong with whatever is asked for: who has written it hears of that.
  private func tellMistake(_ raised: ScriptError?) {
    guard let raised else { return }
    let failure = Failure.raised(raised)
    if failure.kindAndStatus.kind == .programming {
      reportUnlessMended(Report(failure, during: title, isWarning: true))
    }
  }

  private func reject(_ input: Value, _ diagnostic: Diagnostic) throws(Failure) {
    // The target holds what was asked for: whatever it holds next is a new input, also what the link had left there.
    if try target.peek() == input { echo = nil }
    refuse(input, .invalid, diagnostic)
    if hasLookedElsewhere || source is any Lens { followRefusal(of: input) }
  }

  /// An end that answers later has answered: the other one, which asked, follows what stands now, also if that is what
  /// stood before.
  final override func answered(by end: SourceCell, refusing refusal: Failure?) {
    guard !isStopped, !isSuspended else { return }
    if isPaused { return unheard = (end, refusal) }
    if target.settledLeaf === end, refusal == nil { hasMet = true }
    let hasNews = hasNewsBehind && refusal != nil
    hasNewsBehind = false
    if source.settledLeaf === end, hasRefusedSince(asking: end), !hasNews || holdsWhileEditing {
      return forgetRequest(to: end)
    }
    if source.settledLeaf === end, refusal == nil, isRefusedByNow { return forgetRequest(to: end) }
    let cause = engine.cause
    let failure = engine.inside(scope) {
      engine.runCallback(cause: cause, as: .settling) { () throws(Failure) in
        if source.settledLeaf === end {
          guard !source.isDetached, let value = try source.peek() else { return }
          try receive(value, old: nil, cause: cause)
        } else {
          // A place that is away says nothing.
          guard !target.isDetached, let value = try target.peek(), value != echo else { return }
          try take(value, verdict: try answer(to: value))
        }
      }
    }
    if let failure { return failed(failure, cause: cause) }
    // The ends agree; whoever has declined the write knows.
    if let refusal, Diagnostic(Report(refusal, during: "")).kind == .cancelled {
      if !end.isAsked(by: self) { forgetRequest(to: end) }
      return
    }
    super.answered(by: end, refusing: refusal)
  }

  /// The validator has changed its mind about what the source was asked for.
  private var isRefusedByNow: Bool {
    guard asksAgain, status == .invalid, let attempted, let present = (try? target.peek()) ?? nil, present == attempted
    else { return false }
    let verdict = try? beforeTaking { () throws(Failure) in try answer(to: attempted) }
    if case .refused? = verdict { return true }
    return false
  }

  /// What it held last is what the link knows of it, when it returns.
  override func wasAway(in end: SourceCell) {
    if awaitsReturn, target.settledLeaf === end, let last = (try? target.peek()) ?? nil { echo = last }
  }

  /// The target holds refused input that is newer than what the source was asked for: that input and its reason stand.
  private func hasRefusedSince(asking end: SourceCell) -> Bool {
    guard status == .invalid, let request = requests.first(where: { $0.end === end }) else { return false }
    return attempted != request.value
  }

  /// The source has become what it was asked to be because the target had refused its value: that the target has done so stands.
  private var hasFollowedRefusal: Bool {
    guard status == .failed, let request = requests.first(where: { $0.end === source.settledLeaf }) else {
      return false
    }
    return (try? source.peek()) == request.value && (try? target.peek()) == echo
  }

  /// What was asked for last at an end is not seen there yet: its news are older than what stands at the other one, which
  /// is told when the answer is there.
  private func isAhead(of end: Cell) -> Bool {
    if requests.isEmpty { return false }
    let leaf = end.settledLeaf
    return requests.contains { $0.end === leaf && $0.end.holdsBack(self) }
  }

  // MARK: Limits

  /// False when the ends have been written too often in this wave: some ring does not close.
  private func mayGoRound(_ value: Value, at end: Cell) throws(Failure) -> Bool {
    // An end that cannot be read now holds something else.
    let isThere = ((try? end.peek()) ?? nil) == value
    if isThere, end.comparesValues { return true }
    // What an end answers to the link's own write belongs to what it was written for.
    let isAnswer = requests.contains { $0.end.answers(self) }
    if roundWave != engine.graph.wave {
      roundWave = engine.graph.wave
      lastWritten = nil
      if !isAnswer { rounds = 0 }
    }
    // Every write counts as a change there: once round is enough.
    if isThere, rounds > 0 { return false }
    // A link that writes one end only is carried round by others: the wave says when that is too often.
    if isAnswer || lastWritten != ObjectIdentifier(end) { rounds += 1 }
    // In a chain each link may have to follow what every other one makes of the value. To ask outside costs more.
    let limit = Self.roundLimit + (isAnswer ? 0 : min(engine.graph.settlerCount, engine.waveLimit / 2))
    if rounds <= limit { return true }
    let present = try target.peek() ?? .nil
    unstable(
      " and \(target.name) = \(present) do not settle", try source.peek() ?? .nil,
      because: "what follows from either gives another value each time; the last values stand",
      isReported: rounds == limit + 1)
    return false
  }

  public override func gaveUp(in graph: Graph) {
    if echo != nil { echo = (try? target.peek()) ?? nil }
    (sourceEcho, attempted) = (nil, nil)
    super.gaveUp(in: graph)
  }

  /// - Parameter words: what became of the model.
  private func unstable(
    _ words: String, _ model: Value, because note: String = Diagnostic.roundTripAdvice, isReported: Bool = true
  ) {
    let diagnostic = Diagnostic(
      .bindUnstable, "\(source.name) = \(model)\(words)", severity: .warning, notes: [note])
    setStatus(.failed, failure: .diagnostic(diagnostic))
    guard isReported else { return }
    // What others that go round have led it to is taken back with them, and no fault of its own.
    reportUnlessMended(Report(diagnostic, during: title, isWarning: true))
  }

  // MARK: Lifetime

  open override func pauseChanged() {
    if isPaused {
      way?.pause()
      (targetVerdict as? RefusedInput)?.pause()
      return
    }
    // What the source has said is newer than what came back at the target meanwhile.
    if owesDelivery { super.pauseChanged() }
    way?.resume()
    if let (end, refusal) = unheard {
      unheard = nil
      answered(by: end, refusing: refusal)
      engine.settleReporting(title)
    }
    (targetVerdict as? RefusedInput)?.resume()
    super.pauseChanged()
  }
  override var isHeldUp: Bool { isSuspended || way?.isSuspended ?? false }

  open override func willResume() { if way?.isSuspended ?? false { way?.resume() } }

  open override func didStop() {
    way?.stop()
    way = nil
    presence?.setAwaited(false)
    presence = nil
    (unheard, beginning, echo, sourceEcho, attempted) = (nil, nil, nil, nil, nil)
    super.didStop()
  }
}
