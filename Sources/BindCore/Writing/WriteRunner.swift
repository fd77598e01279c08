/// Performs the writes of a source or a loadable: asks, sends, tries again, resolves conflicts, and tells whoever waits.
///
/// `WriteQueue` has the rules of what counts. Isolation: confined to its engine's thread.
package final class WriteRunner {
  package private(set) var queue: WriteQueue
  let name: String
  private let place: Site
  unowned(unsafe) let engine: Engine
  let clock: any WorldClock
  private let random: (any WorldRandom)?
  private let scope: Scope
  weak var owner: (any WriteRunnerOwner)?
  /// Where writes that outlive the program stand.
  var ledger: Keeping?
  var flights: [Int: Flight] = [:]
  private var isEnded = false
  /// A write was superseded on its way, and nothing was confirmed since.
  private var isOutcomeUnknown = false

  /// One write.
  struct Flight {
    let work: any WriteWork
    /// The event that asked for it.
    let origin: CauseID
    /// In which it was asked for.
    let step: Int
    var completion: ((Failure?) -> Void)?
    let retry: RetryPolicy?
    /// For the other side; made up when it is first needed.
    var id: String?
    /// It goes on after a restart: see `keep`.
    var isToBeKept = false
    /// It stands in the ledger.
    var isKept = false
    /// It stands there as it was sent, or will be as soon as that is on the disk, and is not answered.
    var isAsSent = false
    /// Somebody was asked about it, or was to be told of it.
    var isBegun = false
    /// So often it was sent.
    var attempts = 0
    /// Conflicts that were resolved and came again.
    var conflicts = 0
    /// It waits for a base.
    var isHeldBack = false
    var run: JobRun?
  }

  /// How often one write is sent anew after conflicts, and the pause before the first time, doubled each time.
  package static let conflictLimit = 5
  private static let conflictPause = Duration.milliseconds(100)

  /// - Parameter place: the line that declares what is written.
  init(
    name: String, queue: WriteQueue, clock: any WorldClock, random: (any WorldRandom)? = nil, scope: Scope,
    at place: Site
  ) {
    self.place = place
    self.name = name
    self.queue = queue
    self.clock = clock
    self.random = random
    self.scope = scope
    engine = scope.engine
  }

  var base: Value? {
    get { queue.base }
    set {
      queue.base = newValue
      keep()
      if hasHeldBack, newValue != nil { perform(queue.next()) }
    }
  }

  /// Some write is on its way, or has been.
  var hasSent: Bool { flights.values.contains { $0.attempts > 0 } }

  /// Some write waits for a base.
  var hasHeldBack: Bool { flights.values.contains { $0.isHeldBack } }

  /// - Parameters:
  ///   - coalesces: it takes the place of those before it that coalesce too and are not sent yet.
  ///   - kept: it goes on after a restart, if there is a ledger: the entry that it has already, or nil for a new one.
  ///   - completion: called once with nil or with why it failed. Without one a failure is reported.
  /// - Returns: why the write is refused.
  func begin(
    _ operation: WriteQueue.Operation, _ work: any WriteWork, order: WriteOrder? = nil, coalesces: Bool = false,
    retry: RetryPolicy? = nil, isKept: Bool = false, resuming entry: WriteLedger.Entry? = nil,
    completion: ((Failure?) -> Void)?
  ) -> Diagnostic? {
    guard
      let (number, actions) = queue.begin(
        operation, asks: work.canConfirm, order: order, coalesces: coalesces)
    else {
      completion?(.diagnostic(busy))
      return busy
    }
    var flight = Flight(
      work: work, origin: engine.cause, step: engine.stepToJoin, completion: completion, retry: retry)
    (flight.id, flight.isKept, flight.attempts) = (entry?.id, entry != nil, entry?.attempts ?? 0)
    (flight.isToBeKept, flight.isAsSent) = (isKept || flight.isKept, flight.attempts > 0)
    flights[number] = flight
    engine.underWay += 1
    engine.trace?.note("write \(name) \(number) begins")
    // What waits for an answer makes it no older.
    if !isMadeOfAnswer(number) { owner?.writeTouchesBase() }
    perform(actions)
    if entry == nil { keep() }
    if hasHeldBack { holdBackQueued() }
    owner?.writesChanged()
    return nil
  }

  /// False where it has been asked about or sent, or waits for a base.
  func mayAmend(_ number: Int) -> Bool {
    guard let flight = flights[number] else { return false }
    return !flight.isBegun && !flight.isHeldBack
  }

  /// It is another one from now on.
  func amend(_ number: Int, with operation: WriteQueue.Operation, completion: ((Failure?) -> Void)?) {
    flights[number]?.completion = completion
    queue.replace(number, with: operation)
    keep()
    owner?.writesChanged()
  }

  var busy: Diagnostic {
    Diagnostic(.sourceBusy, "\(name) is being written already, and takes one write at a time")
  }

  private func perform(_ actions: [WriteQueue.Action]) {
    for action in actions {
      switch action {
      case .ask(let number): later(number, "confirm of \(name)") { $0.ask(number) }
      case .send(let number): later(number, "set of \(name)") { $0.send(number) }
      case .drop(let number):
        engine.trace?.note("write \(name) \(number) superseded")
        let flight = take(number)
        owner?.writeDropped(number)
        // It was sent: nobody will hear what has become of it.
        if flight?.attempts ?? 0 > 0 { isOutcomeUnknown = true }
        flight?.run?.cancel()
        if flight?.isHeldBack ?? false { owner?.writeHasBase() }
        owner?.writeClosed()
        flight?.completion?(
          .diagnostic(Diagnostic(.sourceSuperseded, "the write of \(name) was superseded by a newer one")))
      }
    }
  }

  private func newID() -> String {
    let bits = random?.next() ?? 0
    return ContentHash(of: Array("\(name) \(bits)".utf8)).text
  }

  /// Of the attempt that comes next.
  func ticket(of number: Int) -> WriteTicket {
    let id = flights[number]?.id ?? newID()
    flights[number]?.id = id
    return WriteTicket(id: id, attempt: (flights[number]?.attempts ?? 0) + 1)
  }

  /// It is settled, however it has ended.
  private func take(_ number: Int) -> Flight? {
    let flight = flights.removeValue(forKey: number)
    if flight != nil { engine.underWay -= 1 }
    if let flight, flight.isKept, let id = flight.id { ledger?.struck.insert(id) }
    return flight
  }

  /// In a turn of its own, after whatever runs now.
  private func later(
    _ number: Int, _ label: String, after delay: Duration = .zero, _ body: @escaping (WriteRunner) -> Void
  ) {
    let token = clock.schedule(after: delay, label: label) { [self] in
      flights[number]?.isBegun = true
      engine.caused(by: flights[number]?.origin ?? .none) { body(self) }
    }
    flights[number]?.run = JobRun { token.cancel() }
  }

  private func ask(_ number: Int) {
    if waitsForAnswer(number) { return }
    guard let (new, old) = arguments(of: number), let work = flights[number]?.work else { return }
    run(number) { completion in
      work.confirm(new, old, completion)
    } ended: { [self] result in
      switch result {
      case .success(true):
        perform(queue.answered(number, yes: true))
        changed(by: number)
      case .success(false):
        perform(queue.answered(number, yes: false))
        finish(number, .declined("the write of \(name)"), isDeclined: true)
      case .failure(let failure):
        perform(queue.answered(number, yes: false))
        finish(number, failure, isDeclined: failure.isDeclined)
      }
    }
  }

  /// - Parameter noted: what stands in the ledger, on the disk: sent unless it is to be another by now.
  private func send(_ number: Int, noted: (new: Value, old: Value)? = nil) {
    if waitsForAnswer(number) { return }
    guard let made = arguments(of: number) else { return }
    if let noted, noted == made { return send(number, noted) }
    let saving = noteSending(number, made) { [self] in
      engine.caused(by: flights[number]?.origin ?? .none) { send(number, noted: made) }
    }
    if let saving { flights[number]?.run = saving } else { send(number, made) }
  }

  private func send(_ number: Int, _ made: (new: Value, old: Value)) {
    guard let work = flights[number]?.work else { return }
    let ((new, old), ticket) = (made, ticket(of: number))
    flights[number]?.attempts = ticket.attempt
    owner?.writeMade(number)
    owner?.writeTouchesBase()
    engine.trace?.note("write \(name) \(number) sent")
    run(number) { completion in
      work.set(new, old, ticket, completion)
    } ended: { [self] result in
      switch result {
      case .success(let value): perform(confirmed(number, value))
      case .failure(let failure): failed(number, failure, new: new, old: old)
      }
    }
  }

  private func failed(_ number: Int, _ failure: Failure, new: Value, old: Value) {
    guard let flight = flights[number] else { return }
    // Sent again it would overwrite what was asked for later and stands already.
    let isOutdated = queue.isOutdated(number)
    if !isOutdated, failure.isConflict, flight.work.canResolve, flight.conflicts < Self.conflictLimit {
      return met(number, failure.theirs, mine: new, base: old)
    }
    if failure.isConflict, failure.theirs == nil { owner?.baseIsUnknown() }
    if !isOutdated, let retry = flight.retry, failure.isRetryable, flight.attempts <= retry.limit {
      let pause = retry.delay(before: flight.attempts, chance: random?.fraction() ?? 1)
      return later(number, "set of \(name)", after: pause) { $0.send(number) }
    }
    if failure.isConflict, let theirs = failure.theirs { takeOver(theirs) }
    giveUp(number, failure.named(asConflictOf: name))
  }

  private func giveUp(_ number: Int, _ failure: Failure?) {
    perform(queue.failed(number))
    finish(number, failure)
  }

  /// Another value stands there. Where the error does not say which, it is asked for: what was known before is what has turned out
  /// to be old.
  private func met(_ number: Int, _ theirs: Value?, mine: Value, base: Value) {
    // Once more when all is settled: it may change while somebody decides.
    if theirs == nil { owner?.baseIsUnknown() }
    guard theirs == nil, let ask = owner?.otherSide else {
      return resolve(number, Conflict(base: base, mine: mine, theirs: theirs))
    }
    run(number, ask) { [self] answer in
      resolve(number, Conflict(base: base, mine: mine, theirs: try? answer.get()))
    }
  }

  private func resolve(_ number: Int, _ conflict: Conflict) {
    guard let flight = flights[number] else { return }
    let (work, pause) = (flight.work, Self.conflictPause.times(1 << Int64(flight.conflicts)))
    flights[number]?.conflicts += 1
    flights[number]?.isAsSent = false
    run(number) { completion in
      work.resolve(conflict, completion)
    } ended: { [self] result in
      // Meanwhile a later one may stand already: what was met before it is old.
      if queue.isOutdated(number) {
        return giveUp(number, .diagnostic(Diagnostic(.sourceConflict, "the write of \(name) met a newer value")))
      }
      if let theirs = conflict.theirs { takeOver(theirs) }
      switch result {
      case .success(.mine): later(number, "set of \(name)", after: pause) { $0.send(number) }
      case .success(.value(let value)):
        do throws(Failure) { try owner?.askChecks(value) } catch {
          giveUp(number, error)
          break
        }
        queue.replace(number, with: .set(value))
        later(number, "set of \(name)", after: pause) { $0.send(number) }
      case .success(.theirs):
        giveUp(number, nil)
        report(
          Report(
            Diagnostic(.sourceConflict, "the write of \(name) has given way to what the other side has"),
            during: "set of \(name)", isWarning: true))
      case .failure(let failure): giveUp(number, failure)
      }
      changed(by: number)
    }
  }

  /// What is shown has changed; what follows from that belongs to the step that asked for the write.
  private func changed(by number: Int) {
    keep()
    engine.joining(flights[number]?.step) { owner?.writesChanged() }
  }

  private func takeOver(_ value: Value) {
    let old = queue.base
    queue.base = value
    owner?.baseMet(from: old, to: value)
    owner?.writeTouchesBase()
  }

  private func confirmed(_ number: Int, _ value: Value?) -> [WriteQueue.Action] {
    let before = queue.base
    let isOutdated = queue.isOutdated(number)
    let revision = queue.isFirst(number) ? queue.revision : nil
    let isApplied = value == nil && !isOutdated
    do throws(Failure) {
      let actions = try engine.runPure { () throws(Failure) in try queue.confirmed(number, value: value) }
      if isApplied { owner?.writeMade(number) }
      isOutcomeUnknown = false
      if let flight = flights[number] {
        engine.joining(flight.step) {
          owner?.baseWritten(number, from: before, origin: flight.origin, isOutdated: isOutdated, wasFirstAt: revision)
        }
      }
      finish(number, nil)
      return actions
    } catch {
      finish(number, error)
      return queue.next()
    }
  }

  /// nil: it has failed, or waits for a base.
  private func arguments(of number: Int) -> (new: Value, old: Value)? {
    if flights[number]?.isHeldBack ?? false {
      flights[number]?.isHeldBack = false
      owner?.writeHasBase()
    }
    do {
      return try engine.runPure { () throws(Failure) in try queue.arguments(of: number) }
    } catch {
      if queue.base == nil, queue.contains(number), owner?.writeNeedsBase() ?? false {
        engine.trace?.note("write \(name) \(number) waits for a value")
        flights[number]?.isHeldBack = true
        perform(queue.holdBack(number))
        holdBackQueued()
        return nil
      }
      giveUp(number, error)
      return nil
    }
  }

  private func run<Answer>(
    _ number: Int, _ start: (@escaping (Result<Answer, Failure>) -> Void) -> JobRun?,
    ended: @escaping (Result<Answer, Failure>) -> Void
  ) {
    var isOver = false
    let run = start { [self] result in
      if isOver { return }
      isOver = true
      engine.takeAnswer { [self] in
        guard let flight = flights[number], queue.contains(number), !isEnded else { return }
        flights[number]?.run = nil
        engine.caused(by: flight.origin) { ended(result) }
      }
    }
    if !isOver { flights[number]?.run = run }
  }

  /// The line that asked for a write.
  func place(of number: Int) -> Site { engine.causes[flights[number]?.origin ?? .none]?.place ?? .none }

  /// A write has ended: what is shown follows, and whoever waits hears of it.
  private func finish(_ number: Int, _ failure: Failure?, isDeclined: Bool = false) {
    engine.trace?.note(
      "write \(name) \(number) " + (failure.map { "failed \($0.kindAndStatus.kind.rawValue)" } ?? "confirmed"))
    owner?.writeTouchesBase()
    var isTold = false
    engine.joining(flights[number]?.step) {
      owner?.writeClosed()
      isTold = owner?.writeEnded(number, failure, isDeclined: isDeclined) ?? false
    }
    let flight = take(number)
    keep()
    flight?.completion?(failure)
    if let failure, flight?.completion == nil, !isDeclined, !isTold {
      report(Report(failure, during: "set of \(name)", trail: engine.trail(of: flight?.origin ?? .none)))
    }
    if isOutcomeUnknown, queue.isEmpty {
      isOutcomeUnknown = false
      owner?.baseIsUnknown()
    }
    owner?.writeSettled()
  }

  /// What stands behind a write that waits for a base waits for it too.
  private func holdBackQueued() {
    for number in flights.keys.sorted() where flights[number]?.isHeldBack == false && queue.isQueued(number) {
      if owner?.writeNeedsBase() ?? false { flights[number]?.isHeldBack = true }
    }
  }

  private func isMadeOfAnswer(_ number: Int) -> Bool {
    queue.isMadeOfNothing(number) && owner?.isBaseComing ?? false
  }

  /// It is not asked for or sent before there is something to make it of.
  private func waitsForAnswer(_ number: Int) -> Bool {
    guard isMadeOfAnswer(number) else { return false }
    engine.trace?.note("write \(name) \(number) waits for a value")
    flights[number]?.isHeldBack = true
    perform(queue.holdBack(number))
    return true
  }

  /// There is no answer: what cannot be made of nothing has failed because of that.
  func goOnWithoutBase(_ failure: Failure) {
    guard queue.base == nil, hasHeldBack else { return }
    keepAfter {
      for number in flights.keys.sorted() where flights[number]?.isHeldBack ?? false {
        flights[number]?.isHeldBack = false
        if (try? engine.runPure({ () throws(Failure) in try queue.arguments(of: number) })) == nil {
          giveUp(number, failure)
        }
      }
      perform(queue.goOnWithoutBase())
    }
  }

  /// There will be no base.
  func endHeldBack(_ failure: Failure) {
    keepAfter {
      for number in flights.keys.sorted() where flights[number]?.isHeldBack ?? false {
        flights[number]?.isHeldBack = false
        owner?.writeHasBase()
        giveUp(number, failure)
      }
    }
  }

  private func report(_ report: Report) { scope.report(engine.located(report, at: place)) }

  /// Ends everything: nothing is heard of it any more, but whoever waits is told so. What is in the ledger stays there.
  /// - Parameter failure: what they are told.
  func end(_ failure: Failure) {
    guard !isEnded else { return }
    isEnded = true
    let lost = lost
    let ended = flights.sorted { $0.key < $1.key }.map(\.value)
    flights.removeAll()
    queue.removeAll()
    engine.underWay -= ended.count
    for flight in ended { flight.run?.cancel() }
    for flight in ended { flight.completion?(failure) }
    if let lost { scope.report(lost) }
  }

  /// The base with everything shown on top.
  func shown() -> Value? { try? engine.runPure { () throws(Failure) in queue.shown } }
}
