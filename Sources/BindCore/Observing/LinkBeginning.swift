/// How a link begins that was made in a callback or transaction: it starts at the commit, and its source wins over what was there. What was
/// written to the target after it was made, by its maker or by others of the wave, is an edit, unless the source was written too.
///
/// Values are compared: a touch is no edit, and news of what lies outside are none.
struct LinkBeginning {
  private unowned(unsafe) let link: Link
  /// What the ends held for its maker; from the commit on, what they hold with that.
  private var source: Value?
  private var target: Value?
  private var isCommitted = false
  /// The commit has given the target something else, and not the source.
  private var isEdited = false
  /// The newest event when it was made.
  private let lastBefore: CauseID

  init(of link: Link) {
    self.link = link
    lastBefore = link.engine.causes.newest
    (source, target) = (held(by: link.source), held(by: link.target))
  }

  mutating func committed(with commit: Overlay) {
    let (sourceNow, targetNow) = (held(by: link.source), held(by: link.target))
    let isSourceGiven = commit.writes(into: link.source) && sourceNow != source
    let isTargetWritten = commit.writes(into: link.target)
    isEdited = isTargetWritten && targetNow != target && !isSourceGiven
    source = sourceNow
    // What is asked outside shows later what it was given, or not at all.
    if !(isTargetWritten && link.target.settledLeaf is SourceCell) { target = targetNow }
    isCommitted = true
  }

  /// At the first delivery.
  var isEdit: Bool {
    if !isCommitted || isWritten(link.source, over: source) { return false }
    return isEdited || isWritten(link.target, over: target)
  }

  /// Since the commit, by whatever was written after the link was made: also by what is bound to it.
  private func isWritten(_ end: Cell, over value: Value?) -> Bool {
    guard held(by: end) != value else { return false }
    var event = end.writtenBy
    while let cause = link.engine.causes[event], cause.via != 0, cause.parent != .none { event = cause.parent }
    return event.index > lastBefore.index
  }

  /// Of what is asked outside: what is seen of it.
  private func held(by end: Cell) -> Value? {
    if let outside = end.settledLeaf as? SourceCell { return end === outside ? outside.stored : nil }
    return (try? link.engine.unaccounted { () throws(Failure) in try end.peek() }) ?? nil
  }
}
