/// Writes that outlive the program.
extension WriteRunner {
  struct Keeping {
    let book: WriteLedger
    /// Of a family, for which of its loadables this runner writes; else nil.
    let key: Value
    /// Those that are settled since the ledger was last gone through.
    var struck: Set<String> = []
    /// The ledger is gone through when more has happened.
    var isForLater = false
  }

  /// Those that nobody is asked about any more, and that can be made of what is known, stand in the ledger in the order in which
  /// they began, each made of what stands before it now. What was sent and not answered stays as it was sent, and what is settled
  /// goes: all in one pass, after whatever changes what they are made of.
  func keep() {
    guard let ledger, !ledger.isForLater, let made = try? engine.runPure({ () throws(Failure) in queue.made }),
      !made.isEmpty || !ledger.struck.isEmpty
    else { return }
    self.ledger?.struck = []
    ledger.book.update { entries in
      entries.removeAll { ledger.struck.contains($0.id) }
      let places = Dictionary(zip(entries.map(\.id), entries.indices)) { first, _ in first }
      var (began, new): ([Int: [WriteLedger.Entry]], [WriteLedger.Entry]) = ([:], [])
      for number in flights.keys.sorted() {
        guard let flight = flights[number], flight.isToBeKept else { continue }
        let place = flight.isKept ? flight.id.flatMap { places[$0] } : nil
        if let place { (began[place], new) = (new, []) }
        guard let made = made[number] else { continue }
        if let place, !flight.isAsSent, queue.base != nil {
          (entries[place].new, entries[place].old) = (made.new, made.old)
        } else if !flight.isKept {
          let entry = ledger.book.entry(made.new, made.old, key: ledger.key, order: made.order)
          flights[number]?.id = entry.id
          flights[number]?.isKept = true
          new.append(entry)
        }
      }
      entries = entries.indices.flatMap { (began[$0] ?? []) + [entries[$0]] } + new
    }
  }

  /// One pass for all that ends in it.
  func keepAfter(_ body: () -> Void) {
    ledger?.isForLater = true
    body()
    ledger?.isForLater = false
    keep()
  }

  /// What is sent stands in the ledger before the other side knows it: not answered, it is sent again under the same id.
  /// - Returns: nil where it is not kept.
  func noteSending(_ number: Int, _ made: (new: Value, old: Value), _ completion: @escaping () -> Void) -> JobRun? {
    // It may not have been possible to make it of what was known when it was tried.
    if let flight = flights[number], flight.isToBeKept, !flight.isKept { keep() }
    guard let ledger, flights[number]?.isKept ?? false else { return nil }
    let ticket = ticket(of: number)
    flights[number]?.isAsSent = true
    ledger.book.update { entries in
      guard let place = entries.firstIndex(where: { $0.id == ticket.id }) else { return }
      (entries[place].new, entries[place].old, entries[place].attempts) = (made.new, made.old, ticket.attempt)
    }
    return ledger.book.save(in: engine, clock: clock, completion)
  }

  /// What is to be said when it ends. A function cannot be kept, only what it makes of a value: writes that there was none for
  /// are lost.
  var lost: Report? {
    guard ledger != nil else { return nil }
    let lost = flights.filter { $0.value.isToBeKept && !$0.value.isKept && queue.isAccepted($0.key) }
    guard let first = lost.keys.min() else { return nil }
    let words =
      lost.count == 1
      ? "a write of \(name) is lost: it ended before there was a value to make it of"
      : "\(lost.count) writes of \(name) are lost: they ended before there was a value to make them of"
    return Report(
      Diagnostic(.sourceLost, words, severity: .warning, at: engine.position(of: place(of: first))),
      during: "set of \(name)", isWarning: true)
  }
}
