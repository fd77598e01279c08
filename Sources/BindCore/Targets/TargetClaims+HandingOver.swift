import BindGraph

// Who goes on at a target, and in it, where one has ended or its condition has.

/// What comes back at an end, or whoever goes on there.
enum HandingOver {
  case alone
  /// With what was written in it by hand after the end.
  case withWritten
}

extension TargetClaims {
  /// What has moved with elements of a list is where the binding has it no more.
  func clearMoved(for binding: Binding) throws(Failure) {
    if let leaf, leaf.hasBase { try target.engine.clearMoved(in: leaf, for: binding) }
  }

  /// Those inside that it covered, or kept up, the outer ones first. Where they have nothing to deliver, what came back here stands.
  /// - Parameter written: by hand since: it stands over what they deliver, unless that is as new.
  func handOverInside(from binding: Binding, besides written: [Overwritten] = []) throws(Failure) {
    if inside.isEmpty { return }
    for inner in inside.sorted(by: { $0.comesBefore($1, in: target) }) {
      var goesOn = inner.highest != nil && inner.writer === inner.highest
      if goesOn, inner.isAbove(binding) { goesOn = try inner.target.isDetachedAtLast }
      let over = written.isEmpty || inner.isNextDue ? [] : written.filter { $0.concerns(inner, in: target) }
      if !over.isEmpty {
        // It is newer than what a link has heard of its source before, unless somebody else has that.
        if inner.writer?.isClosed ?? true { inner.links.last?.owesDelivery = false }
        if goesOn { try inner.next(after: binding, under: over, in: target) }
        continue
      }
      let isFree = inner.writer == nil && !inner.links.isEmpty
      guard isFree || goesOn else { continue }
      if inner.writer == nil, let link = inner.links.last, binding.isConditional, !link.owesDelivery,
        inner.basePart(at: inner.target) != nil
      {
        // What came back here goes the other way.
        try link.catchUp()
      } else {
        try inner.next(after: binding, or: nil)
      }
    }
  }

  /// Whoever comes below that one writes, and what was written by hand after the end of that one, as if it had been there before.
  /// - Parameter container: which the binding has had.
  private func next(after binding: Binding, under written: [Overwritten], in container: Cell) throws(Failure) {
    let places = written.map { $0.cell(in: container) }
    let isAround = places.map { $0 === target || target.isInside($0) }
    // What is reached in another way stands as it is.
    guard zip(places, isAround).allSatisfy({ $1 || $0.isInside(target) }) else { return }
    let given = written.indices.last { written[$0].isGiven && isAround[$0] }
    if given != nil {
      standOverNext()
    } else if try next(after: binding, or: nil), isNextDue {
      // It has heard of that with the end, which is newer.
      return
    }
    try put(written[(given ?? 0)...], in: container, after: binding)
  }

  /// The highest ones are paused and do not deliver: one below them does, if there is one.
  private func deliverBelowPaused() -> Bool {
    for (below, _) in candidates where below.isActive {
      if below.isPaused { continue }
      return below.deliverAgain()
    }
    return false
  }

  /// The link that says what the target holds next; nil where what it gets back goes the other way, since there is no news of the source.
  func linkThatSays(after binding: Binding, or before: Displaced?) -> Binding? {
    links.last.flatMap { before == nil || !binding.isConditional || $0.owesDelivery ? $0 : nil }
  }

  /// Whoever comes below that one writes, or the target gets what is there without it.
  /// - Returns: whether a one-way binding has written.
  @discardableResult func next(after binding: Binding, or before: Displaced?) throws(Failure) -> Bool {
    var before = before
    while let below = writer {
      if below.deliverAgain() { return true }
      if below.isActive { break }
      // Its condition has ended in the same wave: what links have said with that stands.
      if before != nil { before = inBase ?? before }
    }
    if writer?.isPaused ?? false, deliverBelowPaused() { return true }
    if writer == nil, let link = linkThatSays(after: binding, or: before), link.deliverAgain() {
      // It may stand there ahead.
      if let present = try target.comingValue { putInBase(present, at: target) }
      return false
    }
    // A place that has gone holds nothing.
    guard let before else { return false }
    if case .value = before {
      if let leaf, let base = target.engine.base(of: leaf), base.hasGaps { base.noteMoved() }
      if try target.isGoneAtLast { return false }
    }
    for step in try writes(givingBack: before, for: binding) {
      guard let value = step.value else {
        try binding.vacate(step.cell)
        return false
      }
      // A source has been given that ahead.
      if step.cell === target, vacancy?.ahead != nil, isSource, try target.comingValue == value { continue }
      _ = try binding.put(value, at: step.cell)
      if !step.gone.isEmpty, let leaf { target.engine.base(of: leaf)?.edit { $0.remove(step.gone, from: step.cell) } }
    }
    // What it gets back may be what somebody has written over the binding already.
    if writer == nil { try links.last?.catchUp() }
    return false
  }

  /// What was written by hand in the container after the end of that binding stands over what the target holds now.
  func put(_ written: ArraySlice<Overwritten>, in container: Cell, after binding: Binding) throws(Failure) {
    if written.isEmpty { return }
    let present = try target.comingValue
    let value = written.reduce(present) { $1.applied(to: $0, of: target, in: container) }
    if let value, value != present { _ = try binding.put(value, at: target) }
  }
}
