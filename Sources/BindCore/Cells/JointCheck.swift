/// Fields that are written together, as by one write of a whole record: their checks are asked when all of them are written. The check of
/// a field reads what the others are to be, and in its own field what that holds until then.
final class JointCheck {
  struct Entry {
    let cell: LeafCell
    /// What it was given, which its check is asked about.
    let given: Value
    /// What it holds until then; nil where that is nothing.
    let old: Value?
    /// What it is to hold.
    fileprivate(set) var result: Value
    fileprivate(set) var refusal: Diagnostic?
    fileprivate var askedAt = -1
  }

  private(set) var entries: [Entry] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var olds: [ObjectIdentifier: Value] = [:]
  /// What an observer's functions make of fields beside these.
  private(set) var functions: [JointChange.Part] = []
  /// What stands by what all of it ends.
  private var byHand: [LineByHand] = []

  /// The field is given that value next.
  func add(_ cell: LeafCell, _ given: Value) {
    let id = ObjectIdentifier(cell)
    let entry = Entry(cell: cell, given: given, old: olds[id] ?? cell.engine.present(in: cell), result: given)
    remember(entry.old, of: cell)
    if let place = places[id] {
      entries[place] = entry
    } else {
      places[id] = entries.count
      entries.append(entry)
    }
  }

  /// What it holds until then.
  func remember(_ old: Value?, of cell: LeafCell) { olds[ObjectIdentifier(cell)] = old }

  /// Applied after all that is given.
  func add(_ function: @escaping (Value) throws(Failure) -> Value, to cell: LeafCell) {
    functions.append(JointChange.Part(cell: cell, function: function))
  }

  func add(_ line: LineByHand) { byHand.append(line) }
  func noteEnds() { for line in byHand { line.noteEnds(isPast: true) } }

  subscript(cell: LeafCell) -> Entry? { places[ObjectIdentifier(cell)].map { entries[$0] } }

  /// Why a field does not take its value: of the first.
  var refusal: Diagnostic? { entries.lazy.compactMap(\.refusal).first }

  /// Asks each check, and again where another one has made something else of its own value since.
  /// - Parameters:
  ///   - keepsOld: what is refused leaves the field as it was.
  ///   - ask: a field, about the value that it was given.
  ///   - put: the field holds another value for the checks that are asked next.
  func settle(
    keepsOld: Bool = false, asking ask: (LeafCell, Value) throws(Failure) -> LeafCell.Acceptance,
    putting put: (LeafCell, Value) throws(Failure) -> Void
  ) throws(Failure) {
    var step = 0
    /// When a result changed last, whose that was, and when one of another field did.
    var (newest, changed, newestOfOthers) = (-1, -1, -1)
    for _ in 0...entries.count {
      var isSettled = true
      for (place, entry) in entries.enumerated() {
        guard entry.askedAt < 0 || entry.askedAt < (changed == place ? newestOfOthers : newest) else { continue }
        isSettled = false
        step += 1
        entries[place].askedAt = step
        let result: Value
        switch try Self.ask(entry, ask) {
        case .accepted(let accepted): (result, entries[place].refusal) = (accepted, nil)
        case .refused(let diagnostic):
          (result, entries[place].refusal) = (keepsOld ? entry.old ?? entry.given : entry.given, diagnostic)
        }
        if result == entry.result { continue }
        entries[place].result = result
        try put(entry.cell, result)
        if changed != place { newestOfOthers = newest }
        (newest, changed) = (step, place)
      }
      if isSettled { return }
    }
    let open = entries.enumerated().filter { $1.askedAt < (changed == $0 ? newestOfOthers : newest) }.map(\.offset)
    if refusal == nil, !open.isEmpty { refuse(Set(open).union([changed]).sorted()) }
  }

  /// Their checks make something else of each other's values without end.
  private func refuse(_ places: [Int]) {
    let names = places.map { entries[$0].cell.name }.joined(separator: " and ")
    entries[places[0]].refusal = Diagnostic(
      .bindUnstable, "the checks of \(names) make something else of each other's values without end",
      notes: ["let one of them refuse what does not fit, in place of making something of it"])
  }

  private static func ask(
    _ entry: Entry, _ ask: (LeafCell, Value) throws(Failure) -> LeafCell.Acceptance
  ) throws(Failure) -> LeafCell.Acceptance {
    guard let old = entry.old else { return try ask(entry.cell, entry.given) }
    return try entry.cell.engine.seeing([(entry.cell, old)]) { _ throws(Failure) in try ask(entry.cell, entry.given) }
  }
}

extension Engine {
  /// Where the checks of what is written now are collected; nil: they are asked at once.
  var jointCheck: JointCheck? {
    // A function that is asked for a value writes nothing.
    guard writesTogether, mode == .deferred else { return nil }
    if let collected { return collected }
    let made = JointCheck()
    collected = made
    return made
  }

  /// Asks the checks of what the body writes after all of it. The caller drops what is written where it is refused.
  @inline(__always)
  func checkingTogether(_ body: () throws(Failure) -> WriteOutcome) throws(Failure) -> WriteOutcome {
    if writesTogether { return try body() }
    writesTogether = true
    let outcome: WriteOutcome
    do throws(Failure) { outcome = try body() } catch {
      (writesTogether, collected) = (false, nil)
      throw error
    }
    guard let collected else {
      writesTogether = false
      return outcome
    }
    return try judge(collected, after: outcome)
  }

  @inline(never)
  private func judge(_ joint: JointCheck, after outcome: WriteOutcome) throws(Failure) -> WriteOutcome {
    (writesTogether, collected) = (false, nil)
    if case .refused = outcome { return outcome }
    joint.noteEnds()
    if !joint.functions.isEmpty, let overlay = heldOverlay {
      return try JointChange(joint.functions, in: self).hold(in: overlay, with: joint).map { .refused($0) } ?? outcome
    }
    try joint.settle { cell, value throws(Failure) in
      try cell.accept(value)
    } putting: { cell, value throws(Failure) in
      try cell.putAccepted(value)
    }
    if let refusal = joint.refusal { return .refused(refusal) }
    remember(joint)
    return outcome
  }
}

extension LeafCell {
  /// As `accept`, but its check is left to `joint`, which asks it with those of the others.
  func accept(_ value: Value, collecting joint: JointCheck) throws(Failure) -> Acceptance {
    let outer = (engine.writesTogether, engine.collected, engine.mode)
    (engine.writesTogether, engine.collected, engine.mode) = (true, joint, .deferred)
    defer { (engine.writesTogether, engine.collected, engine.mode) = outer }
    return try accept(value)
  }
}
