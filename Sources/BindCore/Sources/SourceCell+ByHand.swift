import BindGraph

// What is written by hand to a source beside bindings, until it is answered: `StandingByHand`, `LineByHand`.

extension SourceCell {
  /// What was begun last: a write that fails covers nothing.
  func tellWhenWritten(_ line: LineByHand) { linesByHand.append((writes.queue.lastNumber, line)) }

  func endLinesByHand(_ number: Int, stands: Bool) {
    let ended = linesByHand.filter { $0.number == number }
    linesByHand.removeAll { $0.number == number || !writes.queue.contains($0.number) }
    if stands { for (_, line) in ended { line.tell() } }
  }

  /// What the commit whose wave runs has begun here, or the newest write; nil where that has been answered.
  var numberByHand: Int? {
    let number = numberWrittenTogether ?? writes.queue.lastNumber
    return writes.queue.contains(number) ? number : nil
  }

  /// What the commit whose wave runs has begun here.
  var numberWrittenTogether: Int? { wroteIn.flatMap { $0.wave == engine.graph.wave ? $0.number : nil } }

  /// The newest write under way that makes another value of the place, and what the source is to hold without the write.
  func lastThatChanges(_ place: Cell) -> (number: Int, without: Value)? {
    let found = try? engine.runPure { () throws(Failure) in
      writes.queue.lastThatChanges {
        place.part(in: $0, of: self)
      } mayChange: { number in
        partsInFlight[number]?.concerns(place) ?? true
      }
    }
    return found ?? nil
  }

  func add(_ standing: StandingByHand) { standings.append(standing) }
  func remove(_ standing: StandingByHand) { standings.removeAll { $0 === standing } }

  /// Another write there decides what stands, too.
  func noteBegun(_ number: Int, at places: [Cell]) {
    for standing in standings { for place in places { standing.add(number, at: place) } }
  }

  func endStandings(_ number: Int, stands: Bool) {
    for standing in standings { standing.answered(number, stands: stands, underWay: writes.queue.contains) }
  }
}
