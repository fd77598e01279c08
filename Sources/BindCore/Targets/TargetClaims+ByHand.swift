import BindGraph

/// A place that was written by hand when the condition of who had the target had ended, or may have.
struct Overwritten {
  let note: HandWrite.Note
  /// It was given that value; false where a function has made it of the one that was there.
  let isGiven: Bool
  /// What it has changed is there without bindings already.
  let isFollowed: Bool
  /// What has written it, where another callback of the wave, or a binding, may have ended the condition before it; nil where it is known
  /// to be after the end.
  let event: CauseID?
  /// Who had places in the leaf then.
  let held: [TargetClaims]

  /// That place in the target, or the target.
  func cell(in target: Cell) -> Cell { note.isInside ? note.cell : target }

  /// What it makes of another value of that cell, which is in the target, or the target itself.
  func applied(to value: Value?, of cell: Cell, in target: Cell) -> Value? {
    let place = self.cell(in: target)
    if place.isInside(cell) {
      let new =
        isGiven
        ? note.new : Value.carried(value.flatMap { place.value(in: $0, of: cell) }, from: note.old, to: note.new)
      return new.map { place.add($0, to: value ?? .nil, of: cell) } ?? value
    }
    func part(_ whole: Value?) -> Value? { place === cell ? whole : whole.flatMap { cell.value(in: $0, of: place) } }
    return isGiven ? part(note.new) : Value.carried(value, from: part(note.old), to: part(note.new))
  }

  /// It has given that place in the target a value, or made another one of it.
  func concerns(_ inner: TargetClaims, in target: Cell) -> Bool {
    guard inner.container(of: note.cell) != nil else { return false }
    let around = cell(in: target)
    guard !isGiven, let old = note.old, let new = note.new, inner.target.isInside(around) else { return true }
    return inner.target.value(in: old, of: around) != inner.target.value(in: new, of: around)
  }
}

extension TargetClaims {
  /// What stands there now is somebody's, whoever would have gone on in place of what has ended.
  func writtenByHand(_ place: Overwritten) {
    if place.event == nil, isVacant { vacancy?.written.append(place) }
    let wave = target.engine.graph.wave
    if overwritten.wave != wave { overwritten = ([], wave) }
    overwritten.places.append(place)
  }

  /// What is part of the wave which ends the holder's condition.
  func writtenByHand(afterEndOf binding: Binding) -> [Overwritten] {
    defer { overwritten.places = [] }
    return placesWritten(afterEndOf: binding)
  }

  private func placesWritten(afterEndOf binding: Binding) -> [Overwritten] {
    guard target.engine.graph.wave &- overwritten.wave <= 1 else { return [] }
    return overwritten.places.filter { place in
      guard let event = place.event else { return true }
      return (binding.input as? GatedCell)?.isClosed(before: event) ?? false
    }
  }

  /// A source tells of another value, which may have ended the holder's condition with that.
  func followTold(from old: Value?, to new: Value?) {
    guard let leaf = target.settledLeaf else { return }
    changeBase(from: target.part(in: old, of: leaf), to: target.part(in: new, of: leaf), at: target)
  }

  private func keepInBase(_ place: Overwritten) {
    guard isCounted, !place.isFollowed else { return }
    let (note, cell) = (place.note, place.cell(in: target))
    keep(asPartOf: { $0.numberByHand }) {
      if place.isGiven {
        putInBase(note.new, at: cell, besides: place.held)
      } else {
        changeBase(from: note.old, to: note.new, at: cell, besides: place.held)
      }
    }
  }

  /// What a source does not take goes from there too.
  private func keep(asPartOf number: (SourceCell) -> Int?, _ body: () -> Void) {
    guard let source = target.settledLeaf as? SourceCell, let unbound = source.unbound else { return body() }
    unbound.editing(asPartOf: number(source), body)
  }

  /// What was written by hand there since stands without the holder.
  /// - Returns: all that is there was: nothing comes back.
  func keepInBase(_ written: [Overwritten]) throws(Failure) -> Bool {
    var isAll = false
    // Where another one has all of the leaf nothing is kept of what is written there.
    let keeps = written.isEmpty || !isCovered
    var unkept = keeps ? nil : baseValue
    for place in written {
      keepInBase(place)
      if !keeps { unkept = place.applied(to: unkept, of: target, in: target) }
      if place.note.isInside { continue }
      if !place.isGiven, isCounted {
        let present = try isSource ? target.comingValue : target.present
        isAll = ((keeps ? baseValue : unkept) ?? .nil) == (present ?? .nil)
      } else {
        isAll = true
      }
    }
    return isAll
  }
}

// MARK: What a source has not answered

extension TargetClaims {
  /// That binding takes the target of a source: what is on its way there by hand comes back, unless the source does not take it.
  func keepComing(for binding: Binding) {
    // What was written before who had it let go was written over that.
    guard let source = target.settledLeaf as? SourceCell, source.hasWritesUnderWay, target.engine.handingOver == nil
    else { return }
    standUntilRefused(before: binding, in: source)
  }
}

// MARK: What is not known before the bindings have settled

/// What was there without a binding whose condition may have ended.
struct BeforeEnd {
  let whole: Displaced?
  let parts: [(base: LeafBase, place: Cell, part: Value?)]
}

extension TargetClaims {
  /// What was written by hand after the end of the holder's condition is there without it, unless that holds again when all has settled:
  /// then what is kept here is.
  func keepUntilSettled() {
    guard beforeEnd == nil, isHeldOnCondition, !isVacant else { return }
    let engine = target.engine
    beforeEnd = BeforeEnd(
      whole: displaced,
      parts: leaves.compactMap { leaf in
        engine.base(of: leaf).map { base in
          let place = leaf === self.leaf ? target : leaf
          return (base, place, base.part(at: place))
        }
      })
    engine.graph.hold(HeldEnd(of: self))
  }

  /// All has settled.
  fileprivate func settleEnd() {
    takeBackEnd()
    // A binding that is paused lets go later.
    if beforeEnd != nil, let holder, !writtenByHand(afterEndOf: holder).isEmpty { standUntilRefused(after: holder) }
    beforeEnd = nil
  }

  /// The condition of the holder holds again, and has not ended.
  func takeBackEnd() {
    guard let kept = beforeEnd, !isLetGo else { return }
    beforeEnd = nil
    overwritten = ([], 0)
    keep(asPartOf: { $0.numberWrittenTogether }) { for (base, place, part) in kept.parts { base.put(part, at: place) } }
  }
}

private final class HeldEnd: HeldAction {
  private let claims: TargetClaims
  init(of claims: TargetClaims) { self.claims = claims }
  override func apply(in graph: Graph) { claims.settleEnd() }
}
