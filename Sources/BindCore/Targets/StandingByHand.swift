import BindGraph

/// What was written by hand to a source beside a binding that has something there, after the end of that or before it began: it is there without
/// the binding, unless the source does not take it. Then it is as if the binding had ended alone.
///
/// Kept by the source until it has answered, or ends.
final class StandingByHand {
  let target: Cell
  let binding: Binding
  /// What was there without the binding; nil where nothing of that is known.
  private(set) var before: Displaced?
  /// Who has come after the binding.
  let next: Binding?
  /// What the target holds with it.
  let written: Value?
  /// It is its own: whatever is called here is called by it.
  private unowned let source: SourceCell
  /// The writes there that are under way: of them one has to stand.
  private var numbers: Set<Int>
  /// It is for the first value that the source tells, which is what is there without the binding.
  private let awaitsValue: Bool

  fileprivate init(
    at claims: TargetClaims, of source: SourceCell, around binding: Binding, or before: Displaced?,
    numbers: Set<Int>, awaitsValue: Bool = false
  ) {
    (target, self.source, self.binding) = (claims.target, source, binding)
    (self.before, self.numbers, self.awaitsValue) = (before, numbers, awaitsValue)
    next = claims.next === binding ? nil : claims.next
    written = target.part(in: source.coming, of: source)
  }

  /// Another write there decides too whether the target holds what it is to hold.
  func add(_ number: Int, at place: Cell) { if isInside(place) { numbers.insert(number) } }

  /// The target is that place, or in it.
  private func isInside(_ place: Cell) -> Bool {
    if place === target || target.isInside(place) { return true }
    guard let whole = source.coming, let own = target.steps(in: whole, of: source),
      let other = place.steps(in: whole, of: source)
    else { return false }
    return own.starts(with: other)
  }

  func waits(for number: Int) -> Bool { numbers.contains(number) }

  /// The outside holds another value, whoever has written that.
  func told(from old: Value?, to new: Value) {
    let part = target.part(in: new, of: source)
    if awaitsValue, before == nil {
      before = part.map { .value($0) } ?? .nothing(asFarAs: target)
      if numbers.isEmpty { end() }
    } else if target.part(in: old, of: source) != part {
      source.remove(self)
    }
  }

  func answered(_ number: Int, stands: Bool, underWay isUnderWay: (Int) -> Bool) {
    if numbers.isEmpty { return }
    let isMine = numbers.contains(number)
    numbers = numbers.filter(isUnderWay)
    if stands && isMine { return source.remove(self) }
    if !numbers.isEmpty || awaitsValue && before == nil { return }
    // What a binding has superseded is what its writer wanted.
    if isMine { end() } else { source.remove(self) }
  }

  private func end() {
    target.engine.announceOutside(during: binding.title) { [self] in
      // It may have been written meanwhile.
      guard numbers.isEmpty, source.standings.contains(where: { $0 === self }) else { return }
      target.engine.claims(on: target).endAlone(after: self)
      source.remove(self)
      target.engine.unclaim(target)
    }
  }
}

extension TargetClaims {
  /// What was written by hand after the end of the holder stands; where a source does not take it, that end comes once more.
  func standUntilRefused(after binding: Binding) {
    guard let source = target.settledLeaf as? SourceCell, let number = source.numberByHand else { return }
    let before = beforeEnd?.whole ?? source.unbound?.ignoring(number) { displaced }
    source.add(StandingByHand(at: self, of: source, around: binding, or: before, numbers: [number]))
  }

  /// What comes back at the end of the binding is what it is because of writes that are under way: where the source does not take one, the end
  /// comes once more.
  func standUntilTaken(after binding: Binding) {
    guard let source = target.settledLeaf as? SourceCell, let unbound = source.unbound else { return }
    let all = displaced
    // More of them are looked at no more.
    let numbers = source.writes.queue.numbers(from: 0).filter { $0.counts && unbound.mayChange(target, by: $0.number) }
    for (number, _) in numbers.suffix(Self.few) {
      if source.standings.contains(where: { $0.target === target && $0.waits(for: number) }) { continue }
      let before = unbound.ignoring(number) { displaced }
      if before?.isSame(as: all) ?? (all == nil) { continue }
      source.add(StandingByHand(at: self, of: source, around: binding, or: nil, numbers: [number]))
    }
  }

  private static let few = 32

  /// What is under way there when the binding takes the target is what comes back, unless the source does not take it.
  func standUntilRefused(before binding: Binding, in source: SourceCell) {
    guard let (number, whole) = source.lastThatChanges(target),
      !source.standings.contains(where: { $0.target === target && $0.waits(for: number) })
    else { return }
    let before = target.part(in: whole, of: source).map { Displaced.value($0) } ?? .nothing(asFarAs: target)
    source.add(StandingByHand(at: self, of: source, around: binding, or: before, numbers: [number]))
  }

  /// Nothing is known yet of what is there without the binding, which has ended.
  func endWhenKnown(_ binding: Binding) {
    guard let source = target.settledLeaf as? SourceCell, source.writes.base == nil, source.hasWritesUnderWay else {
      return
    }
    source.add(StandingByHand(at: self, of: source, around: binding, or: nil, numbers: [], awaitsValue: true))
  }
}
