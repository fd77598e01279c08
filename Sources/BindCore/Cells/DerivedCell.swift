public import BindGraph
public import CBindValue

/// How a derived function ended.
public enum Computation {
  case value(Value)
  /// The input has no value yet, so there is none here either.
  case absent
  case failed(Failure)
  /// The function waits inside for another derived cell that must be evaluated first; call again to go on.
  case suspended
}

/// A read-only cell whose value follows from others.
///
/// It keeps its last value or its last error; either stands until an input changes.
open class DerivedCell: Cell {
  /// The declared inputs; nil when the inputs are whatever the function reads.
  @exclusivity(unchecked) package private(set) final var inputs: [Cell]?
  @exclusivity(unchecked) private var stored: Value?
  @exclusivity(unchecked) private var failure: Failure?
  final var isFailed: Bool { failure != nil }
  /// Counts failed evaluations, so that each is reported once however many observers look.
  @exclusivity(unchecked) package private(set) final var failureCount = 0
  @exclusivity(unchecked) package final var reportedFailures = 0
  /// Evaluations, and those that gave what was known.
  @exclusivity(unchecked) package private(set) final var count = RunCount()
  private let label: String
  /// As it was when the present evaluation began: `Graph.nestsDeep`.
  @exclusivity(unchecked) package private(set) final var nestsDeep = false
  /// It is being worked out for the running callback.
  @exclusivity(unchecked) package fileprivate(set) var isSpeculated = false
  /// Its observers are told with the next evaluation, also of an equal value: `touch(with:)`.
  @exclusivity(unchecked) final var isTouched = false

  package init(inputs: [Cell]?, name: String, engine: Engine) {
    self.inputs = inputs
    label = name
    super.init(engine: engine)
  }

  deinit {
    engine.keep(count, of: countedAt)
    if inputs != nil { engine.release(&inputs) }
  }

  open override func child(_ step: Path.Step) throws(Failure) -> Cell {
    part(at: LensCell.Place(step: step, creates: false))
  }

  /// The line that made it. None for what tells the line of another's last write as its own: that has no function to count.
  final var countedAt: Site { writtenBy == .none ? writtenAt : .none }

  /// The function may read what is not current: it is neither worked out for one callback alone, nor deep inside others.
  package final var mayNest: Bool { !isSpeculated && !nestsDeep }

  /// Runs the function. Called again after `.suspended`, to go on where it stopped.
  open func compute() -> Computation { .absent }
  open override var name: String { label }
  /// That of the first declared input that has one, however far away.
  open override var lifetime: Scope? {
    var seen: Set<ObjectIdentifier> = []
    var stack: [Cell] = [self]
    while let cell = stack.popLast() {
      guard let derived = cell as? DerivedCell else {
        if let scope = cell.lifetime { return scope }
        continue
      }
      if let scope = derived.owner { return scope }
      guard seen.insert(ObjectIdentifier(derived)).inserted else { continue }
      stack.append(contentsOf: (derived.inputs ?? []).reversed())
    }
    return nil
  }
  open override var hasValue: Bool {
    let reading = try? engine.unaccounted { () throws(Failure) in try read() }
    if case .value? = reading { return true } else { return false }
  }

  package override var originCells: [Cell] { inputCells }

  package override var bindableOrigins: [NodeID] {
    inputs == nil ? engine.graph.inputs(of: node).filter { engine.graph.body(of: $0) == nil } : []
  }

  /// The declared inputs, or what the function has read.
  package var inputCells: [Cell] {
    inputs ?? engine.graph.inputs(of: node).compactMap { engine.graph.body(of: $0) as? Cell }
  }

  /// Inputs first. A chain of any depth does not nest.
  open override func makeNode() {
    var stack: [DerivedCell] = [self]
    while let cell = stack.last {
      let depth = stack.count
      if cell.node == .none {
        for input in cell.inputs ?? [] where input.node == .none {
          if let derived = input as? DerivedCell { stack.append(derived) }
        }
        if stack.count > depth { continue }
        cell.makeOwnNode()
      }
      stack.removeLast()
    }
  }

  private func makeOwnNode() {
    if let inputs {
      _ = engine.graph.makeDerived(self, inputs: inputs.map { $0.ensureNode() })
    } else {
      _ = engine.graph.makeTracked(self)
    }
  }

  open override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    if isParked { bringBack() }
    if withEngine({ $0.watching.pointee }) & ~Watch.tracking != 0 {
      let isTracked = engine.watching.pointee & Watch.tracking != 0
      // Whoever follows it has it live, and it is known then what it depends on.
      if isTracked, engine.followsSpeculations { _ = engine.graph.read(ensureNode()) }
      if mustSpeculate() {
        if isTracked { _ = engine.graph.read(ensureNode()) }
        return try engine.speculate(self, suspendable: suspendable)
      }
      engine.logRead(through: self)
    }
    let node = ensureNode()
    switch withEngine({ $0.graph.read(node, suspendable: suspendable) }) {
    case .current:
      if let failure { throw failure }
      return stored.map { .value($0) } ?? .absent
    case .suspended: return .suspended
    case .cycle: throw Failure.cycle(engine.names(of: engine.graph.evaluationPath))
    case .exhausted: throw Failure.exhausted(name)
    }
  }

  open override var holdsObjects: Bool { stored?.holdsObjects ?? false || failure?.holdsObjects ?? false }

  open override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    if let value = stored?.replacingObjects(replacement) { stored = value }
    if let other = failure?.replacingObjects(replacement) { failure = other }
  }

  open override var parts: [Cell] { (inputs ?? []) + constantParts }

  package override func letGoOfParts() -> LetGoParts {
    var parts = super.letGoOfParts()
    parts.inputs = (inputs ?? []).map { .passUnretained($0) }
    if !parts.inputs.isEmpty { inputs = [] }
    return parts
  }

  package final override func takeBack(_ parts: LetGoParts) {
    super.takeBack(parts)
    if !parts.inputs.isEmpty { inputs = parts.inputs.map { $0.takeUnretainedValue() } }
  }

  open override func readScalar(into place: UnsafeMutablePointer<bh_value>) -> Bool {
    guard withEngine({ $0.watching.pointee }) & ~Watch.tracking == 0 else { return false }
    let node = ensureNode()
    guard withEngine({ $0.graph.read(node) }) == .current, failure == nil else { return false }
    return stored?.putScalar(into: place) ?? false
  }

  /// What the running callback has written may make another value of it than the committed one.
  private func mustSpeculate() -> Bool {
    if engine.watching.pointee & Watch.looks != 0 { engine.noticeRead(of: self) }
    guard engine.watching.pointee & Watch.overlay != 0 else { return false }
    guard node != .none, engine.graph.isLive(node) else { return true }
    // What it depends on now, not before the present wave.
    if engine.graph.isMarked(node) {
      let saved = engine.graph.pauseTracking()
      _ = engine.graph.read(node)
      engine.graph.resumeTracking(saved)
    }
    engine.overlay?.bringMarksUpToDate(in: engine.graph)
    return engine.graph.isOverlaid(node)
  }

  open override func evaluate(in graph: Graph) -> Evaluation {
    if isParked { bringBack() }
    nestsDeep = graph.nestsDeep
    switch withEngine({ $0.runDerived(isTracked: inputs == nil) { compute() } }) {
    case .suspended: return .suspended
    case .value(let value):
      count.runs += 1
      if failure == nil, holds(value) {
        count.wasted += 1
        return .unchanged
      }
      if failure != nil { failure = nil }
      stored = value
      if case .integer = value {} else { noteObjects(in: value) }
      return .changed
    case .absent:
      count.runs += 1
      if failure == nil, stored == nil { return .unchanged }
      failure = nil
      stored = nil
      return .changed
    case .failed(let error):
      count.runs += 1
      if let failure, failure.isCycle, error.isCycle { return .unchanged }
      failure = error.withoutStop
      noteObjects()
      failureCount += 1
      return .changed
    }
  }
}

extension DerivedCell {
  @inline(never)
  final func noteObjects(in value: Value) { if !value.isScalar { noteObjects() } }

  /// Integers, the most frequent values, are compared where they are.
  @inline(__always)
  private final func holds(_ value: Value) -> Bool {
    if case .integer(let known)? = stored, case .integer(let new) = value { return known == new }
    return stored == value
  }
}

extension Engine {
  /// Lets go of a derived cell's inputs one after the other: the end of a long chain must not nest.
  fileprivate func release(_ cells: inout [Cell]?) {
    released.append(cells ?? [])
    cells = nil
    guard !isReleasing else { return }
    isReleasing = true
    while released.popLast() != nil {}
    isReleasing = false
  }

  /// A committed evaluation: it sees no pending writes, and its reads are edges only if it is tracked.
  @inline(__always)
  func runDerived(isTracked: Bool, _ body: () -> Computation) -> Computation {
    let outerMode = mode
    let outerWatching = watching.pointee
    mode = .pure
    watching.pointee = isTracked ? Watch.tracking : 0
    defer {
      mode = outerMode
      watching.pointee = outerWatching
    }
    if outerWatching & Watch.overlay == 0 { return body() }
    let hidden = overlay
    overlay = nil
    defer { overlay = hidden }
    return body()
  }

  /// The value of a derived cell as the running callback sees it through its own pending writes. Kept until the next
  /// write; the committed cache is not touched.
  func speculate(_ cell: DerivedCell, suspendable: Bool) throws(Failure) -> Reading {
    guard let overlay else { return .absent }
    overlay.bringUpToDate(in: self)
    if let known = overlay.speculation(of: cell) {
      return try known.get().map { .value($0) } ?? .absent
    }
    if cell.isSpeculated {
      let start = speculating.firstIndex { $0 === cell } ?? 0
      throw Failure.cycle(speculating[start...].map(\.name) + [cell.name])
    }
    if suspendable, !speculating.isEmpty {
      demanded = cell
      return .suspended
    }
    if speculating.isEmpty {
      workOut(cell, in: overlay)
    } else if !nest({ workOut(cell, in: overlay) }) {
      throw Failure.exhausted(cell.name)
    }
    return try overlay.speculation(of: cell)?.get().map { .value($0) } ?? .absent
  }

  /// Works out the cell and the derived cells that it needs, one after the other where they can wait.
  private func workOut(_ cell: DerivedCell, in overlay: Overlay) {
    let base = speculating.count
    begin(cell)
    while speculating.count > base, let top = speculating.last {
      if let input = top.unknownInput(in: overlay) {
        begin(input)
        continue
      }
      switch speculateOnce(top) {
      case .value(let value): end(top, .success(value), in: overlay)
      case .absent: end(top, .success(nil), in: overlay)
      case .failed(let failure): end(top, .failure(failure.withoutStop), in: overlay)
      case .suspended:
        if let needed = demanded { begin(needed) }
        demanded = nil
      }
    }
  }

  private func begin(_ cell: DerivedCell) {
    cell.isSpeculated = true
    speculating.append(cell)
  }

  private func end(_ cell: DerivedCell, _ result: Result<Value?, Failure>, in overlay: Overlay) {
    cell.isSpeculated = false
    speculating.removeLast()
    overlay.keep(result, of: cell)
  }

  private func speculateOnce(_ cell: DerivedCell) -> Computation {
    let outerMode = mode
    if followsSpeculations {
      mode = .pure
      defer { mode = outerMode }
      return cell.compute()
    }
    let saved = graph.pauseTracking()
    let outerWatching = watching.pointee
    mode = .pure
    watching.pointee &= ~Watch.tracking
    defer {
      watching.pointee = outerWatching
      graph.resumeTracking(saved)
      mode = outerMode
    }
    return cell.compute()
  }

  func names(of path: [NodeID]) -> [String] {
    path.map { (graph.body(of: $0) as? Cell)?.name ?? "computed" }
  }
}

extension DerivedCell {
  /// A declared derived input whose value for this callback is not worked out yet.
  fileprivate func unknownInput(in overlay: Overlay) -> DerivedCell? {
    inputs?.lazy.compactMap { $0 as? DerivedCell }.first {
      overlay.speculation(of: $0) == nil && !$0.isSpeculated && ($0.node == .none || !engineKnows($0))
    }
  }

  private func engineKnows(_ input: DerivedCell) -> Bool {
    engine.graph.isLive(input.node) && !engine.graph.isOverlaid(input.node)
  }
}

/// A derived cell over declared inputs with a function of Swift's.
public final class FunctionCell: DerivedCell {
  private let function: ([Value]) throws(Failure) -> Value

  /// The function is not called while an input has no value.
  package init(
    _ inputs: [Cell], name: String, engine: Engine, _ function: @escaping ([Value]) throws(Failure) -> Value
  ) {
    self.function = function
    super.init(inputs: inputs, name: name, engine: engine)
  }

  public override func compute() -> Computation {
    do {
      var values: [Value] = []
      for input in inputs ?? [] {
        guard let value = try input.get() else { return .absent }
        values.append(value)
      }
      return .value(try function(values))
    } catch {
      return error.isAbsence ? .absent : .failed(error)
    }
  }
}
