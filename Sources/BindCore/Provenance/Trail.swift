// How events are told to a person: one wording for error reports, `why` and the log.

extension Engine {
  /// What led to an event, one line each: from the event itself back to the one that all began with. What is there again
  /// and again, such as a timer that sets itself, is one line; of a very long story the middle is left out.
  func story(of id: CauseID) -> [String] {
    let chain = causes.chain(from: id, limit: Int(CauseLog.capacity))
    var hops: [(event: Cause, times: Int)] = []
    for event in chain {
      if let last = hops.last, last.event.reads(as: event) {
        hops[hops.count - 1].times += 1
      } else {
        hops.append((event, 1))
      }
    }
    func line(_ hop: (event: Cause, times: Int)) -> String {
      words(for: hop.event) + (hop.times > 1 ? "  (\(hop.times) times)" : "")
    }
    var lines: [String] = []
    if hops.count > 24 {
      lines += hops.prefix(16).map(line) + ["… (\(hops.count - 23) others)"] + hops.suffix(7).map(line)
    } else {
      lines += hops.map(line)
    }
    if let oldest = chain.last, oldest.parent != .none { lines.append("what is too long ago to be known") }
    return lines
  }

  /// The same, as reports of errors have it.
  func trail(of id: CauseID) -> [String] { story(of: id).map { "caused by  " + $0 } }

  /// `write  →  user.name  profile.lua:19`, `job "profile" (run 7)`, `binding a → b  board.lua:3`.
  package func words(for event: Cause) -> String {
    let label = causes.name(event.label)
    var what: String
    if event.via != 0 {
      what = causes.name(event.via)
      if !label.isEmpty { what += " \"\(label)\"" }
    } else if label.isEmpty {
      what = event.kind.name
    } else {
      // What a task is called says more than that it writes.
      what = event.kind == .write ? label : "\(event.kind.name) \"\(label)\""
    }
    if event.run != 0 { what += " (run \(event.run))" }
    let target = causes.name(event.target)
    // A binding's own name says where it leads.
    if !target.isEmpty, event.via == 0 { what += "  →  \(target)" }
    let place = words(for: event.place)
    return place.isEmpty ? what : "\(what)  \(place)"
  }
}

extension CauseLog {
  /// What lies between the last run of a job and the event that it led to, in order; nil if the job is no part of it.
  func ring(from id: CauseID, to job: String) -> [String]? {
    var words: [String] = []
    for event in chain(from: id, limit: 256) {
      // What a job tells of itself has no label: it is a cell that is written.
      let isRun = event.kind == .job && !name(event.label).isEmpty
      if isRun, name(event.label) == job { return words.reversed() }
      if isRun {
        words.append("job \"\(name(event.label))\"")
      } else if event.target != 0 {
        words.append(name(event.target))
      }
    }
    return nil
  }
}

extension Cause {
  /// Both are told in the same words.
  fileprivate func reads(as other: Cause) -> Bool {
    kind == other.kind && target == other.target && place == other.place && label == other.label && via == other.via
      && run == other.run
  }
}
