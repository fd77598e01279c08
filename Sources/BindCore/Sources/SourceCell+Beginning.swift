import BindGraph

// How a write to a source begins: at once, with what the wave has begun already, or when the callback that asks for it has ended well.

extension SourceCell {
  /// What became of the writes of a body.
  package enum Begun {
    /// They go on: whoever awaits them is told.
    case begun
    /// None has begun.
    case ended(WriteOutcome)
  }

  /// Who awaits the write that is begun next.
  struct Awaiting {
    let mayBegin: (_ isMade: Bool) throws(Failure) -> Void
    let completion: (Failure?) -> Void
  }

  /// Whoever writes here in the body, by whatever way leads here, awaits the answer.
  /// - Parameters:
  ///   - completion: called once with nil or with why it failed, if the body has begun a write.
  ///   - mayBegin: called before that with whether it is a function of what stands there; throws why it cannot be awaited.
  package func answering(
    _ completion: @escaping (Failure?) -> Void,
    if mayBegin: @escaping (_ isMade: Bool) throws(Failure) -> Void = { _ throws(Failure) in },
    by body: () throws(Failure) -> WriteOutcome
  ) throws(Failure) -> Begun {
    awaiting = Awaiting(mayBegin: mayBegin, completion: completion)
    defer { awaiting = nil }
    let outcome = try body()
    return awaiting == nil ? .begun : .ended(outcome)
  }

  /// - Parameter completion: called once with nil or with why it failed. Without one a failure is reported.
  package func begin(
    _ operation: WriteQueue.Operation, completion: ((Failure?) -> Void)? = nil
  ) throws(Failure) -> WriteOutcome {
    guard isWritable else { throw .readOnly(self) }
    if case .change = operation, !policy.reads { throw .writeOnlySource(self) }
    if engine.mode == .pure { throw Failure.writeInPureFunction(name) }
    // A binding that outlives it fails, and nobody who writes its other end hears of that.
    if engine.mode != .settling { try checkOpen() }
    if let awaiting { try awaiting.mayBegin(operation.isMade) }
    let operation = operation.once
    guard isBound else { return try beginAllowed(operation, by: nil, isGiven: false, completion) }
    let isGiven = !engine.writesBack && engine.deliveringBinding == nil
    return try byHand(writing: wouldHold(operation)) { (hand: HandWrite?) throws(Failure) in
      try beginAllowed(operation, by: hand, isGiven: isGiven, completion)
    }
  }

  private func beginAllowed(
    _ operation: WriteQueue.Operation, by hand: HandWrite?, isGiven: Bool, _ completion: ((Failure?) -> Void)?
  ) throws(Failure) -> WriteOutcome {
    let completion = completion ?? awaiting?.completion
    let isDeferred = engine.mode == .deferred
    let writer = presentWriter
    let asked = SourceParts.Asked(
      operation: operation, place: placeBeingWritten, binding: engine.deliveringBinding?.takeUnretainedValue(),
      writer: writer,
      holders: hasBase && writer != .conditional ? engine.claimsThatHold(with: self).filter(\.isHeldOnCondition) : [],
      isGiven: isGiven, hand: hand, move: engine.presentMove)
    var result: Value?
    if case .change(let change) = operation {
      do throws(Failure) { result = try engine.checkApplies(change, in: self) } catch {
        // Elsewhere it is told when it is applied.
        if isDeferred {
          guard let completion else { throw error }
          awaiting = nil
          completion(error)
          return .pending
        }
      }
      if !isDeferred, asked.binding != nil { try refuseWhereAway(change, at: asked.place) }
    }
    try refuseByChecks(operation, giving: result)
    // From here on it has begun, and whoever awaits it is told.
    awaiting = nil
    if isDeferred {
      // Nothing is sent before the callback has ended well.
      engine.hold(asked, completion, giving: result, at: standings.isEmpty ? nil : placeBeingWritten, in: self)
      if case .set = operation { engine.checkLostUpdate(of: self) }
      if engine.noting != .nothing { engine.note { [self] in _ = try begin(operation, completion: completion) } }
    } else {
      let place = standings.isEmpty ? nil : placeBeingWritten
      let event = engine.recordWrite(to: self)
      let isJoined = engine.caused(by: event) { join(asked) }
      if !isJoined, let refusal = engine.caused(by: event, { startAlone(asked, completion) }) {
        return .refused(refusal)
      }
      if let place, engine.mode != .settling {
        noteBegun(writes.queue.lastNumber, at: [place])
      }
      if isJoined { return .pending }
      try engine.settle()
    }
    return .pending
  }

  /// A binding hears at once that its place is away now and will be when what is under way has come about, as in a bindable. What else fails is told
  /// when it is applied.
  private func refuseWhereAway(
    _ change: (Value) throws(Failure) -> Value, at place: Cell
  ) throws(Failure) {
    guard place !== self, let stored, place.standing(in: stored) == nil, let coming else { return }
    do throws(Failure) { _ = try engine.result(of: change, on: coming) } catch {
      if error.isOfPlaceAway { throw error }
    }
  }

  private var placeBeingWritten: Cell { engine.writtenPlace(in: self) ?? engine.placeWritten(in: self) ?? self }

  /// - Returns: why the write is refused.
  /// - Parameter parts: what is to be known of it until it ends.
  private func start(
    _ operation: WriteQueue.Operation, _ parts: SourceParts?, _ completion: ((Failure?) -> Void)?
  ) -> Diagnostic? {
    guard life != nil else {
      completion?(.disposed(self))
      return .disposed(self)
    }
    // What else this step writes and what is confirmed later are one step of a history.
    if isRecorded { engine.isStepOpen = true }
    storesAtOnce = true
    defer { storesAtOnce = false }
    // A function is made of what stands there by then: nothing takes its place.
    var coalesces = false
    if case .set = operation { coalesces = policy.coalesces }
    let number = writes.queue.lastNumber + 1
    partsInFlight[number] = parts
    let refusal = writes.begin(operation, work, coalesces: coalesces, completion: completion)
    if refusal != nil { partsInFlight[number] = nil }
    return refusal
  }

  private func startAlone(_ asked: SourceParts.Asked, _ completion: ((Failure?) -> Void)?) -> Diagnostic? {
    // By hand only where what bindings make of it would take its place.
    let isJoinable = engine.mode == .settling ? completion == nil : !keepsWritesApart
    let parts = SourceParts(asked, completion, to: self)
    let isKept = isBound || isJoinable
    let refusal = start(
      isKept ? parts.operation : judged(asked.operation), isKept ? parts : nil, isKept ? parts.completion : completion)
    guard refusal == nil, isJoinable else { return refusal }
    let isByHand = engine.mode != .settling
    let wave = isByHand ? engine.graph.wave &+ 1 : engine.graph.wave
    begunTogether = (wave, writes.queue.lastNumber, parts, isByHand)
    forget(after: wave)
    return nil
  }

  /// A later write neither takes the place of an earlier one nor is refused beside it.
  private var keepsWritesApart: Bool { policy.order == .serial || policy.order == .parallel }

  /// What was written may hold what holds the source.
  private func forget(after wave: UInt32) {
    engine.afterWave { [weak self] in
      guard let self else { return }
      if wroteIn?.wave == wave { wroteIn = nil }
      if begunTogether?.wave == wave { begunTogether = nil }
    }
  }

  /// What the wave has begun, if that is still to be sent.
  private var writeToJoin: (wave: UInt32, number: Int, parts: SourceParts, isByHand: Bool)? {
    guard engine.mode == .settling, let begun = begunTogether, begun.wave == engine.graph.wave,
      begun.number == writes.queue.lastNumber
    else { return nil }
    // What comes back at an end does not fail with what is written beside it, but with what was written in it.
    return begun.isByHand && engine.handingOver == .alone && keepsWritesApart ? nil : begun
  }

  /// False where the wave has begun nothing yet that is still to be sent.
  private func join(_ asked: SourceParts.Asked) -> Bool {
    guard let begun = writeToJoin else { return false }
    guard writes.mayAmend(begun.number) else { return false }
    if case .set = asked.operation { coverParts(of: begun.number, in: begun.parts) }
    begun.parts.add(asked)
    partsInFlight[begun.number] = begun.parts
    storesAtOnce = true
    defer { storesAtOnce = false }
    writes.amend(begun.number, with: begun.parts.operation, completion: begun.parts.completion)
    unbound?.forgetKnown()
    return true
  }

  /// What a callback wrote that has ended well. Nobody is there any more to be told of a refusal.
  /// - Parameter places: where that writes, as far as it is known.
  func startHeld(_ parts: SourceParts, at places: [Cell]) {
    let (operation, completion) = (parts.operation, parts.completion)
    let wave = engine.graph.wave &+ 1
    // Whoever hears of the end of an earlier write may begin another.
    let number = writes.queue.lastNumber + 1
    wroteIn = (wave, operation, number)
    forget(after: wave)
    var refusal: Diagnostic?
    engine.beginHeld(by: engine.cause) { refusal = start(operation, parts, completion) }
    if refusal == nil, writes.queue.lastNumber >= number {
      begunTogether = (wave, number, parts, isByHand: true)
      noteBegun(number, at: places)
    }
    if let refusal, completion == nil {
      scope.reportAfterWave(engine.located(Report(refusal, during: "set of \(name)"), at: place))
    }
  }
}
