import BindGraph

// What several callbacks of one wave have written may come back to what it was. That is no change (CONTRACT 17, 19), also
// for who keeps no value that could be compared, as effects.

extension Engine {
  /// A second callback of the present wave has written the target.
  func mayReturn(_ write: PendingWrite) {
    // What is written between waves is applied after the next one.
    guard graph.isDelivering else { return }
    if heldReturns?.wave != graph.wave { heldReturns = HeldReturns(in: graph) }
    heldReturns?.remember(write)
  }

  /// Those of the wave whose held writes are being applied.
  var presentReturns: HeldReturns? {
    guard let heldReturns, heldReturns.wave == graph.wave else { return nil }
    return heldReturns
  }

  /// The writes of the overlay are applied, or dropped.
  func lookBack(at returns: HeldReturns, after overlay: Overlay) {
    returns.lookBack(after: overlay.writtenTargets)
    // Whoever begins here knows what is there now.
    if overlay.hasBeginners { returns.lookBackAtAll() }
    if returns.isEmpty { heldReturns = nil }
  }
}

/// What a target held before several callbacks of a wave write it.
struct Reminder {
  /// Those that are as they were if the whole is.
  let nodes: [NodeID]
  /// Those inside. One that came and went shows something else although the whole is as it was.
  let places: [Place]
  /// The whole is as it was.
  let isBack: () -> Bool
  /// What has written it.
  var origins: OriginsBefore?

  struct Place {
    let node: NodeID
    let isBack: () -> Bool
  }
}

extension LeafCell {
  /// Stores and marks: where writes of several callbacks are applied it is counted as a change that may come back.
  func commitCounted(_ value: Value?, cause: CauseID) {
    guard let returns = engine.presentReturns else { return commit(value, cause: cause) }
    returns.counting(writesTo: self) { commit(value, cause: cause) }
  }

  /// The same where it is known what has written which place of it.
  func commitCounted(_ value: Value, placed: PlacedWrites) {
    if placed.isEmpty { return commitCounted(value, cause: placed.last) }
    var placed = placed
    if let stored, comparesValues { placed = placed.changes(from: stored, to: value) }
    placed = placed.resolving(in: value, of: self)
    let cause = placed.last
    noteOrigins(of: placed, in: value)
    if placed.haveOneCause { return commitCounted(value, cause: cause) }
    engine.placedCauses = placed.causes(in: value, of: self)
    defer { engine.placedCauses = PlacedCauses() }
    commitCounted(value, cause: cause)
  }

  /// What it is like now.
  var reminder: Reminder? {
    guard let before = stored else { return nil }
    let places = liveElements.map { place in
      let value = place.shown(in: before)
      return Reminder.Place(node: place.node) { [weak place, weak self] in
        guard let place, let present = self?.stored else { return false }
        return place.shown(in: present) == value
      }
    }
    return Reminder(nodes: [node] + enclosingNodes, places: places) { [weak self] in self?.isBack(at: before) ?? false }
  }

  /// What is no change for the cell is not stored, as in a transaction.
  private func isBack(at before: Value) -> Bool {
    guard let stored else { return false }
    if stored == before { return true }
    guard isAlike(before, stored) else { return false }
    putBack(before)
    return true
  }
}

/// The targets that more than one callback of a wave has written, while their writes are applied one after the other.
///
/// A node whose changes are all of targets that have come back is as it was: so of a record the fields that have changed,
/// each of them. A target is looked at when the last of its writes is through, and is forgotten then.
///
/// Cost: for each write a look at the nodes of its target; the values are compared once for each target.
final class HeldReturns {
  let wave: UInt32
  private let graph: Graph
  private var targets: [ObjectIdentifier: Target] = [:]
  private var nodes: [NodeID: Versions] = [:]

  private final class Target {
    /// The whole is as it was.
    let isBack: () -> Bool
    let origins: OriginsBefore?
    var parts: [Part] = []
    /// The write that is applied after the others.
    var last: PendingWrite

    init(_ reminder: Reminder, writtenBy last: PendingWrite) {
      (isBack, origins) = (reminder.isBack, reminder.origins)
      self.last = last
    }
  }

  private struct Part {
    let node: NodeID
    /// It is as it was, whatever the whole is; nil where it is what the whole is.
    let isBack: (() -> Bool)?
    /// How often the target's writes have changed it since it was as it had been.
    var changes: UInt32 = 0
    /// Its version before the present write.
    var version: UInt32 = 0
  }

  private struct Versions {
    /// The one that is as it was.
    var known: UInt32
    /// Changes since, by what has come back.
    var takenBack: UInt32 = 0
  }

  init(in graph: Graph) {
    self.graph = graph
    wave = graph.wave
  }

  var isEmpty: Bool { targets.isEmpty }

  /// Nothing is applied yet.
  func remember(_ write: PendingWrite) {
    if let target = targets[ObjectIdentifier(write.target)] { return target.last = write }
    guard write.canReturn, let reminder = write.reminder() else { return }
    let target = Target(reminder, writtenBy: write)
    target.parts.reserveCapacity(reminder.nodes.count + reminder.places.count)
    for node in reminder.nodes { add(node, nil, to: target) }
    for place in reminder.places { add(place.node, place.isBack, to: target) }
    targets[ObjectIdentifier(write.target)] = target
  }

  private func add(_ node: NodeID, _ isBack: (() -> Bool)?, to target: Target) {
    guard let version = graph.version(of: node) else { return }
    target.parts.append(Part(node: node, isBack: isBack))
    if nodes[node] == nil { nodes[node] = Versions(known: version) }
  }

  /// Applies the write: what it changes is counted.
  func counting(_ write: PendingWrite, _ apply: () -> Void) {
    if !write.canReturn { targets[ObjectIdentifier(write.target)] = nil }
    if write.countsItself { return apply() }
    counting(writesTo: write.target, apply)
  }

  /// The same of one change of it.
  func counting(writesTo target: AnyObject, _ apply: () -> Void) {
    guard let target = targets[ObjectIdentifier(target)] else { return apply() }
    counting(target, apply)
  }

  private func counting<Result>(_ target: Target, _ apply: () -> Result) -> Result {
    for index in target.parts.indices {
      target.parts[index].version = graph.version(of: target.parts[index].node) ?? 0
    }
    let result = apply()
    for index in target.parts.indices {
      guard let version = graph.version(of: target.parts[index].node) else { continue }
      target.parts[index].changes &+= version &- target.parts[index].version
    }
    return result
  }

  /// Of these targets whose last write is among them no more will come.
  func lookBack(after writes: [PendingWrite]) {
    if targets.isEmpty { return }
    for write in writes {
      guard let target = targets[ObjectIdentifier(write.target)], target.last === write else { continue }
      targets[ObjectIdentifier(write.target)] = nil
      takeBack(target)
    }
  }

  func lookBackAtAll() { for target in targets.values { takeBack(target) } }

  /// What is as it was before.
  private func takeBack(_ target: Target) {
    let isWholeBack = counting(target) { target.isBack() }
    for index in target.parts.indices where target.parts[index].changes != 0 {
      let part = target.parts[index]
      guard part.isBack?() ?? isWholeBack else { continue }
      takeBack(part.changes, of: part.node)
      target.parts[index].changes = 0
    }
    target.origins?.recall(isWholeBack: isWholeBack)
  }

  private func takeBack(_ count: UInt32, of node: NodeID) {
    guard var versions = nodes[node], let version = graph.version(of: node) else { return }
    versions.takenBack &+= count
    if version != versions.known, version &- versions.known == versions.takenBack {
      graph.takeBack(node, to: versions.known)
      graph.noteReturn(of: node)
      (versions.known, versions.takenBack) = (version, 0)
    }
    nodes[node] = versions
  }
}
