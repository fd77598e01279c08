/// Writes that outlive the program.
extension WriteRunner {
  /// Those that nobody is asked about any more, and that can be made of what is known, stand in the ledger in the order in which
  /// they began. What is not sent yet is made anew, of what stands before it now.
  /// - Parameter first: it, and those that began after it.
  func keep(from first: Int) {
    guard let ledger else { return }
    let numbers = flights.keys.filter { $0 >= first }.sorted()
    for (index, number) in numbers.enumerated() {
      guard var flight = flights[number], flight.isToBeKept, flight.attempts == 0, queue.isAccepted(number),
        !flight.isKept || queue.base != nil, let order = queue.order(of: number),
        let (new, old) = try? engine.runPure({ () throws(Failure) in try queue.arguments(of: number) })
      else { continue }
      if flight.isKept, let id = flight.id {
        ledger.book.note(new, old, of: id)
      } else {
        let next = numbers[index...].lazy.compactMap { self.flights[$0] }.first { $0.isKept }
        let id = ledger.book.add(new, old, key: ledger.key, order: order, before: next?.id)
        (flight.id, flight.isKept) = (id, true)
        flights[number] = flight
      }
    }
  }

  /// - Returns: whether it stands in the ledger.
  func keepForSending(_ number: Int) -> Bool {
    // It may not have been possible to make it of what was known when it was tried.
    if let flight = flights[number], flight.isToBeKept, !flight.isKept { keep(from: number) }
    return flights[number]?.isKept ?? false
  }

  /// Those that waited for a value can be made of this one.
  func baseChanged(from before: Value?) { if before == nil, queue.base != nil { keep(from: 0) } }

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
