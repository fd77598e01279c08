import BindGraph

// Bindings that write each other without end: what their wave has written is taken back, so that the state of the last whole
// wave stands (CONTRACT 11). What the engine itself has to say stands, and what was handed to a source is on its way.

/// What was there before the writes of a wave whose bindings have not settled yet. Invariant: empty unless some wait for their
/// turn or have it, or a wave runs or is about to.
struct UnsettledPast {
  struct Entry {
    let leaf: LeafCell
    let value: Value?
    let event: CauseID
    let place: Site
    /// It has changed already for the wave that this write is part of.
    let isRewrite: Bool
  }

  /// Whose doing it is what a place in a leaf holds.
  struct Origin {
    let cell: ElementCell
    let event: CauseID
    let place: Site
    let version: UInt32?
  }

  /// Of a leaf that is written several times, the first counts; so of an origin and of a version.
  var leaves: [Entry] = []
  var origins: [Origin] = []
  /// Who has seen a node at that version has seen what was there.
  var versions: [(node: NodeID, version: UInt32)] = []
  /// For what is no cell.
  var others: [() -> Void] = []
  /// Of a bindable that is written several times, the first counts.
  private(set) var bindables: [PastOfBindable] = []
  /// Their first ones, as far as somebody has asked, where they are too many to look through.
  private var firsts: [ObjectIdentifier: Int] = [:]
  private var indexed = 0
  private static let few = 8
  /// Bindables that were touched: that is told, whatever they hold in the end.
  var touched: Set<ObjectIdentifier> = []
  /// For what cells remember.
  var memories: [() -> Void] = []
  /// What begins with the wave begins with what stands.
  var beginners: [any Beginning] = []
  /// A leaf was written more than once.
  var hasRewrites = false
  /// They have delivered over something that may come back.
  var covering: [Binding] = []
  /// Something was written that stands: who has news of that is not told from who has not.
  var hasStanding = false

  mutating func removeAll() {
    leaves.removeAll(keepingCapacity: true)
    versions.removeAll(keepingCapacity: true)
    origins.removeAll()
    others.removeAll()
    bindables.removeAll(keepingCapacity: true)
    if indexed != 0 { (firsts, indexed) = ([:], 0) }
    if !touched.isEmpty { touched.removeAll() }
    memories.removeAll()
    beginners.removeAll()
    forgetCovered()
    (hasStanding, hasRewrites) = (false, false)
  }

  mutating func forgetCovered() {
    for binding in covering { binding.covered = nil }
    covering.removeAll(keepingCapacity: true)
  }

  /// The first of each node.
  var firstVersions: [(node: NodeID, version: UInt32)] {
    var known: Set<NodeID> = []
    return versions.filter { known.insert($0.node).inserted }
  }

  mutating func append(_ past: PastOfBindable) { bindables.append(past) }

  /// What it was before all of that. Cost: a look at each entry, once.
  mutating func first(of bindable: AnyObject) -> PastOfBindable? {
    if bindables.count <= Self.few { return bindables.first { $0.subject === bindable } }
    while indexed < bindables.count {
      let id = ObjectIdentifier(bindables[indexed].subject)
      if firsts[id] == nil { firsts[id] = indexed }
      indexed += 1
    }
    return firsts[ObjectIdentifier(bindable)].map { bindables[$0] }
  }
}

/// What a bindable was before it was written.
class PastOfBindable {
  var subject: AnyObject { preconditionFailure("of some bindable") }
  func takeBack() {}
}

extension UnsettledPast.Entry {
  /// As the first one of the leaf: it holds that again.
  fileprivate var hasComeBack: Bool { leaf.comparesValues && leaf.stored == value && leaf.presentTouch == nil }

  /// Places in it that show again what they showed.
  fileprivate var placesBack: [NodeID] {
    guard leaf.comparesValues, let value, let present = leaf.stored else { return [] }
    return leaf.liveElements.compactMap { place in
      // One that was away meanwhile may show something else.
      guard let before = place.value(in: value), place.value(in: present) == before, place.presentTouch == nil else {
        return nil
      }
      return place.node
    }
  }
}

extension Engine {
  /// The wave that what is written now is part of: bindings write in that which runs, all others before the next one.
  @inline(__always) final var waveOfWrites: UInt32 { mode == .settling ? graph.wave : graph.wave &+ 1 }

  /// What a leaf is before it is written, where there are bindings.
  func keepPast(of leaf: LeafCell) { keep(leaf.past, leaf.pastOfPlaces, changes: 0) }

  /// - Parameter changes: how often it has changed since.
  func keep(_ past: consuming UnsettledPast.Entry, _ places: [UnsettledPast.Origin], changes: UInt32) {
    graph.keepsPast = true
    keepVersion(of: past.leaf.node, changes: changes)
    var around = past.leaf.enclosing
    while let record = around {
      keepVersion(of: record.node, changes: changes)
      around = record.enclosing
    }
    for place in places { if let version = place.version { unsettledPast.versions.append((place.cell.node, version)) } }
    if past.isRewrite { unsettledPast.hasRewrites = true }
    unsettledPast.leaves.append(past)
    if !places.isEmpty { unsettledPast.origins += places }
  }

  func keepVersion(of node: NodeID, changes: UInt32 = 0) {
    if let version = graph.version(of: node) { unsettledPast.versions.append((node, version &- changes)) }
  }

  /// - Parameter takeBack: puts back what was there.
  func keepPast(takeBack: @escaping () -> Void) {
    graph.keepsPast = true
    unsettledPast.others.append(takeBack)
  }

  /// Something remembers what it has shown, and forgets that with the wave.
  /// - Parameter takeBack: after all cells are what they were.
  func keepMemory(takeBack: @escaping () -> Void) {
    guard isAmongBindings || graph.isToSettle else { return }
    graph.keepsPast = true
    unsettledPast.memories.append(takeBack)
  }

  /// What it has delivered over is forgotten when bindings have settled.
  func keepCovered(by binding: Binding) {
    graph.keepsPast = true
    unsettledPast.covering.append(binding)
  }

  func keepBeginning(of observer: any Beginning) {
    graph.keepsPast = true
    unsettledPast.beginners.append(observer)
  }

  /// What was written here stands: it is not what was there before that comes back.
  func letStand(_ target: AnyObject?) {
    graph.keepsPast = true
    unsettledPast.hasStanding = true
    guard unsettledPast.leaves.contains(where: { $0.leaf === target }) else { return }
    // What is let go of here may run code that writes.
    let leaves = unsettledPast.leaves
    unsettledPast.leaves = leaves.filter { $0.leaf !== target }
    withExtendedLifetime(leaves) {}
  }

  /// Something was written. No binding waits for its turn, and no wave will bring one: none will go round for it.
  func forgetUnsettledIfQuiet() { if !graph.isToSettle, !graph.isFlushing { forgetUnsettled() } }

  /// What is let go of here may run code that writes, so it is taken out first; its room is used again.
  func forgetUnsettled() {
    guard graph.keepsPast else { return }
    graph.keepsPast = false
    pastNumber &+= 1
    var past = UnsettledPast()
    swap(&past, &unsettledPast)
    past.removeAll()
    if !graph.keepsPast { swap(&past, &unsettledPast) }
  }

  /// The bindings of a wave have settled, or never will.
  func bindingsSettled(_ settlement: Settlement) {
    if settlement == .overrun { return takeBackWave() }
    if unsettledPast.hasRewrites, !unsettledPast.hasStanding { takeBackWhatCameBack() }
    forgetUnsettled()
  }

  /// It holds again what it held before the wave.
  func hasComeBack(_ cell: Cell) -> Bool {
    unsettledPast.hasRewrites && (unsettledPast.leaves.first { $0.leaf === cell }?.hasComeBack ?? false)
  }

  /// A leaf that holds again what it held before the wave is no news, also for who keeps no value that could be compared, as effects. So is a
  /// place in one.
  private func takeBackWhatCameBack() {
    if unsettledPast.origins.isEmpty, !unsettledPast.leaves.contains(where: \.hasComeBack) { return }
    var known: Set<ObjectIdentifier> = []
    var back: [NodeID] = []
    var changed: Set<NodeID> = []
    for entry in unsettledPast.leaves where known.insert(ObjectIdentifier(entry.leaf)).inserted {
      if entry.hasComeBack { back += entry.leaf.watchedNodes } else { changed.formUnion(entry.leaf.enclosingNodes) }
      back += entry.placesBack
    }
    if back.isEmpty { return }
    let unchanged = Set(back).subtracting(changed)
    for (node, version) in unsettledPast.firstVersions where unchanged.contains(node) {
      graph.takeBack(node, to: version)
    }
  }

  private func takeBackWave() {
    var past = unsettledPast
    unsettledPast = UnsettledPast()
    graph.keepsPast = false
    pastNumber &+= 1
    past.forgetCovered()
    if ringWave != graph.wave { (ringWave, ringCause) = (graph.wave, lastLoopCause) }
    noteRewrite()
    let outer = mode
    mode = .settling
    defer { mode = outer }
    keepingBases { for takeBack in past.others.reversed() { takeBack() } }
    for bindable in past.bindables.reversed() { bindable.takeBack() }
    var known: Set<ObjectIdentifier> = []
    for entry in past.leaves where known.insert(ObjectIdentifier(entry.leaf)).inserted {
      entry.leaf.takeBack(to: entry.value, writtenBy: entry.event, at: entry.place)
    }
    for origin in past.origins.reversed() {
      (origin.cell.writtenBy, origin.cell.writtenAt) = (origin.event, origin.place)
    }
    for takeBack in past.memories.reversed() { takeBack() }
    takeBackVersions(past)
    for observer in past.beginners { observer.beginAgain() }
    // What was taken back itself is nothing to take back.
    forgetUnsettled()
  }

  /// For who sees what was there before nothing has happened.
  private func takeBackVersions(_ past: UnsettledPast) {
    if past.hasStanding { return }
    for (node, version) in past.firstVersions { graph.takeBack(node, to: version) }
  }
}
