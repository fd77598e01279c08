import BindGraph

/// Typed values over the graph: what a Swift program has that brings its own storage. `commit`, `read` and `readSource`
/// are all that it asks of BindGraph.
final class IntSource {
  let graph: Graph
  let node: NodeID
  @exclusivity(unchecked) var value = 0

  init(_ graph: Graph) {
    self.graph = graph
    node = graph.makeSource(nil)
  }

  @inline(__always)
  func set(_ new: Int) {
    if new == value { return }
    value = new
    _ = graph.commit(node, cause: 0)
  }

  /// A tracked read.
  @inline(__always)
  func get() -> Int {
    graph.readSource(node)
    return value
  }
}

/// A derived value. Its function says how it reads: tracked by `get`, or plainly if its inputs are declared.
final class IntCell: Reaction {
  let graph: Graph
  @exclusivity(unchecked) private(set) var value = 0
  private let function: () -> Int

  init(tracked graph: Graph, _ function: @escaping () -> Int) {
    self.graph = graph
    self.function = function
    super.init()
    _ = graph.makeTracked(self)
  }

  init(_ graph: Graph, inputs: [NodeID], _ function: @escaping () -> Int) {
    self.graph = graph
    self.function = function
    super.init()
    _ = graph.makeDerived(self, inputs: inputs)
  }

  override func evaluate(in graph: Graph) -> Evaluation {
    let new = function()
    if new == value { return .unchanged }
    value = new
    return .changed
  }

  @inline(__always)
  func get() -> Int {
    _ = graph.read(node)
    return value
  }
}

/// Runs a function after a change: of what it read, or of its declared input.
final class IntWatcher: Reaction {
  private let function: () -> Void

  init(tracked graph: Graph, _ function: @escaping () -> Void) {
    self.function = function
    super.init()
    graph.deliverInitially(graph.makeEffect(self))
  }

  init(_ graph: Graph, input: NodeID, _ function: @escaping () -> Void) {
    self.function = function
    super.init()
    graph.deliverInitially(graph.makeObserver(self, input: input))
  }

  override func deliver(in graph: Graph) { function() }
}
