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

  init(of link: Link) {
    self.link = link
    lastBefore = link.engine.causes.newest
    source = Self.value(of: link.source, in: link.engine)
    target = Self.value(of: link.target, in: link.engine)
  }

  /// At the first delivery: the write of the target, if that was the last one.
  var edit: CauseID? {
    guard let edit = write(to: link.target, over: target) else { return nil }
    guard let other = write(to: link.source, over: source) else { return edit }
    return edit.index > other.index ? edit : nil
  }

  /// What has given the end something else, if that was written after the making. What bindings and sources do follows from that.
  private func write(to end: Cell, over value: Value?) -> CauseID? {
    let causes = link.engine.causes
    guard Self.value(of: end, in: link.engine) != value else { return nil }
    var event = end.lastCause
    while let cause = causes[event], cause.via != 0 || cause.kind == .source, cause.parent != .none {
      event = cause.parent
    }
    guard event.index > lastBefore.index, let kind = causes[event]?.kind else { return nil }
    return kind == .source || kind == .external ? nil : event
  }

  /// Of what is asked outside: what is seen of it. Nobody is asked for that.
  private static func value(of end: Cell, in engine: Engine) -> Value? {
    if let outside = end.settledLeaf as? SourceCell {
      return outside.stored.flatMap { end === outside ? $0 : end.standing(in: $0) }
    }
    return (try? engine.unaccounted { () throws(Failure) in try end.peek() }) ?? nil
  }
}
