import BindGraph

// Which end wins where both were given something in one wave (CONTRACT 37, 50): the source, whatever the order of the turns.

extension Link {
  /// What the source has been given is an edit of another view that is older than that of the target, which is taken into what stands then.
  final var followsOlderInput: Bool {
    guard source.settledLeaf?.isChanged(in: engine.graph.wave) ?? true else { return false }
    let news = source.lastCause
    return engine.causes.followsFromInput(news) && engine.handBehind(news).index < inputNumber
  }

  /// What comes back from other views goes forth when all inputs have been taken that the source is given: each view is shown what that comes to
  /// once. False where none waits.
  final func waitsForOtherInputs() -> Bool {
    let graph = engine.graph
    if yieldedIn == graph.wave || graph.settlersWaiting == 0 || !graph.hasWaysBeside { return false }
    guard source.settledLeaf?.isChanged(in: graph.wave) ?? true, engine.causes.followsFromInput(source.lastCause) else {
      return false
    }
    if graph.hasManySettlers { return graph.settleAfterGroup(inOrder: .max) }
    let inputs = graph.waysBackWaiting.filter { node in
      guard let other = (graph.body(of: node) as? LinkReturn)?.link, other.hasUnreadInput else { return false }
      return other === self ? followsOlderInput : other.source.settledLeaf === source.settledLeaf
    }
    return !inputs.isEmpty && graph.settle(after: inputs, inOrder: .max)
  }

  /// That has come first, and was refused: it stands.
  final var hasRefusedNewerInput: Bool {
    yieldedIn == engine.graph.wave && status == .invalid && !hasUnreadInput && followsOlderInput
  }

  /// Edits of several views of one model are taken in this order: that of writing.
  final var inputNumber: UInt32 { engine.handBehind(target.lastCause).index }

  /// What the source holds, where that wins over what the target was given.
  final func sourceThatWins() throws(Failure) -> Value? {
    if let value = try deliveredSource() { return value }
    return newsOfSource()
  }

  /// What a one-way binding has delivered to the source in this wave wins, whether that held it already or not: unless the target holds what
  /// others have made of it.
  private func deliveredSource() throws(Failure) -> Value? {
    let wave = engine.graph.wave
    for claims in engine.claimsAround(source.bindingTarget) {
      guard let writer = claims.presentWriter, writer.deliveredIn == wave, !engine.hasComeBack(writer.source),
        !targetFollows(from: writer.putBy ?? .none)
      else { continue }
      return followed.wave == wave && targetFollows(from: followed.event) ? nil : try source.peek()
    }
    return nil
  }

  /// What has written the target follows from that event.
  private func targetFollows(from event: CauseID) -> Bool {
    engine.causes.follows(target.settledLeaf?.writtenBy ?? engine.cause, from: event)
  }

  /// What the source has been given in this wave and the link has not told the target yet, unless that follows from what the target was given.
  /// The way forth has its turn before the way back, but where depths do not say so, as of places in one list.
  private func newsOfSource() -> Value? {
    guard source.comparesValues, engine.graph.isQueued(node), let value = (try? source.peek()) ?? nil,
      value != delivered, value != sourceEcho, !engine.causes.follows(source.lastCause, from: target.lastCause),
      !followsOlderInput, !closesRing
    else { return nil }
    return value
  }

  /// The source follows from the target over older links: in a ring the newest link gives way.
  private var closesRing: Bool {
    let goal = source.bindingTarget
    var seen: Set<ObjectIdentifier> = []
    var cells = [target.bindingTarget]
    while let cell = cells.popLast() {
      guard seen.insert(ObjectIdentifier(cell)).inserted else { continue }
      if cell === goal { return true }
      for follower in engine.graph.dependents(of: cell.node).compactMap(engine.graph.body) {
        if let link = follower as? Link {
          if link.claimNumber < claimNumber { cells.append(link.target.bindingTarget) }
        } else if let lens = follower as? any Lens {
          cells.append(lens)
        }
      }
    }
    return false
  }
}
