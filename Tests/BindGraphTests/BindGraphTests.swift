import BindGraph
import Testing

/// A source with an integer, for tests.
final class IntSource {
  let graph: Graph
  let node: NodeID
  private(set) var value: Int

  init(_ value: Int, in graph: Graph) {
    self.graph = graph
    self.value = value
    node = graph.makeSource(nil)
  }

  func store(_ new: Int) {
    guard new != value else { return }
    value = new
    graph.changed(node, cause: 1)
  }

  @discardableResult
  func set(_ new: Int) -> Settlement {
    store(new)
    return graph.flush()
  }

  func read() -> Int {
    _ = graph.read(node)
    return value
  }
}

/// A tracked or declared derived integer.
final class IntDerived: Reaction {
  private(set) var value = 0
  private(set) var evaluations = 0
  let function: () -> Int
  let graph: Graph

  init(in graph: Graph, inputs: [NodeID]? = nil, _ function: @escaping () -> Int) {
    self.function = function
    self.graph = graph
    super.init()
    if let inputs { _ = graph.makeDerived(self, inputs: inputs) } else { _ = graph.makeTracked(self) }
  }

  deinit { graph.dispose(node) }

  override func evaluate(in graph: Graph) -> Evaluation {
    evaluations += 1
    let new = function()
    defer { value = new }
    return new == value && evaluations > 1 ? .unchanged : .changed
  }

  func read() -> Int {
    _ = graph.read(node)
    return value
  }
}

final class Probe: Reaction {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  override func deliver(in graph: Graph) { body() }
}

@Suite struct GraphBasics {
  @Test func aDiamondEvaluatesItsBottomOnceAWave() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let arms = (0..<100).map { arm in IntDerived(in: graph) { source.read() * arm } }
    let bottom = IntDerived(in: graph) { arms.reduce(0) { $0 + $1.read() } }
    var seen: [Int] = []
    let probe = Probe { seen.append(bottom.read()) }
    _ = graph.makeObserver(probe, input: bottom.node)
    graph.deliverInitially(probe.node)
    source.set(2)
    #expect(seen == [4950, 9900])
    #expect(bottom.evaluations == 2)
    #expect(arms.allSatisfy { $0.evaluations == 2 })
  }

  @Test func anEqualResultStopsTheWave() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let parity = IntDerived(in: graph) { source.read() % 2 }
    var runs = 0
    let probe = Probe { runs += 1 }
    _ = graph.makeObserver(probe, input: parity.node)
    graph.deliverInitially(probe.node)
    source.set(3)
    #expect(runs == 1)
    source.set(4)
    #expect(runs == 2)
  }

  @Test func nothingIsEvaluatedBeforeItIsRead() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let derived = IntDerived(in: graph) { source.read() + 1 }
    source.set(2)
    source.set(3)
    #expect(derived.evaluations == 0)
    #expect(derived.read() == 4)
    #expect(derived.read() == 4)
    #expect(derived.evaluations == 1)
    source.set(5)
    #expect(derived.evaluations == 1)
    #expect(derived.read() == 6)
  }

  @Test func countsReturnToZero() {
    let graph = Graph()
    do {
      let source = IntSource(1, in: graph)
      let derived = IntDerived(in: graph) { source.read() + 1 }
      let probe = Probe {}
      _ = graph.makeObserver(probe, input: derived.node)
      graph.deliverInitially(probe.node)
      graph.dispose(probe.node)
      graph.dispose(source.node)
    }
    #expect(graph.nodeCount == 0)
    #expect(graph.linkCount == 0)
    #expect(graph.observerCount == 0)
  }

  @Test func aDeepChainDoesNotOverflow() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var chain: [IntDerived] = []
    for depth in 0..<100_000 {
      if let last = chain.last {
        chain.append(IntDerived(in: graph, inputs: [last.node]) { last.read() + 1 })
      } else {
        chain.append(IntDerived(in: graph, inputs: [source.node]) { source.read() + depth })
      }
    }
    var seen = 0
    let probe = Probe { seen = chain[99_999].read() }
    _ = graph.makeObserver(probe, input: chain[99_999].node)
    graph.deliverInitially(probe.node)
    #expect(seen == 99_999)
    source.set(1)
    #expect(seen == 100_000)
    #expect(chain[50_000].evaluations == 2)
  }
}
