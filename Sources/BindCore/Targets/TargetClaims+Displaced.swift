// What a target holds without the conditional binding that has it, and how it gets that back (CONTRACT 49).

extension TargetClaims {
  /// What the target holds without the one that has it on a condition; nil where it only takes, or cannot go back to holding
  /// nothing.
  var displaced: Displaced? { isHeldOnCondition ? inBase : nil }

  /// The same as long as that is kept.
  var inBase: Displaced? {
    if let value = baseValue { return .value(value) }
    guard let leaf = leaf ?? target as? LeafCell, let base = target.engine.base(of: leaf) else { return nil }
    if base.value == nil, !leaf.mayBeVacant { return nil }
    return base.outermostMissing(target).map { .nothing(asFarAs: $0) }
  }

  /// nil where nothing is there without it.
  var baseValue: Value? {
    let engine = target.engine
    if let leaf { return engine.base(of: leaf)?.part(at: target) }
    if let leaf = target as? LeafCell { return engine.base(of: leaf)?.value }
    guard var whole = (try? target.peek()) ?? nil else { return nil }
    for leaf in target.leavesWithBase {
      if let base = engine.base(of: leaf) { whole = leaf.replace(in: whole, of: target, by: base.value ?? .nil) }
    }
    return whole
  }

  /// - Parameter place: in the target.
  func basePart(at place: Cell) -> Value? {
    place.leafAround.flatMap { target.engine.base(of: $0) }.flatMap { $0.part(at: place) }
  }

  /// What other conditional bindings have there stays.
  /// - Parameters:
  ///   - place: the target, or in it.
  ///   - held: those who had places there at the time.
  func putInBase(_ value: Value?, at place: Cell, besides held: [TargetClaims] = []) {
    place.forEachBase { base, place, part in
      changing(base, besides: held) { $0.put(part(value), at: place) }
    }
  }

  /// The target holds that without the holder.
  func putBack(_ before: Displaced) {
    switch before {
    case .value(let value): putInBase(value, at: target)
    case .nothing(let outermost):
      putInBase(nil, at: target)
      var place = target
      while place !== outermost, let outer = place.outerCell, basePart(at: outer) == .record(Record()) {
        putInBase(nil, at: outer)
        place = outer
      }
    }
  }

  /// The same with the change from one value of the place to another one.
  func changeBase(from old: Value?, to new: Value?, at place: Cell, besides held: [TargetClaims] = []) {
    place.forEachBase { base, place, part in
      // An element that was the holder's alone is nobody's any more.
      let isFree = !target.engine.heldOnCondition(in: base.leaf).contains { $0.target.isInside(place) }
      changing(base, besides: held) {
        $0.change(place, from: part(old), to: part(new))
        if isFree { $0.closeGaps(in: place) }
      }
    }
  }

  /// The other one has not let go too.
  private func holdsOn(_ other: TargetClaims) -> Bool {
    other !== self && other.isHeldOnCondition && !other.isVacant && !other.isLetGo
  }

  /// Another one has all that the target is in on a condition.
  var isCovered: Bool { target.engine.claimsAround(leaf ?? target).contains(where: holdsOn) }

  /// - Parameter held: others that had places there then, the outer ones first; they may have let go since.
  private func changing(_ base: LeafBase, besides held: [TargetClaims], _ body: @escaping (inout BaseValue) -> Void) {
    let engine = target.engine
    if engine.claimsAround(base.leaf).contains(where: holdsOn) { return }
    var kept = engine.heldOnCondition(in: base.leaf).filter(holdsOn)
    let past = held.filter { then in then !== self && then.leaf === base.leaf && !kept.contains { $0 === then } }
    if !past.isEmpty { kept = (kept + past).sorted { $0.target.levels < $1.target.levels } }
    let places = kept.map(\.target)
    base.edit { $0.keeping(places, body) }
  }

  /// A binding without a condition says that of the target.
  /// - Parameter others: places in there that such ones above it have: what they have given them is there also where that has been away.
  func followBase(_ value: Value, besides others: [TargetClaims]) {
    target.forEachBase { base, place, part in
      let kept = others.map { ($0.target, base.part(at: $0.target) ?? (try? $0.valueToStay) ?? nil) }
      base.edit { $0.keeping(kept) { $0.put(part(value), at: place) } }
    }
  }

  /// The cell for the target that the place is in, by whatever way; the place itself where it is the target, or around it; nil where it is
  /// elsewhere.
  /// - Parameter known: what the leaf holds at the time; nil: as it is when all that is under way has come about.
  func container(of place: Cell, in known: Value? = nil) -> Cell? {
    if place.isInside(target) { return target }
    if place === target || target.isInside(place) { return place }
    guard let leaf, place.settledLeaf === leaf, let whole = known ?? (try? leaf.comingValue) ?? nil,
      let own = target.steps(in: whole, of: leaf), let steps = place.steps(in: whole, of: leaf)
    else { return nil }
    if own.starts(with: steps) { return place }
    guard steps.starts(with: own) else { return nil }
    return (own.count..<steps.count).reduce(place) { inner, _ in inner.outerCell ?? inner }
  }

  /// The target, or the leaf where that is a field of it.
  func place(in leaf: LeafCell) -> Cell { target.settledLeaf === leaf ? target.bindingTarget : leaf }

  // MARK: Giving back

  /// In what holds both: the outer one, of a list the first one, and the older one.
  func comesBefore(_ other: TargetClaims, in container: Cell) -> Bool {
    let depths = (target.levels, other.target.levels)
    if depths.0 != depths.1 { return depths.0 < depths.1 }
    let indices = (target.indices(in: container), other.target.indices(in: container))
    return indices.0 == indices.1 ? number < other.number : indices.0.lexicographicallyPrecedes(indices.1)
  }

  func isAbove(_ binding: Binding) -> Bool { highest?.outranks(binding) ?? false }

  /// Who writes the target makes what is missing around it, and has done so.
  private var isThereAnyway: Bool {
    get throws(Failure) {
      guard let highest, highest.target.createsHops else { return false }
      return try !target.isDetachedAtLast
    }
  }

  /// What the holder has there, wherever what is around it comes from: of a source that the place is away in, what that is asked for, or
  /// what stood there last.
  private var valueToStay: Value? {
    get throws(Failure) {
      if let coming = try target.comingValue { return coming }
      if isSource, try !target.isDetachedAtLast { return .nil }
      if let holder, !holder.requests.isEmpty, let input = try holder.input.peek() {
        return try holder.transformed(input)
      }
      if let unseen { return unseen }
      return try target.peek()
    }
  }

  /// Those of the places in the target that higher bindings have, with what they hold: of a list the first ones first.
  private func higher(than binding: Binding) throws(Failure) -> [(claims: TargetClaims, present: Value)] {
    if inside.isEmpty { return [] }
    var all: [(claims: TargetClaims, present: Value)] = []
    for inner in inside where inner.isAbove(binding) && inner.isHeld {
      if let present = try inner.valueToStay { all.append((inner, present)) }
    }
    if all.count < 2 { return all }
    let indices = all.map { $0.claims.target.indices(in: target) }
    return all.indices.sorted { indices[$0].lexicographicallyPrecedes(indices[$1]) }.map { all[$0] }
  }

  /// The value without what higher bindings have in it: there stands what they wrote.
  func leavingOut(_ value: Value, for binding: Binding) throws(Failure) -> Value {
    var value = value
    for (inner, present) in try higher(than: binding) {
      value =
        try inner.isThereAnyway
        ? inner.target.add(present, to: value, of: target)
        : inner.target.replace(in: value, of: target, by: present)
    }
    return value
  }

  /// What higher bindings have in the target, and nothing else; nil where they have nothing, or only what stands behind others in a list.
  private func leavingOnlyHigher(than binding: Binding) throws(Failure) -> Value? {
    var value = Value.nil
    for (inner, present) in try higher(than: binding) {
      if try inner.target.comingValue == nil { continue }
      if try inner.target.isDetachedAtLast { continue }
      value = inner.target.add(present, to: value, of: target)
    }
    return value.isNil ? nil : value
  }

  /// What is to be written for the target to hold what is there without the binding, or nothing, unless higher bindings have something in it.
  func writes(givingBack before: Displaced, for binding: Binding) throws(Failure) -> [TakingOut.Write] {
    switch before {
    case .value(let value): return [TakingOut.Write(cell: target, value: try leavingOut(value, for: binding))]
    case .nothing(let outermost):
      if let leaf, let base = target.engine.base(of: leaf), let nothing = base.value, nothing.isNil,
        let present = try leaf.comingValue
      {
        let held = target.engine.heldOnCondition(in: leaf).map(\.target)
        return [TakingOut.Write(cell: leaf, value: LeafBase.shown(nothing, over: present, in: leaf, besides: held))]
      }
      if let higher = try leavingOnlyHigher(than: binding) { return [TakingOut.Write(cell: target, value: higher)] }
      return try takingOut(asFarAs: outermost)
    }
  }

  /// There was nothing before. What is in the target goes with it, whoever has that.
  private func takingOut(asFarAs outermost: Cell) throws(Failure) -> [TakingOut.Write] {
    let container = leaf ?? target
    guard let whole = try container.comingValue else { return [] }
    let base = leaf.flatMap { target.engine.base(of: $0) }
    let out = TakingOut(
      target, of: whole, in: container, asFarAs: outermost,
      isKept: { [inside] cell in cell.makerCount > inside.count { $0.places.makes(cell) } },
      isHeld: { list, index in list.isHeld(at: index) },
      isMissing: { list, index in base?.isMissing(index, in: list) ?? false })
    if let base, out.stays || base.hasGaps { if out.stays { base.noteGaps() } else { base.noteMoved() } }
    return out.writes
  }

  /// Who takes a place in an element that has only had to stay, since others stand behind it, finds it empty.
  func emptyLeftOvers(for binding: Binding) throws(Failure) {
    guard binding.target.createsHops, leaf?.hasBase ?? false else { return }
    var place = target
    while let outer = place.outerCell, !(outer is LeafCell) {
      if outer.isLeftOver, let present = try outer.present, !present.isNil, let step = place.step(in: present) {
        _ = try binding.write(.container(for: step), to: outer)
      }
      place = outer
    }
  }
}

extension Cell {
  /// The leaves of which is kept what they hold without conditional bindings: itself or those it is made of, or what it is a place in.
  var leavesWithBase: [LeafCell] {
    switch self {
    case let record as RecordCell: record.fields.flatMap(\.cell.leavesWithBase)
    case let leaf as LeafCell: leaf.isReadable ? [leaf] : []
    default: leafAround.map { $0.isReadable ? [$0] : [] } ?? []
    }
  }

  /// The body gets the place itself, or the leaves that it is made of, and what of a value of the place is theirs.
  fileprivate func forEachBase(_ body: (LeafBase, Cell, _ part: @escaping (Value?) -> Value?) -> Void) {
    for leaf in leavesWithBase {
      guard let base = engine.base(of: leaf) else { continue }
      if leaf === settledLeaf {
        body(base, self) { $0 }
      } else {
        body(base, leaf) { whole in whole.flatMap { leaf.value(in: $0, of: self) } }
      }
    }
  }

  /// Only conditional bindings have made what is there, and none of them has it any more.
  fileprivate var isLeftOver: Bool {
    guard let leaf = leafAround, let base = engine.base(of: leaf) else { return false }
    if base.outermostMissing(self) == nil || ([self] + aliases).contains(where: \.isHeld) { return false }
    return !engine.claimsAround(self).contains(where: \.isHeld)
  }
}

extension Cell {
  /// What it is a place in, from the inside out, as far as that one.
  func cellsAround(asFarAs container: Cell) -> [Cell] {
    var all: [Cell] = []
    var place = self
    while place !== container, let outer = place.outerCell {
      all.append(outer)
      place = outer
    }
    return all
  }
}

extension Cell {
  /// What it holds; in a source that answers later, if all that is under way comes about.
  var comingValue: Value? {
    get throws(Failure) {
      guard let source = settledLeaf as? SourceCell else { return try peek() }
      return part(in: source.comingNow, of: source)
    }
  }

  /// It is away; in a source that answers later, if all that is under way comes about.
  var isDetachedAtLast: Bool {
    get throws(Failure) {
      guard let source = settledLeaf as? SourceCell else { return isDetached }
      return isAway(in: source.comingNow, of: source)
    }
  }

  /// The same where it has been there.
  var isGoneAtLast: Bool {
    get throws(Failure) {
      if !isGone { return false }
      return try isDetachedAtLast
    }
  }

  /// The leaf has no such place while it holds that. A field that an existing record does not have is simply nil.
  func isAway(in whole: Value?, of leaf: LeafCell) -> Bool {
    guard self !== leaf, let outerCell else { return false }
    guard let around = outerCell.part(in: whole, of: leaf), !around.isNil, let step = step(in: around) else {
      return true
    }
    if around[step] != nil { return false }
    guard case .field = step else { return true }
    return outerCell.isKey(step, in: around)
  }

  /// What stands there, and not what it held last before it went.
  var present: Value? {
    get throws(Failure) {
      let value = try peek()
      return value != nil && isDetached ? .nil : value
    }
  }
}
