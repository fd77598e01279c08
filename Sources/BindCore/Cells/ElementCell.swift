public import BindGraph

/// A place inside the list, map or free value that another cell holds: `todos[2]`, `hosts["a.b"].load`.
public final class ElementCell: Cell {
  let container: Cell
  private let step: Path.Step
  /// Makes the records and lists around it that are missing when it is written.
  private let creates: Bool
  /// 1 for a place in a cell's own value. Invariant: `Value.nestingLimit` at most, since reads and writes recurse outward.
  private let depth: Int
  private var elements: [ElementKey: WeakElement] = [:]
  /// What it held when its place went away under it; nil while the place is there or never was.
  private var last: Value? {
    get {
      if isParked { bringBack() }
      return remembered
    }
    set {
      remembered = newValue
      if let newValue, !newValue.isScalar { noteObjects() }
    }
  }
  /// The same as it is, in a cell that may be parked.
  private var remembered: Value?
  /// It was itself written nil: it has gone because somebody wanted so.
  private var isCleared = false

  init(_ step: Path.Step, in container: Cell, creates: Bool = false, engine: Engine) {
    self.step = step
    self.creates = creates
    self.container = container
    depth = container.placeDepth + 1
    super.init(engine: engine)
    // What it holds was there by then; from now on it hears of each change of its own.
    let origin = settledLeaf?.origin(of: self)
    (writtenBy, writtenAt) = (origin?.event ?? container.writtenBy, origin?.site ?? container.writtenAt)
  }

  /// Whoever reads it hears of its changes as long as he is there himself.
  public override func makeNode() { _ = engine.graph.makeSource(self, isKept: true) }

  public override var name: String { step.name(below: container.name) }
  public override var path: Path { container.path.appending(step) }
  public override var toldPath: Path? { container.pathOfPlaces?.appending(step) }
  public override var isWritable: Bool { container.isWritable }
  package override var shape: (type: FieldType, isOptional: Bool)? { container.shapeOfPlaces }
  package override var takesNil: Bool { container.isMap || super.takesNil }
  public override var settledLeaf: LeafCell? { container.settledLeaf }
  /// Whether a write makes what is missing around it is no difference.
  public override var bindingTarget: Cell {
    guard creates else { return self }
    switch container.bindingTarget {
    case let outer as ElementCell: return outer.element(step, creates: false)
    case let leaf as LeafCell: return leaf.element(step, creates: false)
    default: return self
    }
  }
  override var outerCell: Cell? { container }
  public override var parts: [Cell] { [container] }
  public override var constantParts: [Cell] { parts }
  public override var holdsObjects: Bool { remembered?.holdsObjects ?? false }
  public override func replaceObjects(_ replacement: (Opaque) -> Value?) {
    if let value = remembered?.replacingObjects(replacement) { remembered = value }
  }
  override var placeDepth: Int { depth }
  override var innerCells: [Cell] { elements.values.compactMap(\.element) + super.innerCells }
  override func heldPlace(_ step: Path.Step) -> Cell? { elements[ElementKey(step: step, creates: false)]?.element }
  override func heldPlaces(_ step: Path.Step) -> [Cell] { elements.held(at: step) }
  override func step(in whole: Value) -> Path.Step? { step }
  public override var nodesChangedTogether: [NodeID] { settledLeaf.map { [$0.node] } ?? [] }
  public override var nodesAround: [NodeID] { nodesChangedTogether }
  public override var hasValue: Bool { container.hasValue }
  public override var isDetached: Bool {
    container.isDetached || isMissing(in: ((try? container.peek()) ?? nil) ?? .nil)
  }

  /// The place itself is missing: an element behind the end, a key of a map, anything in what is nil. A field that an
  /// existing record does not have is simply nil.
  private func isMissing(in whole: Value) -> Bool {
    guard whole[step] == nil else { return false }
    if case .index = step { return true }
    if whole.isNil { return true }
    return container.isKey(step, in: whole)
  }

  override var isGone: Bool { isGone(from: ((try? container.peek()) ?? nil) ?? .nil) }

  private func isGone(from whole: Value) -> Bool {
    lastValue(missingIn: whole) != nil && (isMissing(in: whole) || container.isDetached)
  }

  public override func read(suspendable: Bool = false) throws(Failure) -> Reading {
    if engine.watching.pointee & Watch.tracking != 0 { _ = engine.graph.read(ensureNode()) }
    guard let whole = try engine.reading(self, { () throws(Failure) in try container.peek() }) else { return .absent }
    guard let value = whole[step] else { return .value(lastValue(missingIn: whole) ?? .nil) }
    return .value(value)
  }

  /// What it held before its place went: for good, or for the running callback alone.
  private func lastValue(missingIn whole: Value) -> Value? {
    if let last { return last }
    guard !isCleared, engine.watching.pointee & Watch.overlay != 0, isMissing(in: whole) else { return nil }
    return engine.committed { ((try? container.peek()) ?? nil)?[step] }
  }

  public override var leafAround: LeafCell? { settledLeaf }
  public override func value(in whole: Value) -> Value? { container.value(in: whole)?[step] }

  /// The same as others see it, who see what it held last while it is away.
  func shown(in whole: Value) -> Value {
    let around = (container as? ElementCell)?.shown(in: whole) ?? container.value(in: whole)
    return around?[step] ?? last ?? .nil
  }

  public override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    try refuseUnknownNames(writing: value)
    let outcome = try give(value)
    engine.checkLostUpdate(of: self)
    return outcome
  }

  public override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    let step = step
    let name = name
    let creates = creates
    let levels = Value.nestingLimit - depth
    let wasCleared = isCleared
    let replacement = engine.underWay > 0 ? replacementUnderWay : nil
    let mayBeMissing = creates || settledLeaf is SourceCell && isNew
    if engine.heldOverlay != nil { restoreIfDropped(wasCleared) }
    let outcome: WriteOutcome
    do throws(Failure) {
      outcome = try engine.writing(to: self) { () throws(Failure) in
        try container.modify { [self] whole throws(Failure) in
          if !mayBeMissing, refusesWrites(in: whole, replacement) { throw .removedPlace(name) }
          let value = try change(whole[step] ?? .nil)
          if value.isNil, case .index = step { throw Failure.nilElement(of: name) }
          isCleared = value.isNil
          try value.checkNesting(within: levels, of: name)
          return try whole.made(for: step, if: creates).replacing(
            step, name: name, by: value)
        }
      }
    } catch {
      isCleared = wasCleared
      throw error
    }
    if case .refused = outcome { isCleared = wasCleared }
    if isCleared != wasCleared {
      restoreIfDropped(wasCleared)
      if isCleared { clearTwins() }
    }
    return outcome
  }

  private func clearTwins() {
    for case let twin as ElementCell in twins(at: step, in: container) where !twin.isCleared {
      twin.isCleared = true
      twin.restoreIfDropped(false)
    }
  }

  /// What stands where the element of a source has been when what is under way has taken that away.
  private enum Replacement {
    /// What is written by hand is another element.
    case another
    /// What a binding says is said of the old one.
    case nothing
  }

  /// It is not there, and never was. A source may be asked for it again when it has been there, and has gone.
  private var isNew: Bool {
    let whole = ((try? container.peek()) ?? nil) ?? .nil
    return isMissing(in: whole) && lastValue(missingIn: whole) == nil
  }

  private func refusesWrites(in whole: Value, _ replacement: Replacement?) -> Bool {
    switch replacement {
    case nil: isGone(from: whole)
    case .another: false
    case .nothing: isMissing(in: whole)
    }
  }

  /// nil where it is not shown, or nothing takes it away.
  private var replacementUnderWay: Replacement? {
    guard let source = settledLeaf as? SourceCell, source.hasWritesUnderWay, let stored = source.stored,
      isThere(in: stored, of: source), let coming = source.coming, !isThere(in: coming, of: source)
    else { return nil }
    return engine.deliveringBinding == nil ? .another : .nothing
  }

  private func isThere(in whole: Value, of leaf: LeafCell) -> Bool {
    container.value(in: whole, of: leaf)?[step] != nil
  }

  override func noteHeld(in whole: Value) { if isCleared, value(in: whole) != nil { isCleared = false } }

  /// A write that is dropped has cleared nothing.
  private func restoreIfDropped(_ wasCleared: Bool) {
    engine.registered(Registration { [weak self] in self?.isCleared = wasCleared })
  }

  public override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    if !ignoringUnknown { try refuseUnknownNames(merging: fields) }
    return try mergeInPlace(fields)
  }

  package override var mayBeVacant: Bool { container.mayBeVacant }

  package override func checkPlace() throws(Failure) {
    if creates { return }
    let whole = try container.peek() ?? .nil
    if isGone(from: whole) { throw .removedPlace(name) }
    _ = try whole.replacing(step, name: name, by: .record(Record()))
  }

  public override func reset() throws(Failure) -> WriteOutcome { try write(placeDefault) }

  public override func touch() throws(Failure) {
    try checkPresence()
    try touch(at: self)
  }

  public override func touch(at place: Cell) throws(Failure) { try container.touch(at: place) }

  public override func child(_ step: Path.Step) throws(Failure) -> Cell {
    guard depth < Value.nestingLimit else { throw Failure.tooDeep(name) }
    return element(step, creates: creates)
  }

  fileprivate func element(_ step: Path.Step, creates: Bool) -> ElementCell {
    let key = ElementKey(step: step, creates: creates)
    if let element = elements[key]?.element { return element }
    let element = ElementCell(step, in: self, creates: creates, engine: engine)
    elements[key] = WeakElement(element)
    return element
  }

  override var createsHops: Bool { creates }
  /// The same place, but a write makes what is missing around it.
  public override var creatingHops: Cell {
    if creates { return self }
    switch container.creatingHops {
    case let outer as ElementCell: return outer.element(step, creates: true)
    case let leaf as LeafCell: return leaf.element(step, creates: true)
    default: return self
    }
  }

  var liveElements: [ElementCell] {
    elements.values.compactMap(\.element).flatMap { [$0] + $0.liveElements }
  }

  private func keepMemory() {
    engine.keepMemory { [weak self, last, isCleared] in
      guard let self else { return }
      (self.last, self.isCleared) = (last, isCleared)
    }
  }

  /// Marks exactly the places whose value differs between the old and the new whole. A place that goes away keeps what
  /// it held, so nobody is told.
  /// - Parameters:
  ///   - cause: of what is written as a whole.
  ///   - placed: of what is written of its places alone.
  ///   - isFirstOrLast: the whole had no value, or has none any more, and so it is with its places.
  ///   - isTakenBack: the old one was shown for a write that has failed: what goes with it has never been there.
  static func announce(
    in elements: inout [ElementKey: WeakElement], old: Value?, new: Value?, cause: CauseID, placed: PlacedCauses,
    isFirstOrLast: Bool = false, isTakenBack: Bool = false
  ) {
    for (key, weak) in elements {
      guard let element = weak.element else {
        elements[key] = nil
        continue
      }
      element.keepMemory()
      let before = element.last ?? old?[key.step]
      let after = new?[key.step]
      let mayGo = !isFirstOrLast && !isTakenBack && !element.isCleared
      if mayGo, after == nil, let before, element.isMissing(in: new ?? .nil) {
        element.last = before
        continue
      }
      element.last = nil
      element.isCleared = false
      if before == after, !isFirstOrLast { continue }
      let engine = element.engine
      let placed = placed[key.step]
      let event = placed.newest(of: element) ?? cause
      engine.noteOrigin(of: element, event)
      if element.node != .none { engine.graph.changed(element.node, cause: event.index) }
      announce(
        in: &element.elements, old: before, new: after, cause: cause, placed: placed, isFirstOrLast: isFirstOrLast,
        isTakenBack: isTakenBack)
    }
  }
}

struct ElementKey: Hashable {
  let step: Path.Step
  let creates: Bool
}

struct WeakElement {
  weak var element: ElementCell?
  init(_ element: ElementCell) { self.element = element }
}

extension [ElementKey: WeakElement] {
  /// The place at that step, and the one whose writes make what is missing around it, as far as somebody holds them.
  func held(at step: Path.Step) -> [Cell] {
    [false, true].compactMap { self[ElementKey(step: step, creates: $0)]?.element }
  }
}

extension LeafCell {
  var liveElements: [ElementCell] { heldElements.flatMap { [$0] + $0.liveElements } }
}

extension Value {
  /// What a missing hop becomes, so that the step has a place.
  static func container(for step: Path.Step) -> Value {
    switch step {
    case .field: .record(Record())
    case .index: .list([])
    }
  }

  /// The value one step inside; nil when there is none.
  subscript(step: Path.Step) -> Value? {
    switch (self, step) {
    case (.list(let elements), .index(let index)) where index >= 1 && index <= elements.count: elements[index - 1]
    case (.record(let record), .field(let name)): record[name]
    default: nil
    }
  }

  /// What is missing around a place is made where that is wanted, also in place of a null of JSON.
  func made(for step: Path.Step, if creates: Bool) -> Value {
    creates && (isNil || self == .null) ? .container(for: step) : self
  }

  func replacing(_ step: Path.Step, name: String, by value: Value) throws(Failure) -> Value {
    switch (self, step) {
    case (.list(var elements), .index(let index)):
      if index >= 1, index <= elements.count {
        if value.isNil, index == elements.count { elements.removeLast() } else { elements[index - 1] = value }
      } else if index == elements.count + 1 {
        elements.append(value)
      } else {
        throw .diagnostic(
          Diagnostic(
            .bindDetached, "\(name): the list has \(elements.count) elements, so there is no element [\(index)]"))
      }
      return .list(elements)
    case (.record(var record), .field(let field)):
      record[field] = value.isNil ? nil : value
      return .record(record)
    case (.list(let elements), .field(let field)) where elements.isEmpty:
      return .record(Record([(field, value)]))
    default:
      throw .diagnostic(
        Diagnostic(
          .bindNilHop, "\(name): there is nothing to write into: the value around it is \(typeName)",
          notes: ["give create=true to make what is missing"]))
    }
  }
}
