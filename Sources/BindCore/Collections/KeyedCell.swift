package import BindGraph

/// The element of a list with a key: `todos:by("id", 7)`. It follows the element wherever it moves.
///
/// When the element is removed, reads give its last value and it is detached; it attaches itself again when the key
/// returns.
package final class KeyedCell: TouchableCell {
  package let keys: ListKeys
  let key: ListKeys.Key
  private let keyValue: Value
  @exclusivity(unchecked) private var last: Value?
  /// `Graph.epoch` when it held that.
  @exclusivity(unchecked) private var lastIn: UInt32 = 0
  /// Counted from 0.
  @exclusivity(unchecked) private var lastPlace: Int?
  @exclusivity(unchecked) private var isCommitted = false
  private var fields = InnerCells()

  /// - Parameter standing: what it is and where, if the caller knows.
  init(_ keys: ListKeys, _ key: ListKeys.Key, _ value: Value, standing: (element: Value, place: Int)?) {
    self.keys = keys
    self.key = key
    keyValue = value
    super.init(
      inputs: [keys.list], name: "\(keys.list.stem)[\(keys.name)=\(value)]", engine: keys.list.engine)
    // It may go before anybody has looked at it. What only the running callback sees may never come.
    if let (element, place) = standing {
      keep(element, from: place, in: engine.graph.epoch)
    } else if case .list(let elements)? = engine.committed({ (try? keys.list.peek()) ?? nil }),
      let place = keys.place(of: key, in: elements)
    {
      keep(elements[place], from: place, in: engine.graph.epoch)
    }
    if last != nil { takeOrigin() }
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  package override var isWritable: Bool { keys.list.isWritable }
  package override var shape: (type: FieldType, isOptional: Bool)? { keys.list.shapeOfPlaces }
  package override var settledLeaf: LeafCell? { keys.list.settledLeaf }
  override var outerCell: Cell? { keys.list.bindingTarget }
  override var placeDepth: Int { keys.list.placeDepth + 1 }
  override var innerCells: [Cell] { fields.held + super.innerCells }
  override var heldFields: [InnerCell] { fields.held }
  override func heldPlace(_ step: Path.Step) -> Cell? { fields[step] }
  override func heldPlaces(_ step: Path.Step) -> [Cell] { fields.all(at: step) }
  override func step(in whole: Value) -> Path.Step? {
    guard case .list(let elements) = whole else { return nil }
    let place =
      keys.isKnown(elements) ? keys.place(of: key, in: elements) : elements.firstIndex { keys.key(of: $0) == key }
    return place.map { .index($0 + 1) }
  }
  /// Where the element stands now; without one, where it stood last.
  package override var path: Path { keys.list.path.appending(.index((presentPlace ?? 0) + 1)) }
  /// An element that has never been has no place.
  package override var toldPath: Path? {
    presentPlace.flatMap { keys.list.pathOfPlaces?.appending(.index($0 + 1)) }
  }

  package override var remembered: Value? {
    get { last }
    set { last = newValue }
  }

  package override func letGoOfParts() -> LetGoParts {
    if (keys.leaf ?? keys.list).mayHoldObjects { keys.forget() }
    return super.letGoOfParts()
  }

  private var presentPlace: Int? {
    if case .list(let elements)? = (try? keys.list.peek()) ?? nil, let place = keys.place(of: key, in: elements) {
      lastPlace = place
    }
    return lastPlace
  }

  package override var isDetached: Bool {
    if keys.list.isDetached { return true }
    guard case .list(let elements)? = (try? keys.list.peek()) ?? nil else { return true }
    return keys.place(of: key, in: elements) == nil
  }

  package override func evaluate(in graph: Graph) -> Evaluation {
    isCommitted = true
    defer { isCommitted = false }
    return super.evaluate(in: graph)
  }

  package override func touch() throws(Failure) {
    try checkPresence()
    try touch(at: self)
  }

  package override func touch(at place: Cell) throws(Failure) { try keys.list.touch(at: place) }

  package override func compute() -> Computation {
    do {
      guard case .list(let elements)? = try keys.list.get(), let place = keys.place(of: key, in: elements) else {
        return .value(committedElement ?? last ?? .nil)
      }
      if isCommitted { remember(elements[place], place, in: engine.graph.epoch) }
      return .value(elements[place])
    } catch {
      return .failed(error)
    }
  }

  /// What the others still see, where only the running callback has taken the element away.
  private var committedElement: Value? {
    guard engine.watching.pointee & Watch.overlay != 0 else { return nil }
    guard case .list(let elements)? = engine.committed({ (try? keys.list.peek()) ?? nil }) else { return nil }
    return elements.first { keys.key(of: $0) == key }
  }

  /// Another value comes or the element goes, and nobody may have read the one before.
  /// - Parameter epoch: in which it held that. What it has held since counts more.
  func keep(_ value: Value, from place: Int, in epoch: UInt32) {
    if Int32(bitPattern: epoch &- lastIn) < 0 { return }
    remember(value, place, in: epoch)
    fields.keep(whatTheyHeldIn: value)
  }

  private func remember(_ value: Value, _ place: Int, in epoch: UInt32) {
    engine.keepMemory { [weak self, last, lastPlace, lastIn] in
      guard let self else { return }
      (self.last, self.lastPlace, self.lastIn) = (last, lastPlace, lastIn)
    }
    noteMemory(of: value)
    (last, lastPlace, lastIn) = (value, place, epoch)
  }

  package override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    try refuseUnknownNames(writing: value)
    let outcome = try give(value)
    engine.checkLostUpdate(of: self)
    return outcome
  }

  package override func modify(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) throws(Failure) -> WriteOutcome {
    try engine.writing(to: self) { () throws(Failure) in
      try keys.list.modify { [self] whole throws(Failure) in
        guard case .list(var elements) = whole, let place = keys.place(of: key, in: elements) else {
          throw removed
        }
        let value = try change(elements[place])
        if value.isNil { throw .nilElement(of: name) }
        try value.checkNesting(within: Value.nestingLimit - placeDepth, of: name)
        elements[place] = value
        return .list(elements)
      }
    }
  }

  /// What a write raises where there is no such element.
  var removed: Failure {
    let hasBeen = last == nil ? "" : " any more"
    return .diagnostic(
      Diagnostic(.bindDetached, "\(name): there is no element with \(keys.name) \(keyValue)\(hasBeen)"))
  }

  package override func reset() throws(Failure) -> WriteOutcome { try write(placeDefault) }

  package override func merge(_ fields: Record, ignoringUnknown: Bool) throws(Failure) -> WriteOutcome {
    if !ignoringUnknown { try refuseUnknownNames(merging: fields) }
    return try mergeInPlace(fields)
  }

  package override var leafAround: LeafCell? { settledLeaf }
  package override func value(in whole: Value) -> Value? {
    guard let list = keys.list.value(in: whole), let step = step(in: list) else { return nil }
    return list[step]
  }

  package override func child(_ step: Path.Step) throws(Failure) -> Cell { try place(step, creates: false) }

  func place(_ step: Path.Step, creates: Bool) throws(Failure) -> InnerCell {
    if let known = fields.cell(step, creates: creates) { return known }
    return fields.keep(try InnerCell.make(step, in: self, of: self, creates: creates))
  }

  /// Where the elements of that list stand is known from now on: for whoever asks for many of them.
  func learnPlaces(ofList list: Value?) {
    if case .list(let elements)? = list { _ = keys.place(of: key, in: elements) }
  }
}
