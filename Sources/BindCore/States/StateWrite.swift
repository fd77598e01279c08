import BindGraph

/// What a callback or transaction writes to one state: operations in order, kept as operations until the commit.
///
/// The cells show what they came to when they were made. At the commit they are applied to the truth: where it is still what
/// an operation has seen, its result stands; where another thread or process has changed it, the operation runs again. So
/// nothing is lost, and no lock is held while a script runs.
final class StateWrite: PendingWrite {
  enum Change {
    case set(Given)
    case modify((Value) throws(Failure) -> Value, known: Known?)
    case remove
    /// Of that place in it, or of itself.
    case touch(Cell)

    var isTouch: Bool { if case .touch = self { true } else { false } }
  }

  /// What a field was given, as it takes it: its check may make something else of it until it is applied.
  final class Given {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  /// What a function was given last, and what its place came to: the fields of a record one after the other.
  final class Known {
    private(set) var base: Value?
    private(set) var results: [Value] = []

    init() {}
    init(_ base: Value, _ results: [Value]) { learn(base, results) }

    func learn(_ base: Value, _ results: [Value]) { (self.base, self.results) = (base, results) }
  }

  fileprivate struct Operation {
    let change: Change
    /// A `StateLeaf` or a `StateRecordCell`.
    let place: Cell
    /// The place in that field which is written, where that is not all of it.
    let inner: Cell?
    let cause: CauseID

    var leaves: [StateLeaf] {
      (place as? StateRecordCell)?.stateLeaves ?? (place as? StateLeaf).map { [$0] } ?? []
    }
  }

  private let mirror: StateMirror
  private var operations: [Operation] = []
  /// The lock under which it is made, of a run of a job.
  private let fence: StoreFence?
  /// What it came to, and the version of that commit; nil before it, and when it was no change.
  private var committed: (value: Value, version: UInt64)?
  private var written: [ObjectIdentifier: PlacedWrites] = [:]
  private var touchesLeft: [(place: Cell, cause: CauseID)] = []
  /// What it was applied to.
  private var before: (value: Value, isAbsent: Bool)?

  init(_ mirror: StateMirror, cause: CauseID) {
    self.mirror = mirror
    fence = mirror.engine.fence ?? mirror.engine.scope.presentFence
    super.init(target: mirror, cause: cause)
  }

  override var targetName: String { mirror.container.name }
  override var isShared: Bool { true }

  func add(_ change: Change, to place: Cell, cause: CauseID) {
    let inner = (place as? StateLeaf).flatMap(mirror.engine.writtenPlace)
    operations.append(Operation(change: change, place: place, inner: inner, cause: cause))
    self.cause = cause
  }

  /// What the field was given last.
  func lastGiven(to leaf: StateLeaf) -> Given? {
    guard case .set(let given)? = operations.last(where: { $0.place === leaf })?.change else { return nil }
    return given
  }

  override func absorb(_ later: PendingWrite) {
    guard let later = later as? StateWrite else { return }
    operations += later.operations
    cause = later.cause
  }

  // MARK: The commit

  /// Commits the writes of all states together, or throws and commits none.
  static func commit(_ writes: [StateWrite]) throws(StateRefusal) {
    while true {
      var changes: [(write: StateWrite, change: StateContainer.Change)] = []
      for write in writes {
        if let failure = write.objection { throw .failure(failure) }
        let (value, version) = write.mirror.container.current
        write.before = (value, write.mirror.container.isAbsent)
        let result = try write.applied(to: value)
        write.written = result.written
        guard
          result.value != value || result.isTouch || result.removes != write.mirror.container.isAbsent && result.removes
        else { continue }
        var change = StateContainer.Change(
          write.mirror.container, result.value, expecting: version, removes: result.removes)
        change.fence = write.fence
        if write.hasFunctions { change.kind = .owned(write.mirror.replayer) }
        changes.append((write, change))
      }
      guard let engine = changes.first?.write.mirror.engine else { return }
      guard
        let versions = StateContainer.commit(
          changes.map(\.change), by: .own(ObjectIdentifier(engine.stateLink)), announces: false)
      else { continue }
      for ((write, change), version) in zip(changes, versions) {
        write.committed = (change.value, version)
        if write.hasFunctions, write.mirror.container.keeper?.isShared ?? false {
          write.mirror.replayer.remember(write, version: version)
        }
      }
      return
    }
  }

  private var objection: Failure? {
    do throws(Failure) { try mirror.checkWritable(operations.first?.place ?? mirror.pendingCell) } catch {
      return error
    }
    return nil
  }

  private var hasFunctions: Bool {
    operations.contains { if case .modify = $0.change { true } else { false } }
  }

  /// What the operations make of the state.
  struct Applied {
    fileprivate(set) var value: Value
    fileprivate(set) var removes = false
    fileprivate(set) var isTouch = false
    /// By fields: which of the operations has written what of them. What leaves a field as it is has not written it.
    fileprivate(set) var written: [ObjectIdentifier: PlacedWrites] = [:]

    fileprivate mutating func put(_ new: Value?, in leaf: StateLeaf, by operation: Operation) {
      let old = value.at(leaf.steps)
      guard let new, new != old else { return }
      if let inner = operation.inner {
        written[ObjectIdentifier(leaf), default: PlacedWrites()].note(inner, operation.cause, over: old)
      } else {
        written[ObjectIdentifier(leaf), default: PlacedWrites()].noteWhole(operation.cause, over: old)
      }
      value.set(leaf.steps[...], to: new)
    }
  }

  func applied(to truth: Value) throws(StateRefusal) -> Applied {
    var applied = Applied(value: truth)
    for operation in operations {
      switch (operation.change, operation.place) {
      case (.touch, _): applied.isTouch = true
      case (.remove, _):
        let new = mirror.container.shape.defaultValue
        for leaf in operation.leaves { applied.put(new.at(leaf.steps), in: leaf, by: operation) }
        applied.value = new
        applied.removes = true
        continue
      case (.set(let given), let leaf as StateLeaf): applied.put(given.value, in: leaf, by: operation)
      case (.modify(let change, let known), let leaf as StateLeaf):
        let base = applied.value.at(leaf.steps) ?? .nil
        let new =
          if let known, known.base == base, let result = known.results.first { result } else {
            try Self.result(of: change, for: base, at: leaf, in: applied.value)
          }
        applied.put(new, in: leaf, by: operation)
      case (.modify(let change, let known), let record as StateRecordCell):
        let base = record.shown(in: applied.value)
        let results =
          if let known, known.base == base { known.results } else {
            try record.results(of: change, for: base, in: applied.value)
          }
        for (leaf, new) in zip(record.stateLeaves, results) { applied.put(new, in: leaf, by: operation) }
      default: break
      }
      applied.removes = false
    }
    return applied
  }

  /// What the function makes of a field of a state that has changed meanwhile: a check reads what the others are to be by then.
  private static func result(
    of change: (Value) throws(Failure) -> Value, for base: Value, at leaf: StateLeaf, in whole: Value
  ) throws(StateRefusal) -> Value {
    let acceptance: JointAcceptance
    do throws(Failure) {
      let present = leaf.declaration.check == nil ? [] : leaf.mirror?.fields(in: whole) ?? []
      acceptance = try leaf.engine.acceptance(
        ofTogether: [(leaf, leaf.engine.result(of: change, on: base))], beside: present)
    } catch {
      throw .failure(error)
    }
    switch acceptance {
    case .accepted(let values): return values[0]
    case .refused(let diagnostic): throw .refused(diagnostic)
    }
  }

  // MARK: The cells

  override func keepPast(in engine: Engine) {
    guard let committed, let before, engine.graph.settlerCount != 0 else { return }
    let leaves = leaves
    for leaf in leaves { engine.keepPast(of: leaf) }
    engine.keepPast { [self] in takeBack(leaves, from: committed.value, to: before.value, isAbsent: before.isAbsent) }
  }

  /// What it writes.
  private var leaves: [StateLeaf] { operations.flatMap(\.leaves) }

  /// The fields hold again what they held, where the truth is; but for what others have written there since.
  private func takeBack(_ leaves: [StateLeaf], from written: Value, to value: Value, isAbsent: Bool) {
    guard mirror.root != nil else { return }
    let container = mirror.container
    let own = StateContainer.Origin.own(ObjectIdentifier(mirror.engine.stateLink))
    while true {
      let (present, version) = container.current
      var new = present
      for leaf in leaves where present.at(leaf.steps) == written.at(leaf.steps) {
        new = new.setting(leaf.steps[...], to: value.at(leaf.steps) ?? .nil)
      }
      let removes = isAbsent && new == value
      if new == present, removes == container.isAbsent { return }
      var change = StateContainer.Change(container, new, expecting: version, removes: removes)
      change.fence = fence
      guard let versions = StateContainer.commit([change], by: own, announces: false) else { continue }
      mirror.adoptOwn((new, versions[0]), in: mirror.leaves, settles: true) { PlacedWrites(whole: $0.writtenBy) }
      return StateContainer.announce([container], by: own)
    }
  }

  override func apply(in engine: Engine) {
    guard let committed else { return }
    tellTouches(with: committed.value)
    mirror.adoptOwn(committed, in: leaves, settles: engine.mode == .settling) { [cause, written] leaf in
      written[ObjectIdentifier(leaf)] ?? PlacedWrites(whole: cause)
    }
  }

  /// In fields that change, which is told before they do. What stays as it is has its turn after all changes.
  private func tellTouches(with whole: Value) {
    var touched = TouchedPlaces()
    for operation in operations {
      if case .touch(let place) = operation.change { touched.add(place, operation.cause) }
    }
    for (place, cause) in touched.all {
      let leaf = place.settledLeaf as? StateLeaf
      if let leaf, let new = whole.at(leaf.steps), leaf.stored != new {
        tell(place, cause, in: leaf, to: new)
      } else {
        touchesLeft.append((place, cause))
      }
    }
  }

  override func tellTouch(in engine: Engine) {
    for (place, cause) in touchesLeft {
      let leaf = place.settledLeaf as? StateLeaf
      tell(place, cause, in: leaf, to: leaf?.stored)
    }
    touchesLeft = []
  }

  private func tell(_ place: Cell, _ cause: CauseID, in leaf: StateLeaf?, to new: Value?) {
    mirror.engine.noteTouch(of: place, cause)
    if let leaf { PlaceTouch(place, cause: cause).tell(in: leaf, from: leaf.stored, to: new) }
  }

  /// Those who listen elsewhere, and the store.
  func announce() {
    if committed != nil {
      StateContainer.announce([mirror.container], by: .own(ObjectIdentifier(mirror.engine.stateLink)))
    }
  }

  /// All together, so that they are saved together.
  static func announce(_ writes: [StateWrite]) {
    let changed = writes.filter { $0.committed != nil }
    guard let link = changed.first?.mirror.engine.stateLink else { return }
    StateContainer.announce(changed.map(\.mirror.container), by: .own(ObjectIdentifier(link)))
  }
}

/// Why operations on a state cannot be applied.
enum StateRefusal: Error {
  /// A constraint says no: the writer is told, nothing is raised.
  indirect case refused(Diagnostic)
  case failure(Failure)

  var failure: Failure {
    switch self {
    case .refused(let diagnostic): .diagnostic(diagnostic)
    case .failure(let failure): failure
    }
  }
}

extension Engine {
  func hold(_ change: StateWrite.Change, to place: Cell, of mirror: StateMirror) {
    let overlay = overlayForWriting()
    let cause = recordWrite(to: place, kind: change.isTouch ? .touch : nil)
    if let own = overlay.ownWrite(to: mirror) as? StateWrite { return own.add(change, to: place, cause: cause) }
    let write = StateWrite(mirror, cause: cause)
    write.add(change, to: place, cause: cause)
    noteWrite(in: overlay)
    overlay.add(write)
  }
}
