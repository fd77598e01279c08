/// Which event has written which place of a leaf's value last, since something else than places alone was written. So a place that
/// nobody has asked for before names the write that it follows from, and not the newest one of its leaf.
///
/// Kept from the first write to a place. What else becomes of the leaf is not told here: then the event that has written it is none
/// that is known here, and counts for all its places. Isolation: the engine's thread.
final class PlaceOrigins {
  struct Origin {
    var event: CauseID
    /// Of the event, and outlives the log of events.
    var site: Site
  }

  fileprivate final class Node {
    var origin: Origin?
    /// Written later than that.
    var inside: [Path.Step: Node] = [:]

    /// Of the writes here and further inside.
    var newest: Origin? { inside.values.reduce(origin) { PlaceOrigins.newest($0, $1.newest) } }
  }

  /// More places are not told apart.
  private static let limit = 1024

  private var root = Node()
  private var count = 0
  /// What has written the leaf before.
  private var around: Origin
  /// The event that has written the leaf last, as far as is known here.
  private(set) var last: CauseID
  /// Who writes one place again and again pays for no look-up.
  private weak var lastPlace: Cell?
  private var lastNode: Node?
  /// What several callbacks of a wave write here may come back.
  private weak var memory: Memory?

  init(around: Origin) {
    self.around = around
    last = around.event
  }

  func note(_ place: Cell, _ origin: Origin, at steps: () -> [Path.Step]?) {
    defer { last = origin.event }
    if let lastNode, lastPlace === place {
      if let memory, let steps = steps() { memory.note(lastNode, at: steps) }
      (lastNode.origin, lastNode.inside) = (origin, [:])
      return
    }
    guard let steps = steps(), count + steps.count <= Self.limit else {
      (root, count, around, lastPlace, lastNode) = (Node(), 0, origin, nil, nil)
      return
    }
    var node = root
    for step in steps {
      if let next = node.inside[step] {
        node = next
      } else {
        let next = Node()
        node.inside[step] = next
        node = next
        count += 1
      }
    }
    memory?.note(node, at: steps)
    (node.origin, node.inside) = (origin, [:])
    (lastPlace, lastNode) = (place, node)
  }

  /// Of what was written there, around it or in it last.
  func origin(at steps: [Path.Step]) -> Origin {
    var newest = around
    var node = root
    for step in steps {
      guard let next = node.inside[step] else { return newest }
      node = next
      if let origin = node.origin { newest = origin }
    }
    return node.origin == nil ? Self.newest(newest, node.newest) ?? newest : node.newest ?? newest
  }

  private static func newest(_ one: Origin?, _ other: Origin?) -> Origin? {
    guard let one, let other else { return one ?? other }
    return one.event.index > other.event.index ? one : other
  }
}

extension PlaceOrigins {
  /// What was known before several callbacks of a wave write the leaf. Nothing is noted for it when it has gone.
  final class Memory {
    private let origins: PlaceOrigins
    private let past: (root: Node, count: Int, around: Origin, last: CauseID)
    private var places: [(node: Node, steps: [Path.Step], origin: Origin?, inside: [Path.Step: Node])] = []

    fileprivate init(of origins: PlaceOrigins) {
      self.origins = origins
      past = (origins.root, origins.count, origins.around, origins.last)
    }

    fileprivate func note(_ node: Node, at steps: [Path.Step]) {
      places.append((node, steps, node.origin, node.inside))
    }

    /// All of it.
    func recall() -> PlaceOrigins {
      for place in places.reversed() { (place.node.origin, place.node.inside) = (place.origin, place.inside) }
      if origins.root !== past.root { (origins.root, origins.count) = (past.root, past.count) }
      (origins.around, origins.last) = (past.around, past.last)
      (origins.lastPlace, origins.lastNode) = (nil, nil)
      return origins
    }

    /// That of the places that are as they were.
    func recallPlaces(in present: Value, as before: Value) {
      for place in places.reversed() where present.at(place.steps) == before.at(place.steps) {
        (place.node.origin, place.node.inside) = (place.origin, place.inside)
      }
    }
  }

  fileprivate func remember() -> Memory {
    let memory = Memory(of: self)
    self.memory = memory
    return memory
  }
}

extension Value {
  fileprivate func at(_ steps: [Path.Step]) -> Value? { steps.reduce(self as Value?) { $0?[$1] } }
}

extension LeafCell {
  /// Callbacks are about to write places in it that may come back.
  final func rememberOrigins() -> PlaceOrigins.Memory {
    originsToExtend(whole: .none).remember()
  }

  /// The event that has written something of the place last; nil where that is the one that has written this leaf last.
  final func origin(of place: Cell) -> PlaceOrigins.Origin? {
    guard let placeOrigins, placeOrigins.last == writtenBy, let stored, let steps = place.steps(in: stored, of: self)
    else { return nil }
    return placeOrigins.origin(at: steps)
  }

  /// A commit is about to write these places alone, or after all of it.
  final func noteOrigins(of written: PlacedWrites, in value: Value) {
    let origins = originsToExtend(whole: written.whole)
    written.forEachPlace(in: value, of: self) { place, cause, steps in
      origins.note(place, .init(event: cause, site: engine.causes.site(of: cause))) { steps }
    }
  }

  /// The same of a commit that is no callback's.
  @inline(never)
  final func noteOrigin(by cause: CauseID) {
    guard let write = engine.placeWrite, write.event == cause, placeOrigins?.last != cause else { return }
    let place = write.place.takeUnretainedValue()
    guard place.settledLeaf === self else { return }
    originsToExtend(whole: .none).note(place, .init(event: cause, site: engine.causes.site(of: cause))) { [stored] in
      stored.flatMap { place.steps(in: $0, of: self) }
    }
  }

  private func originsToExtend(whole: CauseID) -> PlaceOrigins {
    if whole == .none, let placeOrigins, placeOrigins.last == writtenBy { return placeOrigins }
    let made = PlaceOrigins(
      around: whole == .none
        ? .init(event: writtenBy, site: writtenAt) : .init(event: whole, site: engine.causes.site(of: whole)))
    placeOrigins = made
    return made
  }
}
