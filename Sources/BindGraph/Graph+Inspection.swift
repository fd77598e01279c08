// What tools and tests ask.

extension Graph {
  public func inputs(of node: NodeID) -> [NodeID] {
    guard let index = resolve(node) else { return [] }
    return inputLinks(of: index).compactMap { inputOf($0).map(id) }
  }

  /// Live ones, in the order in which they came.
  public func dependents(of node: NodeID) -> [NodeID] {
    guard let index = resolve(node) else { return [] }
    return dependentLinks(of: index).map { id(links[$0].pointee.dependent) }
  }

  public func depth(of node: NodeID) -> Int {
    resolve(node).map { Int(nodes[$0].pointee.depth) } ?? 0
  }

  public func body(of node: NodeID) -> Reaction? {
    resolve(node).flatMap { nodes[$0].pointee.body?.takeUnretainedValue() }
  }

  func inputLinks(of index: UInt32) -> [UInt32] {
    var list: [UInt32] = []
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      list.append(link)
      link = links[link].pointee.nextInput
    }
    return list
  }

  func dependentLinks(of index: UInt32) -> [UInt32] {
    var list: [UInt32] = []
    var link = nodes[index].pointee.firstDependent
    while link != 0 {
      list.append(link)
      link = links[link].pointee.nextDependent
    }
    return list
  }
}
