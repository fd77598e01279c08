import BindGraph

/// How often the ends of a binding that are places, which may go and return, have been seen there while it waited for one of
/// them.
///
/// Cost: it looks at what the places are in only while the binding waits.
final class PresenceCell: DerivedCell {
  private let ends: [Cell]
  private let awaitsHops: Bool
  /// The places in elements that make what is missing around them.
  private let makers: [Cell]
  private let news: LeafNews
  private var returns: Int64 = 0
  private var waits = false

  /// nil where no end is a place.
  /// - Parameters:
  ///   - known: what is looked at besides.
  ///   - awaitsHops: an end that has nothing around it, and never had, is away too.
  init?(of ends: [Cell], besides known: [Cell] = [], awaitsHops: Bool = false, engine: Engine) {
    self.awaitsHops = awaitsHops
    makers = ends.filter { $0 is InnerCell && $0.bindingTarget !== $0 }.map(\.bindingTarget)
    self.ends = ends.map(\.bindingTarget).filter { $0.settledLeaf != nil && $0 !== $0.settledLeaf }
    if self.ends.isEmpty { return nil }
    news = LeafNews(of: self.ends, engine: engine)
    super.init(inputs: [news] + known, name: "presence", engine: engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  /// The binding waits for an end from now on, or no longer. Of a place that was never there it hears as of any change.
  func setAwaited(_ waits: Bool) {
    self.waits = waits
    news.isHeard = waits && engine.committed { isSomeEndAway }
  }

  override func compute() -> Computation {
    if waits, !isSomeEndAway { returns += 1 }
    return .value(.integer(returns))
  }

  private var isSomeEndAway: Bool { ends.contains { isAway($0) } }

  /// It is missing, or what it is a place in.
  private func isAway(_ end: Cell) -> Bool {
    var place: Cell? = end
    if makers.contains(where: { $0 === end }) { while place is InnerCell { place = place?.outerCell } }
    while let present = place {
      if present.isGone || awaitsHops && present.isDetached { return true }
      place = present.outerCell
    }
    return false
  }
}

/// That something was written to the leaves that some places are in. It holds nothing, and changes only while it is heard.
final class LeafNews: Cell {
  private let places: [Cell]
  private let leaves: [LeafCell]
  var isHeard = false { didSet { if isHeard != oldValue { engine.tell(self, ofWritesTo: leaves, isHeard) } } }

  fileprivate init(of places: [Cell], engine: Engine) {
    self.places = places
    var leaves: [LeafCell] = []
    for place in places {
      if let leaf = place.settledLeaf, !leaves.contains(where: { $0 === leaf }) { leaves.append(leaf) }
    }
    self.leaves = leaves
    super.init(engine: engine)
  }

  @available(*, unavailable) override init(engine: Engine) { preconditionFailure("not inherited") }

  deinit { if isHeard, node != .none { engine.tell(self, ofWritesTo: leaves, false) } }

  override var nodesChangedTogether: [NodeID] { (places + leaves).map(\.node) }
  override var nodesAround: [NodeID] { nodesChangedTogether }
}

struct WeakLeafNews { weak var news: LeafNews? }

extension Engine {
  fileprivate func tell(_ news: LeafNews, ofWritesTo leaves: [LeafCell], _ isHeard: Bool) {
    for leaf in leaves {
      let id = ObjectIdentifier(leaf)
      if isHeard {
        awaitedLeaves[id, default: [:]][ObjectIdentifier(news)] = WeakLeafNews(news: news)
      } else {
        awaitedLeaves[id]?[ObjectIdentifier(news)] = nil
        if awaitedLeaves[id]?.isEmpty ?? false { awaitedLeaves[id] = nil }
      }
      leaf.isAwaited = awaitedLeaves[id] != nil
    }
  }

  /// Whether a place has returned is seen when the wave has settled so far.
  func tellLinks(waitingFor leaf: LeafCell, cause: CauseID) {
    for weak in (awaitedLeaves[ObjectIdentifier(leaf)] ?? [:]).values {
      if let news = weak.news { graph.changed(news.node, cause: cause.index) }
    }
  }
}
