import BindGraph

/// Why a cell has its present value: the last write that it follows from, and what led to that.
package struct Why {
  /// The full name of the cell that was asked about.
  package let name: String
  /// nil when it has none, and for what only Swift holds.
  package let value: Value?
  private let shown: String?
  /// Why it could not be computed, if so.
  package let failure: Failure?
  /// Of a derived value: from it down to the cell that was written last, that cell included. Empty for what is written.
  package let inputs: [String]
  /// The last write, as an event.
  package let cause: CauseID
  /// From the last write back to the event that all began with, in words. Empty for a value that was never written, or
  /// whose events are no longer known.
  private let story: [String]
  /// Where it was last written or, if never, declared.
  package let place: Site
  /// It was written, and what led to it has been forgotten since.
  package let isForgotten: Bool

  init(_ name: String, _ shown: String?, writtenBy event: CauseID, in engine: Engine) {
    self.name = name
    self.shown = shown
    value = nil
    failure = nil
    inputs = []
    cause = event
    story = engine.story(of: event)
    place = .none
    isForgotten = story.isEmpty && event != .none
  }

  init(_ cell: Cell) {
    let engine = cell.engine
    name = cell.name
    var reading: Value?
    var raised: Failure?
    do { reading = try cell.peek() } catch { raised = error }
    let isSecret = cell.followsFromSecret
    value = isSecret && reading != nil ? .string(SecretWords.dots) : reading
    shown = isSecret ? reading.map { _ in SecretWords.dots } : reading?.description
    failure = raised.map { engine.secrets.hide($0) }
    // What a derived cell has read is known of its committed value; for the running callback it may be another one.
    if engine.watching.pointee & Watch.overlay != 0 { engine.committed { _ = try? cell.peek() } }
    let route = cell.routeToLastWrite(ofFailure: raised != nil)
    inputs = route.cells.dropFirst().map(\.name) + (route.bindable.map { [engine.nameOfBindable($0)] } ?? [])
    cause = route.lastWrite
    story = engine.story(of: cause)
    place = engine.causes[cause]?.place ?? (route.bindable == nil ? (route.cells.last ?? cell).writtenAt : .none)
    isForgotten = story.isEmpty && cause != .none
  }

  /// One line for the value, one for each hop.
  package func text(in engine: Engine) -> String {
    var lines = [heading]
    if !inputs.isEmpty { lines.append("follows from  " + inputs.joined(separator: "  ←  ")) }
    for (index, event) in story.enumerated() { lines.append(index == 0 ? event : "caused by  " + event) }
    if isForgotten {
      lines.append("written  \(engine.words(for: place))  (what led to it is too long ago to be known)")
    } else if story.isEmpty {
      lines.append(place.isKnown ? "never written since  \(engine.words(for: place))" : "never written")
    }
    return engine.secrets.hide(lines.joined(separator: "\n  = "))
  }

  private var heading: String {
    if let failure { return "\(name) could not be computed: \(failure)" }
    guard let shown else { return "\(name) has no value" }
    return "\(name) = " + (shown.count <= 200 ? shown : shown.prefix(200) + "…")
  }
}

extension Cell {
  package var why: Why { Why(self) }

  /// The last write that its value follows from.
  package final var lastCause: CauseID { routeToLastWrite(endingWhereItIsKnown: true).lastWrite }

  /// From this cell to what lies below it that was written last.
  /// - Parameters:
  ///   - endingWhereItIsKnown: no further down than a cell that knows of which write its value is.
  ///   - ofFailure: it could not be computed: by what could not be either.
  fileprivate func routeToLastWrite(endingWhereItIsKnown: Bool = false, ofFailure: Bool = false) -> RouteToWrite {
    var best = RouteToWrite(to: self)
    // A touch is not what has changed it where something else has.
    let change = engine.graph.cause(of: node)
    var changed: RouteToWrite?
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var previous: [ObjectIdentifier: Cell] = [:]
    var queue: [Cell] = [self]
    var next = 0
    func look(at end: Cell, _ bindable: NodeID? = nil) {
      let write = bindable.map { CauseID(index: engine.graph.cause(of: $0)) } ?? end.lastWrite
      let isNewest = best.isStart || best.lastWrite.index < write.index
      let isChange = change != 0 && write.index == change
      guard isNewest || isChange else { return }
      var cells = [end]
      while let last = cells.last, let above = previous[ObjectIdentifier(last)] { cells.append(above) }
      let route = RouteToWrite(cells: cells.reversed(), bindable: bindable, lastWrite: write)
      if isNewest { best = route }
      if isChange { changed = route }
    }
    while next < queue.count {
      let cell = queue[next]
      next += 1
      let endsHere = endingWhereItIsKnown && cell.knowsItsOrigin
      var inputs = endsHere ? [] : cell.originCells
      if ofFailure, inputs.contains(where: \.hasFailed) { inputs.removeAll { !$0.hasFailed } }
      let bindables = endsHere ? [] : cell.bindableOrigins
      for bindable in bindables { look(at: cell, bindable) }
      if inputs.isEmpty, bindables.isEmpty, cell !== self { look(at: cell) }
      for input in inputs where seen.insert(ObjectIdentifier(input)).inserted {
        previous[ObjectIdentifier(input)] = cell
        queue.append(input)
      }
    }
    if let changed, engine.causes[best.lastWrite]?.kind == .touch { return changed }
    return best
  }

  /// The write whose value a reader sees: for the running callback, its own pending one.
  fileprivate var lastWrite: CauseID {
    guard let overlay = engine.overlay, let leaf = settledLeaf else { return writtenBy }
    if overlay.write(to: leaf) is CellWrite { return pendingCause ?? writtenBy }
    return overlay.write(to: leaf)?.cause ?? writtenBy
  }

  /// Of what the running callback has written there, where that is a change.
  final var pendingCause: CauseID? {
    guard let overlay = engine.overlay, let leaf = settledLeaf else { return nil }
    return (overlay.write(to: leaf) as? CellWrite)?.cause(of: self)
  }

  private var hasFailed: Bool {
    do { _ = try peek() } catch { return true }
    return false
  }

  private func isOlder(than other: Cell) -> Bool { lastWrite.index < other.lastWrite.index }
}

/// From a cell down to what was written last.
private struct RouteToWrite {
  let cells: [Cell]
  /// Below the last of them.
  let bindable: NodeID?
  let lastWrite: CauseID
  /// Nothing below the cell has been found yet.
  let isStart: Bool

  init(to cell: Cell) { (cells, bindable, lastWrite, isStart) = ([cell], nil, cell.lastWrite, true) }

  init(cells: [Cell], bindable: NodeID?, lastWrite: CauseID) {
    (self.cells, self.bindable, self.lastWrite, isStart) = (cells, bindable, lastWrite, false)
  }
}
