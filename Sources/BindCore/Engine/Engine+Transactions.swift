import BindGraph

// What is written and registered together: one wave, or nothing.

extension Engine {
  /// All of the body's writes become one wave, or none if it throws; the error goes on to the caller.
  ///
  /// An inner transaction joins the outer one; if it throws and the outer catches, only the inner's writes are dropped. What a Swift
  /// `State` is given inside stands: it belongs to no engine, and other threads have seen it.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try unit(isTransaction: true, body)
  }

  /// What the body writes is one wave, or nothing where it is refused.
  @inline(__always)
  func writingTogether(_ body: () throws(Failure) -> WriteOutcome) throws(Failure) -> WriteOutcome {
    struct Refused: Error { let diagnostic: Diagnostic }
    do {
      return try transaction {
        let outcome = try body()
        if case .refused(let diagnostic) = outcome { throw Refused(diagnostic: diagnostic) }
        return outcome
      }
    } catch let refused as Refused {
      return .refused(refused.diagnostic)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.diagnostic(Diagnostic(.hostInternal, "\(error)"))
    }
  }

  /// Writes of a part of a callback that stand or fall together; what is registered inside is the callback's.
  func part<Result>(_ body: () throws -> Result) throws -> Result { try unit(isTransaction: false, body) }

  /// - Parameter ends: what it writes is written by what has ended then.
  func unit<Result>(isTransaction: Bool, ends: Bool = false, _ body: () throws -> Result) throws -> Result {
    checkThread()
    guard mode != .pure else { throw Failure.transactionInPureFunction }
    let outer = overlay
    let outerMode = mode
    let inner = Overlay(
      parent: outer, isHeld: outer?.isHeld ?? graph.isDelivering, isTransaction: isTransaction, births: births,
      in: graph)
    overlay = inner
    mode = .deferred
    let result: Result
    do {
      result = try body()
      if inner.isHeld { try inner.check(in: self) }
    } catch {
      leave(to: outer, outerMode)
      outer?.invalidateSpeculations()
      drop(inner)
      settleHeld()
      tellOfLeftArrivals()
      throw error
    }
    leave(to: outer, outerMode)
    if ends { inner.letNotesStand() }
    if let outer {
      inner.merge(into: outer, in: graph)
      if outer.hasWrites { watching.pointee |= Watch.overlay }
    } else if outerMode == .deferred {
      inner.isTransaction = false
      overlay = inner
      if inner.hasWrites { watching.pointee |= Watch.overlay }
    } else {
      defer { tellOfLeftArrivals() }
      try commit(inner)
    }
    return result
  }

  /// Whoever wanted to take them inside a transaction was told to wait for its end.
  private func tellOfLeftArrivals() {
    guard hasLeftArrivals, mode == .immediate, !isApart, !graph.isFlushing else { return }
    hasLeftArrivals = false
    mailbox.ringAgain()
  }

  /// A function runs whose reads become its dependencies.
  package var isTracking: Bool { watching.pointee & Watch.tracking != 0 }

  /// The same with words for whoever observes what is written inside: `runningLabel` and `runningMetadata` give them.
  public func transaction<Result>(
    label: String?, metadata: Record = Record(), _ body: () throws -> Result
  ) throws -> Result {
    let event = causes.record(
      .write, parent: cause, label: label.map { causes.intern(passing: $0) } ?? 0, via: causes.intern("transaction"))
    causes.attach(.record(metadata), to: event)
    return try caused(by: event) { try transaction(body) }
  }

  /// The label of the transaction whose change the running observer is told; nil where it had none.
  public var runningLabel: String? {
    let label = causes.label(of: cause)
    return label == 0 ? nil : causes.name(label)
  }

  /// What that transaction was given besides; nil where it was given nothing.
  public var runningMetadata: Record? {
    if case .record(let record)? = causes.metadata(of: cause) { record } else { nil }
  }

  /// As if no callback or transaction ran: what it has written is not seen, and not taken along.
  func apart(_ body: () -> Void) {
    let hidden = overlay
    let (wasApart, hasOpenStep) = (isApart, mode != .immediate && isStepOpen)
    isApart = wasApart || mode != .immediate
    writing(into: nil, as: .immediate, body)
    isApart = wasApart
    if hasOpenStep { isStepOpen = true }
    // What the callback has derived from what stood there is no longer so.
    hidden?.invalidateSpeculations()
  }

  /// Runs what belongs to the host and not to the script that has called it: it may write wherever the script is, sees
  /// nothing that is pending, and what it writes stands whatever becomes of the script's transaction. Inside a wave, or
  /// while something is computed, its writes are the next wave.
  package func apartFromScripts(_ body: () -> Void) {
    let outerScope = scope
    scope = root
    defer { scope = outerScope }
    // What is held already was written before.
    guard graph.isFlushing || mode == .pure || mode == .settling || graph.hasFurtherWork else { return apart(body) }
    let own = Overlay(parent: nil, isHeld: true, stands: true, births: births, in: graph)
    writing(into: own, as: .deferred, body)
    if !own.isEmpty { graph.hold(HeldOverlay(own, in: root)) }
  }

  /// What is written inside goes there, and nowhere else; what is pending elsewhere is not seen, and reads are no
  /// dependencies of whatever runs around it.
  func writing(into own: Overlay?, as ownMode: WriteMode, _ body: () -> Void) {
    let bits = Watch.overlay | Watch.tracking
    let (hidden, outerMode, outerNoting, outerWatching) = (overlay, mode, noting, watching.pointee & bits)
    let saved = graph.pauseTracking()
    overlay = own
    mode = ownMode
    noting = .nothing
    watching.pointee &= ~bits
    body()
    overlay = hidden
    mode = outerMode
    noting = outerNoting
    watching.pointee = watching.pointee & ~bits | outerWatching
    graph.resumeTracking(saved)
  }

  func leave(to outer: Overlay?, _ outerMode: WriteMode) {
    overlay = outer
    mode = outerMode
    if outer?.hasWrites ?? false {
      watching.pointee |= Watch.overlay
    } else {
      watching.pointee &= ~Watch.overlay
    }
  }

  /// One entry from the host into a script or a handler: a transaction with a cause of its own.
  /// - Parameters:
  ///   - run: of a job, counted from 1.
  ///   - parent: the event that asked for it, if one did.
  package func turn<Result>(
    _ kind: CauseKind, label: String, run: Int = 0, parent: CauseID = .none, _ body: () throws -> Result
  ) throws -> Result {
    let event = causes.record(kind, parent: parent, label: causes.intern(passing: label), run: UInt32(clamping: run))
    return try caused(by: event) { try turnOfItsOwn(body) }
  }

  /// A transaction that no line of a script waits for: where its writes go round, one of their lines is told.
  package func turnOfItsOwn<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try transaction(body) } catch let failure as Failure where failure.isCycle {
      throw located(failure, by: lastLoopCause)
    }
  }

  /// What is written and started inside has the event as its cause.
  package func caused<Result, Problem>(
    by event: CauseID, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let outer = cause
    cause = event
    defer { cause = outer }
    return try body()
  }

  private func commit(_ overlay: Overlay) throws {
    do {
      try overlay.prepare()
      try overlay.commitShared()
    } catch {
      drop(overlay)
      throw error
    }
    if mode == .settling {
      // A record that a binding writes: some of it may come back to what observers know. Whoever settles runs the rest.
      noteRewrite()
      overlay.apply(in: self, reportingTo: scope)
      return
    }
    overlay.apply(in: self, reportingTo: scope)
    let observers = settleFirst(of: overlay)
    if !overlay.resuming.isEmpty { graph.gather { overlay.resume() } }
    // What bindings that begin or go on with it deliver over is known until they have.
    forgetUnsettledIfQuiet()
    for observer in observers where observer.awaitsFirstDelivery { graph.deliverWithWave(observer.node) }
    let settlement = graph.flush()
    var failure = settlement == .overrun ? overrun() : nil
    // Also where the writes have gone round: what was made and what goes on is part of what stands.
    for observer in observers where observer.awaitsFirstDelivery {
      guard case .overrun = graph.deliverInitially(observer.node) else { continue }
      let later = overrun()
      failure = failure ?? later
    }
    closeStep(after: settlement)
    if let failure { throw failure }
  }

  /// Bindings that were made deliver with the writes, so that nobody sees their ends disagree.
  /// - Returns: the observers among them, which begin after that wave.
  func settleFirst(of commit: Overlay) -> [any FirstDelivery] {
    let made = commit.initials
    if made.isEmpty { return made }
    let again = HeldFirstDeliveries()
    return made.filter { binding in
      guard binding.awaitsFirstDelivery, graph.settleInitially(binding.node) else { return true }
      // Where the writes go round, what was made is part of what stands.
      keepPast { [graph] in again.add(binding, in: graph) }
      return false
    }
  }

  /// No callback or transaction runs, and no wave.
  package var isAtRest: Bool { mode == .immediate && !graph.isFlushing && !isApplying }

  /// Runs waves until all is quiet.
  package func settle() throws(Failure) {
    let settlement = graph.flush()
    closeStep(after: settlement)
    if case .overrun = settlement { throw overrun() }
  }

  /// What was held while something was computed outside of waves has its wave now: a script is between two steps.
  package func settleHeld() {
    if graph.hasFurtherWork, mode == .immediate { reportOverrun(graph.flush(), during: "report") }
  }

  /// The same, with what went wrong as the answer.
  func failureOfSettling() -> Failure? {
    do { try settle() } catch { return error }
    return nil
  }

  /// The overlay that a write or registration of the running callback goes to, made when first needed.
  package func overlayForWriting() -> Overlay {
    if let overlay { return overlay }
    let made = Overlay(parent: nil, isHeld: true, births: births, in: graph)
    overlay = made
    return made
  }

  package func noteWrite(in overlay: Overlay) {
    watching.pointee |= Watch.overlay
    overlay.invalidateSpeculations()
  }

  /// Runs it now or, in a callback or transaction, after the wave that commits that; never if it is dropped.
  func atCommit(_ body: @escaping () -> Void) {
    guard mode == .deferred else { return body() }
    overlayForWriting().add(CommitRequest(body, cause: cause))
  }

  /// Runs it with the commit of the transaction, before its wave, of which what is told inside is a part; never if it is
  /// dropped.
  func withCommit(_ body: @escaping () -> Void) { overlayForWriting().add(CommitPart(body, cause: cause)) }

  /// A scope got a new item: if the present callback fails, the item must go again.
  package func registered(_ item: any ScopeItem) {
    if mode == .deferred { overlayForWriting().register(item) }
  }
}

/// Something that belongs to the end of a callback or transaction.
private class CommitPart: PendingWrite {
  private final class Nothing {}
  let body: () -> Void

  init(_ body: @escaping () -> Void, cause: CauseID) {
    self.body = body
    super.init(target: Nothing(), cause: cause)
  }

  override func apply(in engine: Engine) { engine.beginHeld(by: cause, body) }
}

/// Something that is asked for in a callback or transaction.
private final class CommitRequest: CommitPart {
  override func apply(in engine: Engine) {
    engine.afterWave { [cause, body] in engine.caused(by: cause, body) }
  }
}
