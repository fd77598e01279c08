import BindGraph

/// One write by hand to a leaf that bindings have something in: what it changes stands in what is there without them, but for the places that
/// they have.
final class HandWrite {
  /// What it has written of what a binding has, or around it: there it has made another value, or has given it one, though that may be the one
  /// that was there.
  struct Note {
    let claims: TargetClaims
    /// By the way to the target, since an element may move before the commit.
    let cell: Cell
    /// It is in the target; false where it is the target itself, or around it.
    let isInside: Bool
    /// What it has made of that, or of the target where the cell is around it.
    let old: Value?
    var new: Value?
  }

  let leaf: LeafCell
  /// The leaf or the place in it that is written.
  let place: Cell
  /// It says what the place holds from now on; false where a function makes that of what it held.
  let isGiven: Bool
  private let holders: [TargetClaims]?
  /// In the order of all.
  let number: Int
  /// What is written with it, or before it, is older.
  private(set) var event: CauseID
  /// A history makes it, which moves what is there without bindings by itself.
  private let isMove: Bool
  /// Who had these targets has let go for who writes here.
  private(set) var ended: [TargetClaims]
  /// What was there and what is there then, with what bindings have in it as it was.
  private(set) var old: Value?
  private(set) var new: Value?
  /// Those of the places that conditional bindings have or have let go of at the time, and that are there, the outer ones first.
  private var places: [Place] = []
  /// Those that have nothing in common with the place that is written, and what they stand in.
  private var unrelated: (held: [TargetClaims], whole: Value?) = ([], nil)
  /// What the leaf held and holds then, where such a place and this one have something in common.
  private var whole: (old: Value, new: Value)?
  /// The place has nothing in common with any of them.
  private var isApart = false
  /// Others have let go than when it was looked at.
  private var isStale = false
  /// The places that conditional bindings have at the time, the outer ones first, but for those in lists whose elements this moves.
  private(set) var held: [TargetClaims] = []
  private(set) var hasMoved = false
  /// Somebody has all of the leaf.
  private var isCovered = false
  private(set) var notes: [Note] = []
  /// Where the place stands then.
  private(set) var steps: [Path.Step]?

  /// - Parameter holders: who had something there; nil: as it is now.
  init(
    to leaf: LeafCell, at place: Cell?, isGiven: Bool, by event: CauseID = .none, after ended: [TargetClaims] = [],
    besides holders: [TargetClaims]? = nil
  ) {
    (self.leaf, self.isGiven, self.event, self.ended, self.holders) = (leaf, isGiven, event, ended, holders)
    self.place = place?.bindingTarget ?? leaf
    isMove = leaf.engine.presentMove != nil && holders == nil
    if holders == nil { leaf.engine.handWriteCount += 1 }
    number = leaf.engine.handWriteCount
  }

  private struct Place {
    let claims: TargetClaims
    /// Another element of its list stands there then.
    let isMoved: Bool
    let isRemoved: Bool
  }

  /// The leaf gets the one value in place of the other one. What is looked at again counts as it is then.
  func look(from old: Value?, to new: Value?) {
    notes = []
    (self.old, self.new) = (place.part(in: old, of: leaf), place.part(in: new, of: leaf))
    steps = new.flatMap { place.steps(in: $0, of: leaf) }
    if let old, let new, place.hasLostKey(in: new, of: leaf), let known = place.steps(in: old, of: leaf) {
      // It has given the element another key, and finds it by that no more.
      (steps, self.new) = (known, known.reduce(new) { $0?[$1] })
    }
    var lists = Shifts(from: old, to: new, in: leaf)
    places = heldPlaces(in: old, or: new).map { claims in
      let target = claims.target
      let mayMove = !isGiven || !target.keepsLength(from: old, to: new, in: leaf)
      return Place(
        claims: claims, isMoved: mayMove && lists.move(target) || target.hasLostKey(in: new, of: leaf),
        isRemoved: target.isRemoved(from: new, in: leaf))
    }
    (whole, isApart) = (nil, false)
    if let old, let new {
      isApart = !places.contains { isRelated($0.claims.target, in: old) }
      if !isApart { whole = (old, new) }
    }
    lookAgain()
  }

  /// The one is in the other.
  private func isRelated(_ target: Cell, in whole: Value) -> Bool {
    guard let own = steps ?? place.steps(in: whole, of: leaf), let other = target.steps(in: whole, of: leaf) else {
      return true
    }
    return own.starts(with: other) || other.starts(with: own)
  }

  /// At what stays where bindings have it.
  private func lookAgain() {
    (held, hasMoved, isStale) = ([], false, false)
    isCovered =
      holders?.contains { $0.leaf == nil && isHeld($0) } ?? leaf.engine.claimsAround(leaf).contains(where: isHeld)
    var kept = whole?.new
    for place in places {
      if place.isMoved {
        hasMoved = true
      } else if isHeld(place.claims), !place.isRemoved {
        held.append(place.claims)
        guard let whole else { continue }
        let target = place.claims.target
        kept = kept.map { target.keeping(target.part(in: whole.old, of: leaf), in: $0, of: leaf) }
      }
    }
    if kept != nil { new = place.part(in: kept, of: leaf) }
  }

  /// Those had let go when it was written.
  func setEnded(_ ended: [TargetClaims]) {
    self.ended = ended
    isStale = true
  }

  /// Those have let go with it.
  func setEnded(_ ended: [TargetClaims], by event: CauseID) {
    setEnded(ended)
    self.event = event
  }

  func setEvent(_ event: CauseID) { self.event = event }

  /// Who had that target has not let go before, but ends now.
  func hasNotEnded(_ claims: TargetClaims) {
    guard let place = ended.firstIndex(where: { $0 === claims }) else { return }
    ended.remove(at: place)
    isStale = true
  }

  func note(_ claims: TargetClaims, from old: Value?, to new: Value?) {
    let cell = way(to: claims, in: new)
    let isInside = claims.container(of: cell).map { $0 !== cell } ?? false
    let own = isInside ? cell : claims.target
    notes.append(
      Note(
        claims: claims, cell: cell, isInside: isInside,
        old: own.part(in: old, of: leaf),
        new: own.part(in: new, of: leaf)))
  }

  /// A source tells that: what it is asked for by bindings, and says itself, is no news of theirs.
  func noteOthers(than ended: [TargetClaims], toldBy source: SourceCell, from old: Value?, to new: Value?) {
    for claims in held where !ended.contains(where: { $0 === claims }) {
      guard let holder = claims.holder, !source.answers(holder), !source.isAsked(by: holder),
        claims.target.part(in: old, of: source) != claims.target.part(in: new, of: source)
      else { continue }
      note(claims, from: old, to: new)
    }
  }

  private func way(to claims: TargetClaims, in whole: Value?) -> Cell {
    let target = claims.target
    if place === leaf || place === target || place.isInside(target) || target.isInside(place) { return place }
    guard let whole, let own = target.steps(in: whole, of: leaf), let other = place.steps(in: whole, of: leaf) else {
      return place
    }
    if own.starts(with: other) { return target }
    guard other.starts(with: own) else { return place }
    return other.dropFirst(own.count).reduce(target) { (try? $0.child($1)) ?? $0 }
  }

  /// Another one goes on where this one has come to an end.
  func join(_ later: HandWrite) -> Bool {
    guard later.leaf === leaf, later.place === place, later.isGiven == isGiven, later.number == number + 1,
      later.ended.elementsEqual(ended, by: ===), !hasMoved, !later.hasMoved, (whole == nil) == (later.whole == nil)
    else { return false }
    (new, steps, held, places, unrelated) = (later.new, later.steps, later.held, later.places, later.unrelated)
    whole = whole.flatMap { first in later.whole.map { (first.old, $0.new) } }
    for note in later.notes {
      if let known = notes.firstIndex(where: { $0.claims === note.claims }) {
        notes[known].new = note.new
      } else {
        notes.append(note)
      }
    }
    return true
  }

  /// The places that conditional bindings have or have let go of at the time, and that are there, the outer ones first.
  private func heldPlaces(in old: Value?, or new: Value?) -> [TargetClaims] {
    unrelated = ([], old)
    guard let old else { return [] }
    var held: [TargetClaims] = []
    for claims in holders ?? leaf.engine.heldOnCondition(in: leaf) where claims.leaf === leaf {
      if claims.target.isApart(from: place) { unrelated.held.append(claims) } else { held.append(claims) }
    }
    for claims in held { claims.target.learnPlaces(in: old) }
    return held.filter { $0.target.standing(in: old) != nil }
  }

  /// A conditional binding has a place in the target.
  private func hasHeldPlace(in target: Cell) -> Bool {
    held.contains { $0.target.isInside(target) }
      || unrelated.held.contains {
        $0.target.isInside(target) && isHeld($0) && unrelated.whole.flatMap($0.target.standing) != nil
      }
  }

  /// A conditional binding has that and has not let go.
  private func isHeld(_ claims: TargetClaims) -> Bool {
    let isHeld = holders?.contains { $0 === claims } ?? claims.isHeldOnCondition
    return isHeld && !ended.contains { $0 === claims }
  }

  /// It is committed: those who have something there hear of it, whose end may come with that.
  func tellClaims() {
    if isMove { return }
    if isStale { lookAgain() }
    for claims in ended { claims.keepUntilSettled() }
    for note in notes where note.claims.mayEnd {
      let (claims, isAfterEnd) = (note.claims, ended.contains { $0 === note.claims })
      // It was not there, or has let go, or elements of a list around it have moved: what it holds is there without bindings.
      let isFollowed = claims.leaf == nil ? !isHeld(claims) : !held.contains { $0 === claims }
      claims.writtenByHand(
        Overwritten(note: note, isGiven: isGiven, isFollowed: isFollowed, event: isAfterEnd ? nil : event, held: held))
    }
  }

  /// It is committed: what it changes is there without bindings too.
  func follow() { leaf.engine.base(of: leaf)?.edit { self.follow(in: &$0) } }

  func follow(in base: inout BaseValue) {
    if isMove || isCovered { return }
    for claims in held where place !== leaf && !isApart {
      // It is written in what a binding has.
      guard let common = claims.container(of: place, in: whole?.new) else { continue }
      if common !== place || claims.target.levels <= place.levels { return }
    }
    base.follow(self)
    // Elements that were theirs alone who have let go are nobody's any more.
    if isGiven { return }
    for claims in ended where !hasHeldPlace(in: claims.target) {
      base.closeGaps(in: claims.leaf == nil ? leaf : claims.target)
    }
  }
}

extension Cell {
  /// It is a key of a map that has it no more: that has gone for everybody.
  fileprivate func isRemoved(from whole: Value?, in leaf: LeafCell) -> Bool {
    guard let outerCell, let around = outerCell.part(in: whole, of: leaf), let step = step(in: around) else {
      return false
    }
    return around[step] == nil && outerCell.isKey(step, in: around)
  }

  /// It is, or is in, an element by a key that no element has any more: the element may stand there under another one.
  fileprivate func hasLostKey(in whole: Value?, of leaf: LeafCell) -> Bool {
    guard let whole, let (_, keyed) = keyedAround(asFarAs: leaf) else { return false }
    return keyed.steps(in: whole, of: leaf) == nil
  }

  /// The lists that it stands in have as many elements as before: those that were given stand in the places of the others.
  fileprivate func keepsLength(from old: Value?, to new: Value?, in leaf: LeafCell) -> Bool {
    guard let old, let new else { return true }
    return outward.prefix { $0 !== leaf }.allSatisfy { place in
      guard let outer = place.outerCell, case .list(let before)? = outer.value(in: old, of: leaf),
        case .list(let after)? = outer.value(in: new, of: leaf)
      else { return true }
      return before.count == after.count
    }
  }
}

/// Which elements of lists stand elsewhere after a change.
private struct Shifts {
  let old: Value?
  let new: Value?
  let leaf: LeafCell
  /// By list: which of the old elements each of the new ones was.
  private var pairings: [ObjectIdentifier: [Int?]] = [:]

  init(from old: Value?, to new: Value?, in leaf: LeafCell) { (self.old, self.new, self.leaf) = (old, new, leaf) }

  /// The place is an element of a list, or in one, where another one stands now.
  mutating func move(_ place: Cell) -> Bool {
    guard let old, let new else { return false }
    var place = place
    while place !== leaf, let outer = place.outerCell {
      if place is ElementCell, case .list(let before)? = outer.value(in: old, of: leaf),
        case .list(let after)? = outer.value(in: new, of: leaf), case .index(let index)? = place.step(in: .nil)
      {
        let id = ObjectIdentifier(outer)
        let pairing = pairings[id] ?? Value.pairing(of: after, with: before)
        pairings[id] = pairing
        if index > pairing.count || pairing[index - 1] != index - 1 { return true }
      }
      place = outer
    }
    return false
  }
}
