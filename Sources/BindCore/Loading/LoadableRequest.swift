import BindGraph

/// What a script asks of a loadable. Inside a callback or transaction it is part of that: it begins at the commit, in its
/// order, and never if that fails.
package enum LoadableRequest {
  case load, refresh, cancel, invalidate, reset
  case set(Value)
  case write(LoadableWrite)
  /// Somebody waits for it; this begins to.
  case wait(() -> Void)
  case observe(LoadableHandler)
  /// What its owner does with it, such as the next run of a job, and what that comes to for whoever has asked.
  indirect case other(() -> Void, seenAs: LoadableRequest? = nil)
}

/// A write on top of the base.
package struct LoadableWrite {
  let operation: WriteQueue.Operation
  let work: any WriteWork
  let order: WriteOrder
  /// It takes the place of those before it that coalesce too and are not sent yet.
  let coalesces: Bool
  let retry: RetryPolicy?
  /// It is sent also if the program ends before; there must be a ledger.
  let isKept: Bool

  package init(
    _ apply: @escaping (Value) throws(Failure) -> Value, _ work: any WriteWork, order: WriteOrder = .serial,
    coalesces: Bool = false, retry: RetryPolicy? = nil, isKept: Bool = false
  ) {
    operation = WriteQueue.Operation.change(apply).once
    self.work = work
    self.order = order
    self.coalesces = coalesces
    self.retry = retry
    self.isKept = isKept
  }

  /// - Throws: what its function raises there.
  package func check(on base: Value) throws(Failure) {
    if case .change(let change) = operation { _ = try change(base) }
  }
}

/// What there is to tell of a loadable: as it is, or as the callback sees it that has asked for something.
package struct LoadablePicture {
  package private(set) var machine: LoadableMachine
  var queue: WriteQueue
  var failure: Failure?
  private(set) var progress: ProgressGate
  /// It has shown a value meanwhile.
  private(set) var hadValue = false

  init(_ machine: LoadableMachine, _ queue: WriteQueue, _ failure: Failure?, _ progress: ProgressGate) {
    self.machine = machine
    self.queue = queue
    self.failure = failure
    self.progress = progress
  }

  /// The value without what is only shown for now.
  package var base: Value? { queue.base }

  /// As it will be when the request has begun.
  mutating func take(_ request: LoadableRequest, at now: Instant) {
    switch request {
    case .load: note(machine.load(at: now))
    case .refresh: note(machine.refresh(at: now))
    case .cancel: note(machine.cancel(at: now))
    case .invalidate: note(machine.invalidate(at: now))
    case .reset:
      note(machine.reset(at: now))
      (queue.base, failure) = (nil, nil)
    case .set(let value):
      _ = machine.set(at: now)
      (queue.base, failure) = (value, nil)
      hadValue = true
    case .write(let write):
      let begun = queue.begin(
        write.operation, asks: write.work.canConfirm, order: write.order, coalesces: write.coalesces)
      if begun != nil { _ = machine.writeBegan(at: now) }
    case .wait: note(machine.load(at: now, waits: true))
    case .observe: note(machine.observed(at: now))
    case .other(_, let request): if let request { take(request, at: now) }
    }
  }

  private mutating func note(_ actions: [LoadableMachine.Action]) { for action in actions { progress.note(action) } }
}

extension Loadable {
  var picture: LoadablePicture { LoadablePicture(machine, writes.queue, failure, progress) }

  /// What the running callback has asked for and has not begun yet.
  private var pending: LoadableRequests? { engine.overlay?.write(to: self) as? LoadableRequests }

  /// As the running callback sees it.
  package var seen: LoadablePicture { pending?.picture ?? picture }

  /// Something is asked of it that begins with the end of the running callback.
  package var isAskedForMore: Bool { pending != nil }

  /// Begins now, or when the running callback has ended well.
  package func ask(_ request: LoadableRequest) {
    guard engine.mode == .deferred else {
      return engine.caused(by: engine.recordWrite(to: name)) { begin(request) }
    }
    engine.hold(request, of: self)
    if case .set = request, let valueCell {
      engine.checkLostUpdate(of: valueCell, mend: "use :write{apply=}, whose function is applied in turn")
    }
    if engine.noting != .nothing { engine.note { [self] in ask(request) } }
  }

  fileprivate var valueCell: Cell? { cells.fields.first { ($0.cell as? LoadableCell)?.word == "value" }?.cell }

  /// The same of a write.
  /// - Returns: why it is refused.
  package func ask(_ write: LoadableWrite) -> Diagnostic? {
    guard engine.mode == .deferred else {
      return engine.caused(by: engine.recordWrite(to: name)) { self.write(write) }
    }
    if write.order == .reject, !seen.queue.isEmpty { return writes.busy }
    ask(.write(write))
    return nil
  }

  fileprivate func begin(_ request: LoadableRequest) {
    switch request {
    case .load: load()
    case .refresh: refresh()
    case .cancel: cancel()
    case .invalidate: invalidate()
    case .reset: reset()
    case .set(let value): set(value)
    case .write(let write):
      // Nobody is there any more to be told of a refusal.
      if let refusal = self.write(write) { scope.reportAfterWave(Report(refusal, during: "write of \(name)")) }
    case .observe(let handler): handler.begin()
    case .wait(let body), .other(let body, _): body()
    }
  }

  /// What a cell shows to the running callback; nil where that has asked for nothing, or there is nothing to tell.
  func pendingValue(of cell: LoadableCell) throws(Failure) -> Value? {
    guard let picture = pending?.picture else { return nil }
    return shown(cell, in: picture, value: try engine.runPure { () throws(Failure) in picture.queue.shown })
  }
}

/// What a callback or transaction asks of one loadable.
private final class LoadableRequests: PendingWrite {
  private let loadable: Loadable
  private var requests: [(request: LoadableRequest, cause: CauseID)] = []
  /// What the transaction around this one has asked for.
  private let outer: LoadableRequests?

  init(_ loadable: Loadable, cause: CauseID, over outer: LoadableRequests?) {
    self.loadable = loadable
    self.outer = outer
    super.init(target: loadable, cause: cause)
  }

  override var targetName: String { loadable.name }
  override var mayLose: Bool { sets }
  override var losing: AnyObject { loadable.valueCell ?? loadable }
  override var replaces: Bool { sets || outer?.replaces ?? false }
  private var sets: Bool { requests.contains { if case .set = $0.request { true } else { false } } }

  override func forEachNode(_ body: (NodeID) -> Void) {
    body(loadable.cells.node)
    for node in loadable.cells.nodesChangedTogether { body(node) }
  }

  func add(_ request: LoadableRequest, cause: CauseID) {
    requests.append((request, cause))
    self.cause = cause
  }

  var picture: LoadablePicture {
    var picture = outer?.picture ?? loadable.picture
    for (request, _) in requests { picture.take(request, at: loadable.clock.now) }
    return picture
  }

  override func apply(in engine: Engine) {
    for (request, cause) in requests {
      // Whoever waits is told that it has ended.
      if loadable.machine.isClosed, case .wait = request {} else if loadable.machine.isClosed { continue }
      engine.beginHeld(by: cause) { loadable.begin(request) }
    }
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? LoadableRequests else { return }
    requests += later.requests
    cause = later.cause
  }
}

extension Engine {
  fileprivate func hold(_ request: LoadableRequest, of loadable: Loadable) {
    let overlay = overlayForWriting()
    noteWrite(in: overlay)
    let cause = recordWrite(to: loadable.name)
    let requests = overlay.ownWrite(to: loadable, in: graph) { LoadableRequests(loadable, cause: cause, over: $0) }
    requests.add(request, cause: cause)
  }

  /// Begins what a callback has asked for that has ended well. What is told meanwhile is part of the wave that is about to
  /// run; what a script writes, such as a cleanup of what is called off, is held for the one after it.
  func beginHeld(by cause: CauseID, _ body: () -> Void) {
    let outer = isApplying
    isApplying = true
    defer { isApplying = outer }
    _ = runCallback(cause: cause) { () throws(Failure) in body() }
  }
}
