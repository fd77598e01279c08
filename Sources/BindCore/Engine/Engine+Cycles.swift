import BindGraph

// Writes that go round: what is said of them (CONTRACT 11). All but `noteLoopWriter` is worked out when it is said.

/// An observer that has written, late enough that it may be part of a ring.
struct LoopWriter {
  /// The last event that it has recorded in that run.
  let last: CauseID
  /// What it ran for.
  let cause: CauseID
  let observer: NodeID
}

extension Engine {
  /// The derived function that runs has found by its last read that it depends on itself.
  package var isInRing: Bool { graph.isInLastRing }

  /// No write of the script is there to raise it, as in a first delivery: it is reported instead.
  func reportOverrun(_ settlement: Settlement, during title: @autoclosure () -> String) {
    closeStep(after: settlement)
    guard case .overrun = settlement else { return }
    let place = causes.chain(from: cycleCause).first { $0.place.isKnown }?.place
    guard case .diagnostic(let diagnostic) = overrun() else { return }
    scope.report(Report(diagnostic.located(at: place.flatMap(position)), during: title()))
  }

  /// The newest write of what goes round.
  private var cycleCause: CauseID { graph.hasSettlersInRing ? ringCause : lastLoopCause }

  /// The outermost write went round for more than `waveLimit` waves: the closed path, each hop with its line.
  func overrun() -> Failure {
    hasRewritten = false
    forgetHeld()
    heldReturns = nil
    let notes = CyclePath(from: cycleCause, in: self).notes
    loopWriters = []
    let isRing = graph.hasSettlersInRing
    graph.hasSettlersInRing = false
    return .diagnostic(
      Diagnostic(
        .bindCycle,
        (isRing
          ? "bindings wrote each other's ends more than \(graph.waveLimit) times in one wave"
          : "observers kept writing for more than \(graph.waveLimit) waves")
          + "; the state of the last whole wave stands",
        notes: notes))
  }

  /// The callback that has just ended has written, and the waves are many already.
  @inline(never)
  func noteLoopWriter() {
    if graph.wave &- loopWave > 1 { loopWriters.removeAll() }
    loopWave = graph.wave
    if loopWriters.count >= CauseLog.capacity { loopWriters.removeFirst(loopWriters.count / 2) }
    loopWriters.append(LoopWriter(last: causes.newest, cause: cause, observer: graph.currentObserver))
  }
}

/// The way that writes took which went round.
private struct CyclePath {
  private struct Hop {
    let id: CauseID
    let event: Cause
  }

  private let engine: Engine
  /// From the newest write backwards. A closed path begins and ends with the same write.
  private var hops: [Hop] = []
  private var isClosed = false
  /// The first of them follows from what is known no more.
  private var isForgotten = false
  private static let shownAtStart = 10
  private static let shownAtEnd = 8

  init(from newest: CauseID, in engine: Engine) {
    self.engine = engine
    var id = newest
    while let event = engine.causes[id] {
      hops.append(Hop(id: id, event: event))
      // What has led to the outermost write went round no more than that has.
      if event.parent == engine.cause || event.parent.index >= id.index { break }
      id = event.parent
      isForgotten = id != .none && engine.causes[id] == nil
    }
    // A transaction, or an edit of a view, has written nothing itself.
    hops.removeAll { $0.event.target == 0 }
    close()
  }

  /// Leaves the newest part that comes back to the write it started from; the last write may be a side branch of it. All of it
  /// stays if nothing comes back.
  private mutating func close() {
    struct Write: Hashable {
      let target: UInt32
      let place: Site
      let writer: NodeID
    }
    var last: [Write: Int] = [:]
    var ends: ClosedRange<Int>?
    let bindings = bindings
    for (index, hop) in hops.enumerated().reversed() {
      // Many cells may have no name, and one line may write them all: those are told apart by who has written.
      var writer = NodeID.none
      if engine.causes.name(hop.event.target) == Cell.unnamed {
        let writers = writers(of: hop, among: bindings)
        // Of the first waves nobody has noted which observer has written.
        if writers.isEmpty, hop.event.via == 0 { continue }
        if writers.count == 1 { writer = writers[0] }
      }
      let write = Write(target: hop.event.target, place: hop.event.place, writer: writer)
      if let again = last.updateValue(index, forKey: write) { ends = index...again }
    }
    guard let ends else { return }
    isClosed = true
    hops = Array(hops[ends])
  }

  var notes: [String] {
    if hops.isEmpty { return [] }
    var notes = ["path: " + words.joined(separator: " → ")]
    if isForgotten, !isClosed {
      notes.append("what came before that is too long ago to be known")
    } else if !isClosed, hops.count > 1 {
      notes.append(
        "it has not come back to where it was within \(engine.graph.waveLimit) waves: the ring is longer, or what is written is new each time"
      )
    }
    return notes
  }

  /// The oldest first; of a long path without its middle.
  private var words: [String] {
    let bindings = bindings
    let isLong = hops.count > Self.shownAtStart + Self.shownAtEnd + 2
    let left = hops.count - Self.shownAtEnd
    var words: [String] = []
    for (number, index) in hops.indices.reversed().enumerated() {
      if isLong, number >= Self.shownAtStart, number < left {
        if number == Self.shownAtStart { words.append("… \(left - number) more …") }
        continue
      }
      if number > 0, !isLong || number != left {
        words += derived(between: hops[index + 1].event.target, and: writers(of: hops[index], among: bindings))
      }
      words.append(name(of: hops[index].event))
    }
    return words
  }

  private func name(of event: Cause) -> String {
    let place = event.place.isKnown ? " (\(engine.words(for: event.place)))" : ""
    let name = engine.causes.name(event.target)
    return (name.isEmpty ? event.kind.name : name) + place
  }

  // MARK: What is between two writes

  /// By the number of the title that their writes are recorded with.
  private var bindings: [UInt32: [Binding]] {
    if !hops.contains(where: { $0.event.via != 0 }) { return [:] }
    return Dictionary(grouping: engine.claims.values.flatMap(\.all), by: \.lastTitleNumber)
  }

  /// Who may have written it: several bindings may have one name and one line.
  private func writers(of hop: Hop, among bindings: [UInt32: [Binding]]) -> [NodeID] {
    if hop.event.via != 0 {
      return (bindings[hop.event.via] ?? []).filter { !($0 is Link) && $0.place == hop.event.place }.map(\.node)
    }
    let writers = engine.loopWriters
    var (low, high) = (0, writers.count)
    while low < high {
      let middle = (low + high) / 2
      if writers[middle].last.index < hop.id.index { low = middle + 1 } else { high = middle }
    }
    return low < writers.count && writers[low].cause == hop.event.parent ? [writers[low].observer] : []
  }

  /// The names of the derived cells over which each of these sees the target; none where they differ.
  private func derived(between target: UInt32, and observers: [NodeID]) -> [String] {
    let name = engine.causes.name(target)
    guard let first = observers.first, !name.isEmpty, observers.count <= 64 else { return [] }
    let names = route(from: first, to: name)
    return observers.dropFirst().allSatisfy { route(from: $0, to: name) == names } ? names : []
  }

  /// The shortest way over inputs to what was written or, where nobody looks at just that, to what it is in or what is in it.
  private func route(from observer: NodeID, to name: String) -> [String] {
    struct Step {
      let node: NodeID
      let before: Int
      let name: String?
    }
    var steps = [Step(node: observer, before: -1, name: nil)]
    var known: Set<NodeID> = [observer]
    var related: Int?
    var next = 0
    func names(upTo last: Int) -> [String] {
      var (names, index): ([String], Int) = ([], steps[last].before)
      while index >= 0 {
        if let name = steps[index].name { names.append(name) }
        index = steps[index].before
      }
      return names
    }
    while next < steps.count, steps.count < 10_000 {
      for input in engine.graph.inputs(of: steps[next].node) where known.insert(input).inserted {
        guard let cell = engine.graph.body(of: input) as? Cell else { continue }
        let own = cell.name
        // A condition is the binding's own.
        steps.append(Step(node: input, before: next, name: cell is DerivedCell && !(cell is GatedCell) ? own : nil))
        if own == name, !(cell is GatedCell) { return names(upTo: steps.count - 1) }
        if related == nil, !(cell is DerivedCell), own.isPlace(around: name) || name.isPlace(around: own) {
          related = steps.count - 1
        }
      }
      next += 1
    }
    return related.map(names) ?? []
  }
}

extension String {
  /// `m.a` is around `m.a.b` and `m.a[1]`.
  fileprivate func isPlace(around other: String) -> Bool {
    other.utf8.count > utf8.count && other.hasPrefix(self)
      && [UInt8(ascii: "."), UInt8(ascii: "[")].contains(
        other.utf8[other.utf8.index(other.utf8.startIndex, offsetBy: utf8.count)])
  }
}
