// What a transaction asks: which derived nodes would see one of its pending writes.

extension Graph {
  /// Flags every live derived node that depends on the source, directly or not, and appends those newly flagged.
  public func markOverlaid(from source: NodeID, into list: inout [NodeID]) {
    guard let start = resolve(source) else { return }
    markStack.append(start)
    if rings != 0 { markStack.append(rings) }
    while let next = markStack.popLast() {
      var link = nodes[next].pointee.firstDependent
      while link != 0 {
        let dependent = links[link].pointee.dependent
        let flags = nodes[dependent].pointee.flags
        if flags.contains(.derived), !flags.contains(.overlaid) {
          nodes[dependent].pointee.flags.insert(.overlaid)
          list.append(id(dependent))
          markStack.append(dependent)
        }
        link = links[link].pointee.nextDependent
      }
    }
  }

  /// The node is derived and live, and something that it depends on may have changed.
  public func isMarked(_ node: NodeID) -> Bool {
    guard let index = resolve(node) else { return false }
    return isLiveDependent(index) && !nodes[index].pointee.flags.isDisjoint(with: .marks)
  }

  public func isOverlaid(_ node: NodeID) -> Bool {
    guard let index = resolve(node) else { return false }
    return nodes[index].pointee.flags.contains(.overlaid)
  }

  public func clearOverlaid(_ list: [NodeID]) {
    for node in list {
      if let index = resolve(node) { nodes[index].pointee.flags.remove(.overlaid) }
    }
  }
}
