import BindGraph

/// How a link begins that was made in a callback or transaction: it starts with the wave of the commit, and its source wins over what was
/// there. What is written after it was made, by its maker or by others of the wave, comes later: of its two ends the one that was written last.
///
/// Values are compared: a touch is no write. News of what lies outside are none.
struct LinkBeginning {
  private unowned(unsafe) let link: Link
  /// What the ends held for its maker.
  private let source: Value?
  private let target: Value?
  /// The newest event then.
  private let lastBefore: CauseID
  /// The newest event when it was to begin, and was paused.
  private var missedAfter: CauseID?
  var hasWaited = false

  init(of link: Link) {
    self.link = link
    lastBefore = link.engine.causes.newest
    source = Self.value(of: link.source, in: link.engine)
    target = Self.value(of: link.target, in: link.engine)
  }

  mutating func missed() { missedAfter = missedAfter ?? link.engine.causes.newest }

  // MARK: At the first delivery

  /// An edit is on its way to the target over older links. Once in a wave it is known of a cell that nothing is.
  var waits: Bool {
    guard !hasWaited else { return false }
    let engine = link.engine
    if engine.cellsAtRest.wave != engine.graph.wave { engine.cellsAtRest = (engine.graph.wave, []) }
    var cells = [link.target.settledLeaf ?? link.target]
    while let cell = cells.popLast() {
      guard engine.cellsAtRest.cells.insert(ObjectIdentifier(cell)).inserted else { continue }
      for node in [cell.node] + cell.enclosingNodes {
        for follower in engine.graph.dependents(of: node).compactMap(engine.graph.body) {
          if let other = follower as? Link, other !== link {
            if other.hasNewInput {
              engine.cellsAtRest.cells = []
              return true
            }
            cells.append(other.target.settledLeaf ?? other.target)
          } else if let lens = follower as? DerivedCell, lens.isWritable {
            cells.append(lens)
          }
        }
      }
    }
    return false
  }

  /// The write of the target, if that was the last one. Where the link was paused then, a later write of the source wins in any case.
  var edit: CauseID? {
    guard let edit = write(to: link.target, over: target) else { return nil }
    guard let other = write(to: link.source, over: source) else { return edit }
    if let missedAfter, other.index > missedAfter.index { return nil }
    return edit.index > other.index ? edit : nil
  }

  /// What has given the end something else, if that was written after the making. What bindings and sources do follows from that.
  private func write(to end: Cell, over value: Value?) -> CauseID? {
    let engine = link.engine
    guard Self.value(of: end, in: engine) != value else { return nil }
    var event = end.lastCause
    if engine.causes[event]?.kind == .touch, let leaf = end.settledLeaf {
      event = engine.touches.writer(of: leaf, in: engine.graph.wave) ?? event
    }
    while let cause = engine.causes[event], cause.via != 0 || cause.kind == .source, cause.parent != .none {
      event = cause.parent
    }
    let kind = engine.causes[event]?.kind
    return event.index > lastBefore.index && kind != .source && kind != .external ? event : nil
  }

  /// Of what is asked outside: what is seen of it. Nobody is asked for that.
  private static func value(of end: Cell, in engine: Engine) -> Value? {
    if let outside = end.settledLeaf as? SourceCell {
      return engine.present(in: outside).flatMap { end === outside ? $0 : end.standing(in: $0) }
    }
    return (try? engine.unaccounted { () throws(Failure) in try end.peek() }) ?? nil
  }
}
