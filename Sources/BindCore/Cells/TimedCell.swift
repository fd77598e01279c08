package import BindGraph

/// `ref:debounce(d)` and `ref:throttle(d)`: the source's value, later or less often.
///
/// Time passes only while somebody observes it; read by nobody it is simply the source's present value, and no timer
/// runs. What it holds back is given in a turn of its own, with the newest value.
package final class TimedCell: DerivedCell {
  package enum Policy {
    /// When the source has been quiet for the time.
    case debounce
    /// At once, then once in the time at most; the newest value last.
    case throttle
  }

  private let source: Cell
  private let policy: Policy
  private let delay: Duration
  private let clock: any WorldClock
  /// Changed by the timer, so that the graph asks again.
  private let tick: LeafCell
  private var timer: (any Token)?
  private var isDue = false
  /// What its observers see.
  private var shown: Value?
  private var lastShown: Instant?
  /// What the source held when the timer was set, and why.
  private var waiting: (value: Value, cause: CauseID)?
  private var isCommitted = false
  /// The callback or transaction runs that looks at it first: its observers begin with what that commits.
  private var isBeginning = false
  /// Its observers have begun while the source had no value: the first one that comes is a change like any other.
  private var awaitsFirst = false
  /// The host whose clock it is: it says when time has ended. By the number it knows this cell.
  private weak var host: EngineOccupant?
  private var number = 0
  /// False once that host has closed. From then on this is the source's value: what it would hold back would never come.
  private var hasTime = true

  package init(
    _ source: Cell, _ policy: Policy, _ delay: Duration, clock: any WorldClock, of host: EngineOccupant? = nil
  ) {
    self.source = source
    self.policy = policy
    self.delay = max(delay, .zero)
    self.clock = clock
    let engine = source.engine
    tick = LeafCell(.integer(0), declaration: .any(.integer(0)), name: "tick", engine: engine)
    let word =
      switch policy {
      case .debounce: "debounce"
      case .throttle: "throttle"
      }
    super.init(inputs: [source, tick], name: "\(source.stem):\(word)", engine: engine)
    self.host = host
    number = host?.add(self) ?? 0
    engine.hasTimedCells = true
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  package override var inputCells: [Cell] { [source] }
  /// Nobody else has its tick.
  package override var parts: [Cell] { [source] }
  package override var constantParts: [Cell] { [source] }
  package override var shape: (type: FieldType, isOptional: Bool)? { source.shape }

  /// While something is held back, the source's last write is not the one that this value is of.
  package override var originCells: [Cell] { waiting == nil ? [source] : [] }

  /// It has noted of which write the value is that its observers see.
  package override var knowsItsOrigin: Bool { shown != nil }

  package override func evaluate(in graph: Graph) -> Evaluation {
    isCommitted = true
    defer { isCommitted = false }
    return super.evaluate(in: graph)
  }

  package override func compute() -> Computation {
    let value: Value
    do {
      _ = try tick.get()
      guard let present = try source.get() else {
        forget()
        if isCommitted, shown != nil { (shown, awaitsFirst) = (nil, true) }
        return .absent
      }
      value = present
    } catch {
      forget()
      return .failed(error)
    }
    guard hasTime, engine.graph.isLive(node) else {
      shown = nil
      return .value(value)
    }
    if shown == nil, !awaitsFirst || policy == .throttle {
      return isCommitted && !isBeginning ? show(value) : .value(value)
    }
    let held: Computation = shown.map { .value($0) } ?? .absent
    // A callback that looks through its own pending writes starts no timer.
    guard isCommitted else { return held }
    if isDue { return show(value) }
    if shown == value, waiting == nil { return held }
    if let waiting, waiting.value == value { return held }
    switch policy {
    case .debounce: wait(until: clock.now + delay, value)
    case .throttle:
      let next = (lastShown ?? clock.now) + delay
      if next <= clock.now { return show(value) }
      if timer == nil { wait(until: next, value) } else { waiting = (value, source.lastCause) }
    }
    return held
  }

  private func show(_ value: Value) -> Computation {
    timer?.cancel()
    timer = nil
    waiting = nil
    isDue = false
    // What they see already nobody is told again: the next change need not wait for it.
    if shown != value || !source.comparesValues { lastShown = clock.now }
    shown = value
    engine.noteOrigin(of: self, source.lastCause)
    return .value(value)
  }

  /// There is nothing to hold back any more.
  private func forget() {
    guard isCommitted, waiting != nil else { return }
    timer?.cancel()
    timer = nil
    waiting = nil
    isDue = false
  }

  private func wait(until due: Instant, _ value: Value) {
    timer?.cancel()
    waiting = (value, source.lastCause)
    timer = clock.schedule(at: due, label: name) { [weak self] in self?.fire() }
  }

  private func fire() {
    timer = nil
    isDue = true
    advanceTick(because: waiting?.cause ?? .none)
    engine.settleReporting(name)
    // Its observers are paused: what they are told when they go on is settled now, whatever comes after it.
    if isDue { _ = try? peek() }
    isDue = false
  }

  package override func livenessChanged(_ live: Bool, in graph: Graph) {
    timer?.cancel()
    timer = nil
    // What was held back is not: read by nobody it is the source's value.
    if let waiting { graph.changed(tick.ensureNode(), cause: waiting.cause.index) }
    waiting = nil
    lastShown = clock.now
    (isBeginning, awaitsFirst) = (false, false)
    if live, hasTime, let overlay = engine.overlay { return begin(with: overlay) }
    shown = nil
    if live, hasTime { begin() }
  }

  /// From here on its observers see what the source holds now.
  private func begin() {
    do throws(Failure) {
      shown = try engine.committed { () throws(Failure) in try source.peek() }
      awaitsFirst = shown == nil
    } catch {
      // It has something to say at once, when it can.
      shown = nil
    }
    if shown != nil { engine.noteOrigin(of: self, source.lastCause) }
  }

  /// What is pending now may come to something else.
  private func begin(with overlay: Overlay) {
    shown = nil
    isBeginning = true
    overlay.beginAtCommit(self)
    overlay.register(Registration { [weak self] in self?.beginHere() })
    // What a callback makes begins when it has ended, before what it has written.
    if engine.graph.isFlushing, !overlay.isInTransaction {
      overlay.tellWhenHeld { [weak self] in self?.isBeginning = false }
    }
  }

  /// The host has closed. What was held back is told now.
  func timeHasEnded() {
    hasTime = false
    timer?.cancel()
    (timer, host) = (nil, nil)
    guard let waiting else { return }
    self.waiting = nil
    engine.announceOutside(during: name) { [self] in advanceTick(because: waiting.cause) }
  }

  private func advanceTick(because cause: CauseID) {
    let count = if case .integer(let number)? = tick.stored { number } else { Int64(0) }
    tick.commit(.integer(count &+ 1), cause: cause)
  }

  deinit {
    timer?.cancel()
    host?.remove(timed: number)
  }
}

extension TimedCell: Beginning {
  func beginHere() {
    isBeginning = false
    // Where nobody asks for it in the wave of the commit, it is what it was.
    if shown == nil { engine.afterWave { [weak self] in self?.showPresent() } }
  }

  func beginAgain() {
    (shown, awaitsFirst) = (nil, false)
    beginHere()
  }

  private func showPresent() {
    if shown == nil, hasTime, engine.graph.isLive(node) { begin() }
  }
}

extension Engine {
  /// What a paused callback looks at has changed: nobody may ask for it, and in what it holds back time passes all the same.
  func letTimePass(for callback: NodeID) {
    guard hasTimedCells else { return }
    var stack = graph.inputs(of: callback).compactMap { graph.body(of: $0) as? DerivedCell }
    var seen = Set(stack.map(ObjectIdentifier.init))
    var timed: [TimedCell] = []
    while let cell = stack.popLast() {
      if let cell = cell as? TimedCell { timed.append(cell) }
      for case let input as DerivedCell in cell.inputCells where seen.insert(ObjectIdentifier(input)).inserted {
        stack.append(input)
      }
    }
    if !timed.isEmpty { afterWave { for cell in timed { _ = try? cell.peek() } } }
  }
}
