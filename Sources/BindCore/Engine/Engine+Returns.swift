import BindGraph

// What several callbacks of one wave have written may come back to what it was. That is no change (CONTRACT 17, 19), also
// for who keeps no value that could be compared, as effects.

extension Engine {
  /// A second callback of the present wave has written the target.
  func mayReturn(_ write: PendingWrite) {
    if heldReturns?.wave != graph.wave { heldReturns = HeldReturns(in: graph) }
    heldReturns?.remember(write)
  }

  /// Those of the wave whose held writes are being applied.
  var presentReturns: HeldReturns? {
    guard let heldReturns, heldReturns.wave == graph.wave else { return nil }
    return heldReturns
  }
}

/// The targets that more than one callback of a wave has written, while their writes are applied one after the other.
///
/// A node whose changes are all of targets that have come back is as it was: so of a record the fields that have changed,
/// each of them.
final class HeldReturns {
  let wave: UInt32
  private let graph: Graph
  private var targets: [ObjectIdentifier: Target] = [:]
  private var nodes: [NodeID: Versions] = [:]

  private struct Target {
    let isBack: (NodeID) -> Bool
    /// How often its writes have changed each node since it was as it had been.
    var changes: [NodeID: UInt32]
  }

  private struct Versions {
    /// The one that is as it was.
    var known: UInt32
    var beforeWrite: UInt32
    /// Changes since, by what has come back.
    var takenBack: UInt32 = 0
  }

  init(in graph: Graph) {
    self.graph = graph
    wave = graph.wave
  }

  /// Nothing is applied yet.
  func remember(_ write: PendingWrite) {
    guard targets[ObjectIdentifier(write.target)] == nil, let isBack = write.reminder() else { return }
    var changes: [NodeID: UInt32] = [:]
    write.forEachNode { node in
      guard let version = graph.version(of: node) else { return }
      changes[node] = 0
      if nodes[node] == nil { nodes[node] = Versions(known: version, beforeWrite: version) }
    }
    targets[ObjectIdentifier(write.target)] = Target(isBack: isBack, changes: changes)
  }

  func willApply(_ write: PendingWrite) {
    guard let target = targets[ObjectIdentifier(write.target)] else { return }
    for node in target.changes.keys { nodes[node]?.beforeWrite = graph.version(of: node) ?? 0 }
  }

  func didApply(_ write: PendingWrite) {
    let id = ObjectIdentifier(write.target)
    guard var target = targets.removeValue(forKey: id), write.reminder() != nil else { return }
    for node in target.changes.keys {
      guard let versions = nodes[node], let version = graph.version(of: node) else { continue }
      target.changes[node, default: 0] &+= version &- versions.beforeWrite
    }
    for (node, count) in target.changes where target.isBack(node) {
      takeBack(count, of: node)
      target.changes[node] = 0
    }
    targets[id] = target
  }

  private func takeBack(_ count: UInt32, of node: NodeID) {
    guard var versions = nodes[node], let version = graph.version(of: node) else { return }
    versions.takenBack &+= count
    if version != versions.known, version &- versions.known == versions.takenBack {
      graph.takeBack(node, to: versions.known)
      (versions.known, versions.takenBack) = (version, 0)
    }
    nodes[node] = versions
  }
}
