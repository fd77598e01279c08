import BindCore

// Tasks that wait for the answers of sources, whose functions are tasks that wait in their turn: what would come back to itself
// is refused where it closes the ring.

extension Tasks {
  /// One function of one source.
  struct SourcePart {
    let work: LuaSource
    let name: String
    let function: SourceFunction
  }

  struct Awaited {
    let source: SourceCell
    /// Where it was written.
    let place: SourcePosition?

    var words: String { source.name + (place.map { " (\($0))" } ?? "") }
  }

  /// - Parameters:
  ///   - isMade: a function of what stands there is written.
  /// - Throws: `bind.cycle` where the present task would wait for a write of the source that waits for it.
  func checkRing(writing source: SourceCell, isMade: Bool, at place: SourcePosition?) throws(Failure) {
    guard let present, let part = present.enclosingPart else { return }
    var search = RingSearch(present, waiting.sorted { $0.key < $1.key }.map(\.value))
    guard let way = search.way(over: { source.holdsNew($0.function, of: $0.work, isMade: isMade) }) else { return }
    let isOwn = way.isEmpty
    let closing = Awaited(source: source, place: place)
    throw .waitsForItself(
      source, writtenBy: isOwn ? "its own \(part.function.words)" : "the \(part.function.words) of \(part.name)",
      path: isOwn ? [] : ([closing] + way + [closing]).map(\.words))
  }
}

extension Tasks.Task {
  /// Of itself, or of what waits for its end.
  fileprivate var enclosingPart: Tasks.SourcePart? { part ?? caller?.enclosingPart }

  fileprivate func isInside(_ other: Tasks.Task) -> Bool { self === other || caller?.isInside(other) ?? false }
}

private struct RingSearch {
  let present: Tasks.Task
  /// The present task is one of them.
  let waiting: [Tasks.Task]
  private var known: [SourceCell] = []

  init(_ present: Tasks.Task, _ waiting: [Tasks.Task]) { (self.present, self.waiting) = (present, waiting) }

  /// What is awaited on the way from what such a function holds up to the present task; nil where there is no way.
  mutating func way(over holds: (Tasks.SourcePart) -> Bool) -> [Tasks.Awaited]? {
    for holder in waiting where holder.part.map(holds) ?? false {
      if present.isInside(holder) { return [] }
      for task in waiting where task.isInside(holder) {
        guard let awaited = task.awaited, !known.contains(where: { $0 === awaited.source }) else { continue }
        known.append(awaited.source)
        if let way = way(over: { awaited.source.holdsAll($0.function, of: $0.work) }) { return [awaited] + way }
      }
    }
    return nil
  }
}
