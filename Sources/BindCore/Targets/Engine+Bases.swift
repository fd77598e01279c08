import BindGraph

// What leaves hold without conditional bindings: kept from the first of those to the last.

extension Engine {
  /// Another one needs what the leaf holds without conditional bindings. It begins with what is there.
  func retainBase(of leaf: LeafCell) {
    let base: LeafBase
    if let known = bases[ObjectIdentifier(leaf)] {
      base = known
    } else {
      base = LeafBase(of: leaf)
      bases[ObjectIdentifier(leaf)] = base
      leaf.hasBase = true
    }
    base.users += 1
  }

  func releaseBase(of leaf: LeafCell) {
    let id = ObjectIdentifier(leaf)
    guard let base = bases[id] else { return }
    base.users -= 1
    guard base.users == 0 else { return }
    end(base)
    guard graph.isToSettle else { return }
    keepPast { [self] in
      bases[id] = base
      leaf.hasBase = true
    }
  }

  /// Who has what is taken back meanwhile, and nobody may for a moment.
  func keepingBases(_ body: () -> Void) {
    if bases.isEmpty { return body() }
    let kept = bases.map { (leaf: $0.key, base: $0.value) }
    for (_, base) in kept { base.users += 1 }
    body()
    for (leaf, base) in kept {
      base.users -= 1
      if base.users == 0, bases[leaf] === base { end(base) }
    }
  }

  private func end(_ base: LeafBase) {
    bases[ObjectIdentifier(base.leaf)] = nil
    base.leaf.hasBase = false
  }

  func base(of leaf: LeafCell) -> LeafBase? { bases[ObjectIdentifier(leaf)] }

  /// The leaf holds another value next.
  func followBase(of leaf: LeafCell, from old: Value?, to new: Value?, by cause: CauseID) {
    guard let base = base(of: leaf), !base.isTold else { return }
    // What a binding without a condition delivers it tells by itself.
    if oneWayBinding(deliveringTo: leaf) != nil { return }
    if let source = leaf as? SourceCell { return hear(source, from: old, to: new, by: cause) }
    let other = HandWrite(to: leaf, at: nil, isGiven: false, by: nextCause)
    other.look(from: old, to: new)
    other.tellClaims()
    other.follow()
  }

  /// What the source tells may be news to who has something there, or end conditions that look at it, and counts with that. Of what is written
  /// by hand and shown at once the lines know that.
  private func hear(_ source: SourceCell, from old: Value?, to new: Value?, by cause: CauseID) {
    if source.storesAtOnce && isApplying { return }
    let ended = claimsThatMayEnd(with: source)
    // It is as old as the write that it tells of, and comes with an end by that.
    let event = CauseID(index: handBehind(cause).index &+ 1)
    let other = HandWrite(to: source, at: nil, isGiven: false, by: event, after: ended)
    other.look(from: old, to: new)
    if !source.isTakingBack { other.noteOthers(than: ended, toldBy: source, from: old, to: new) }
    other.tellClaims()
    for claims in ended { claims.followTold(from: old, to: new) }
  }

  /// The write by hand that it follows from by what bindings have handed on and sources have told of it; itself if there is none.
  func handBehind(_ event: CauseID) -> CauseID {
    var last = event
    while let cause = causes[last], cause.via != 0 || cause.kind == .source && cause.parent != .none {
      last = cause.parent
    }
    return last
  }

  /// Those lines have written that by hand, which is stored next.
  /// - Returns: the bases that have followed.
  func followHands(_ lines: [LineByHand]) -> [LeafBase] {
    if lines.isEmpty { return [] }
    var followed: [LeafBase] = []
    for write in lines.flatMap(\.writes).sorted(by: { $0.number < $1.number }) {
      write.tellClaims()
      guard write.leaf.followsHands, let base = base(of: write.leaf) else { continue }
      write.follow()
      followed.append(base)
    }
    for base in followed { base.isTold = true }
    return followed
  }

  /// What has moved with elements of a list is where it was written no more: who lets go of something there clears it up.
  func clearMoved(in leaf: LeafCell, for binding: Binding) throws(Failure) {
    guard let base = base(of: leaf), base.hasMoved, let present = try leaf.comingValue,
      !claimsAround(leaf).contains(where: \.isHeldOnCondition)
    else { return }
    let held = heldOnCondition(in: leaf).map(\.target)
    guard let whole = base.gathered(from: present, besides: held), whole != present else { return }
    if leaf.followsHands {
      _ = try binding.put(whole, at: leaf)
    } else {
      // What is written before it may not be taken.
      _ = try delivering(binding) { () throws(Failure) in try leaf.modify { $0.changed(from: present, to: whole) } }
    }
  }

  /// Who has something there on a condition that looks at the leaf, or may.
  func claimsThatMayEnd(with leaf: LeafCell) -> [TargetClaims] {
    claimsThatHold(with: leaf).filter { $0.mayEnd(with: leaf) }
  }

  /// Those of the leaf and of what it is a part of, and those on places in it that hold on a condition.
  func claimsThatHold(with leaf: LeafCell) -> [TargetClaims] { claimsAround(leaf) + heldOnCondition(in: leaf) }

  /// Who has places in it on a condition, the outer ones first.
  func heldOnCondition(in leaf: LeafCell) -> [TargetClaims] {
    let held = claimsOnPlaces[ObjectIdentifier(leaf)]?.values.filter(\.isHeldOnCondition) ?? []
    if held.count < 2 { return held }
    let ranks = held.map { (claims: $0, levels: $0.target.levels, indices: $0.target.indices(in: leaf)) }
    return ranks.sorted {
      if $0.levels != $1.levels { return $0.levels < $1.levels }
      if $0.indices != $1.indices { return $0.indices.lexicographicallyPrecedes($1.indices) }
      return $0.claims.number < $1.claims.number
    }.map(\.claims)
  }
}
