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

  /// Observers, settlers and effects that are alive, in order of registration.
  public var watchers: [NodeID] {
    living(.observer).sorted { nodes[$0].pointee.sequence < nodes[$1].pointee.sequence }.map(id)
  }

  /// Derived nodes that are alive, in no order that would be the same in every run.
  public var derivedNodes: [NodeID] { living(.derived).map(id) }

  private func living(_ flag: NodeFlags) -> [UInt32] {
    (1..<max(nodes.count, 1)).filter { nodes[$0].pointee.flags.isSuperset(of: [.used, flag]) }
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
