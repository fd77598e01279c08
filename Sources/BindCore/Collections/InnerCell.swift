/// A place inside what a keyed element holds.
final class InnerCell: TouchableCell {
  private let outer: Cell
  let step: Path.Step
  /// What is around it holds that.
  private unowned let element: KeyedCell
  /// Makes the records and lists around it that are missing when it is written.
  private let creates: Bool
  private var fields = InnerCells()
  /// What it held before the last commit that changed its element, or when it was made.
  private var last: Value?
  /// It was itself written nil: it has gone because somebody wanted so.
  private var isCleared = false
  override var placeDepth: Int { depth }
  private let depth: Int

  /// - Parameter outer: the element, or the place in it.
  static func make(
    _ step: Path.Step, in outer: Cell, of element: KeyedCell, creates: Bool
  ) throws(Failure) -> InnerCell {
    guard outer.placeDepth < Value.nestingLimit else { throw .tooDeep(outer.name) }
    element.keys.follow()
    return InnerCell(step, in: outer, of: element, creates: creates)
  }

  private init(_ step: Path.Step, in outer: Cell, of element: KeyedCell, creates: Bool) {
    self.step = step
    self.creates = creates
    self.outer = outer
    self.element = element
    depth = outer.placeDepth + 1
    let suffix = Path([step]).description
    super.init(
      inputs: [outer], name: suffix.hasPrefix("[") ? outer.stem + suffix : "\(outer.stem).\(suffix)",
      engine: outer.engine)
    // It may go before anybody has looked at it, or be away already.
    last = engine.committed { ((try? outer.peek()) ?? nil)?[step] }
    if last != nil { takeOrigin() }
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override var constantParts: [Cell] { [outer] }
  override var isWritable: Bool { outer.isWritable }
  override var shape: (type: FieldType, isOptional: Bool)? { outer.shapeOfPlaces }
  override var takesNil: Bool { outer.isMap || super.takesNil }
  /// Whether a write makes what is missing around it is no difference.
  override var bindingTarget: Cell { creates ? twin(in: outer.bindingTarget, creates: false) : self }
  override var createsHops: Bool { creates }
  /// The same place, but a write makes what is missing around it.
  override var creatingHops: Cell { creates ? self : twin(in: outer.creatingHops, creates: true) }
  override var settledLeaf: LeafCell? { outer.settledLeaf }
  override var path: Path { outer.path.appending(step) }
  override var toldPath: Path? { outer.pathOfPlaces?.appending(step) }
  override var outerCell: Cell? { outer }
  override var innerCells: [Cell] { fields.held + super.innerCells }
  override var heldFields: [InnerCell] { fields.held }
  override func heldPlace(_ step: Path.Step) -> Cell? { fields[step] }
  override func heldPlaces(_ step: Path.Step) -> [Cell] { fields.all(at: step) }
  override func step(in whole: Value) -> Path.Step? { step }

  override var isDetached: Bool {
    outer.isDetached || isMissing(in: ((try? outer.peek()) ?? nil) ?? .nil)
  }

  /// The place itself is missing: an element behind the end, anything in what is nil. A field that an existing record does
  /// not have is simply nil.
  private func isMissing(in whole: Value) -> Bool {
    guard whole[step] == nil else { return false }
    if case .index = step { return true }
    // What the element itself held is not followed.
    return whole.isNil || outer !== element && outer.isKey(step, in: whole)
  }

  override var remembered: Value? {
    get { last }
    set { last = newValue }
  }

  override func touch() throws(Failure) {
    try checkPresence()
    try touch(at: self)
  }

  override func touch(at place: Cell) throws(Failure) { try outer.touch(at: place) }

  override var leafAround: LeafCell? { settledLeaf }
  override func value(in whole: Value) -> Value? { outer.value(in: whole)?[step] }

  override func compute() -> Computation {
    do {
      let whole = try outer.get() ?? .nil
      return .value(whole[step] ?? lastValue(missingIn: whole) ?? .nil)
    } catch {
      return .failed(error)
    }
  }

  /// What it held before its place went: for good, or for the running callback alone.
  private func lastValue(missingIn whole: Value) -> Value? {
    guard isMissing(in: whole), !isCleared else { return nil }
    guard engine.watching.pointee & Watch.overlay != 0 else { return last }
    return engine.committed { ((try? outer.peek()) ?? nil)?[step] } ?? last
  }

  /// What stands there in two values of what is around it, if it is there in both.
  func standing(in wholes: (old: Value, new: Value)) -> (old: Value, new: Value)? {
    guard let old = wholes.old[step], let new = wholes.new[step] else { return nil }
    return (old, new)
  }

  /// A commit changes the element or takes it away.
  func keep(whatItHeldIn outerValue: Value) {
    let value = outerValue[step]
    // Where it is there and holds nothing it has held nothing.
    if value == nil, last == nil || isMissing(in: outerValue) { return isCleared = false }
    engine.keepMemory { [weak self, last, isCleared] in
      guard let self else { return }
      (self.last, self.isCleared) = (last, isCleared)
    }
    if let value { noteMemory(of: value) }
    last = isCleared ? nil : value
    isCleared = false
    if let value { fields.keep(whatTheyHeldIn: value) }
  }

  override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    try refuseUnknownNames(writing: value)
    let outcome = try give(value)
    engine.checkLostUpdate(of: self)
    return outcome
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    let wasCleared = isCleared
    let outcome: WriteOutcome
    do throws(Failure) {
      outcome = try engine.writing(to: self) { () throws(Failure) in
        try outer.modify { [self] whole throws(Failure) in
          if !creates, lastValue(missingIn: whole) != nil { throw .removedPlace(name) }
          let value = try change(whole[step] ?? .nil)
          if value.isNil, case .index = step { throw .nilElement(of: name) }
          isCleared = value.isNil && whole[step] != nil
          try value.checkNesting(within: Value.nestingLimit - depth, of: name)
          return try whole.made(for: step, if: creates).replacing(
            step, name: name, by: value)
        }
      }
    } catch {
      isCleared = wasCleared
      throw error
    }
    if case .refused = outcome { isCleared = wasCleared }
    noteClearing(wasCleared)
    return outcome
  }

  override func noteHeld(in whole: Value) { if isCleared, value(in: whole) != nil { isCleared = false } }

  /// A write that is dropped has cleared nothing.
  private func noteClearing(_ wasCleared: Bool) {
    if isCleared == wasCleared { return }
    engine.registered(Registration { [weak self] in self?.isCleared = wasCleared })
    guard isCleared else { return }
    for case let twin as InnerCell in twins(at: step, in: outer) where !twin.isCleared {
      twin.isCleared = true
      engine.registered(Registration { [weak twin] in twin?.isCleared = false })
    }
  }

  override func checkPlace() throws(Failure) {
    if outer.isDetached { _ = try outer.mergeNothing() }
    let whole = try outer.peek() ?? .nil
    if lastValue(missingIn: whole) != nil { throw .removedPlace(name) }
    _ = try whole.replacing(step, name: name, by: .record(Record()))
  }

  override func reset() throws(Failure) -> WriteOutcome { try write(placeDefault) }

  override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    if !ignoringUnknown { try refuseUnknownNames(merging: fields) }
    return try mergeInPlace(fields)
  }

  override func child(_ step: Path.Step) throws(Failure) -> Cell { try place(step, creates: creates) }

  private func place(_ step: Path.Step, creates: Bool) throws(Failure) -> InnerCell {
    if let known = fields.cell(step, creates: creates) { return known }
    return fields.keep(try InnerCell.make(step, in: self, of: element, creates: creates))
  }

  /// This place in what is around it, which makes hops as this one is to.
  private func twin(in outer: Cell, creates: Bool) -> Cell {
    switch outer {
    case let inner as InnerCell: (try? inner.place(step, creates: creates)) ?? self
    case let keyed as KeyedCell: (try? keyed.place(step, creates: creates)) ?? self
    default: self
    }
  }
}

/// The places in a keyed element, or in one of those, that somebody holds.
struct InnerCells {
  private struct Weak { weak var cell: InnerCell? }
  private var cells: [ElementKey: Weak] = [:]

  var held: [InnerCell] { cells.values.compactMap(\.cell) }
  subscript(step: Path.Step) -> InnerCell? { cells[ElementKey(step: step, creates: false)]?.cell }
  func all(at step: Path.Step) -> [InnerCell] {
    [false, true].compactMap { cells[ElementKey(step: step, creates: $0)]?.cell }
  }

  func cell(_ step: Path.Step, creates: Bool) -> InnerCell? { cells[ElementKey(step: step, creates: creates)]?.cell }

  /// To make one is to look at what is around it, by which others may be made, also the same one: that is the one then.
  mutating func keep(_ cell: InnerCell) -> InnerCell {
    let key = ElementKey(step: cell.step, creates: cell.createsHops)
    if let known = cells[key]?.cell { return known }
    cells[key] = Weak(cell: cell)
    return cell
  }

  func keep(whatTheyHeldIn outerValue: Value) {
    for (_, weak) in cells { weak.cell?.keep(whatItHeldIn: outerValue) }
  }
}
