import BindGraph

// Who goes on at a target, and in it, where one has ended or its condition has.

extension TargetClaims {
  /// What has moved with elements of a list is where the binding has it no more.
  func clearMoved(for binding: Binding) throws(Failure) {
    if let leaf, leaf.hasBase { try target.engine.clearMoved(in: leaf, for: binding) }
  }

  /// Those inside that it covered, or kept up, the outer ones first. Where they have nothing to deliver, what came back here stands.
  /// - Parameter written: by hand since: what stands there.
  func handOverInside(from binding: Binding, besides written: [Cell] = []) throws(Failure) {
    if inside.isEmpty { return }
    for inner in inside.sorted(by: { $0.comesBefore($1, in: target) })
    where inner.highest != nil && inner.writer === inner.highest
      && (!inner.isAbove(binding) || inner.target.isDetached)
      || inner.writer == nil && !inner.links.isEmpty
    {
      if written.contains(where: { inner.container(of: $0) != nil }) { continue }
      try inner.next(after: binding, or: nil)
    }
  }

  /// The highest ones are paused and do not deliver: one below them does, if there is one.
  private func deliverBelowPaused() -> Bool {
    for (below, _) in candidates where below.isActive {
      if below.isPaused { continue }
      return below.deliverAgain()
    }
    return false
  }

  /// Whoever comes below that one writes, or the target gets what is there without it.
  func next(after binding: Binding, or before: Displaced?) throws(Failure) {
    while let below = writer {
      if below.deliverAgain() { return }
      // Unless its condition has ended in the same wave.
      if below.isActive { break }
    }
    if writer?.isPaused ?? false, deliverBelowPaused() { return }
    // What was written to the target by hand meanwhile goes the other way, unless there is news of the source.
    if writer == nil, let link = links.last, before == nil || !binding.isConditional || link.owesDelivery,
      link.deliverAgain()
    {
      return
    }
    // A place that has gone holds nothing.
    guard let before else { return }
    if case .value = before {
      if let leaf, let base = target.engine.base(of: leaf), base.hasGaps { base.noteMoved(true) }
      if target.isGone { return }
    }
    for step in try writes(givingBack: before, for: binding) {
      guard let value = step.value else { return try binding.vacate(step.cell) }
      _ = try binding.put(value, at: step.cell)
      if !step.gone.isEmpty, let leaf { target.engine.base(of: leaf)?.remove(step.gone, from: step.cell) }
    }
  }
}
