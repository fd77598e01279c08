import BindGraph
import Testing

/// A body that can wait for a node which has no value yet, as a coroutine does: it goes on where it stopped.
final class Waiter: Reaction {
  let graph: Graph
  private let steps: [() -> (Reaction?, NodeID)]
  private let onCycle: () -> Void
  private var place = 0
  private var isSuspended = false
  private(set) var starts = 0
  private(set) var calls = 0
  private(set) var value = 0
  var onStart: () -> Void = {}

  /// Reads what the steps name, one after another; its value is 1 + the sum of the values of those that are waiters.
  init(in graph: Graph, _ steps: [() -> (Reaction?, NodeID)], onCycle: @escaping () -> Void = {}) {
    self.graph = graph
    self.steps = steps
    self.onCycle = onCycle
    super.init()
    _ = graph.makeTracked(self)
  }

  deinit { graph.dispose(node) }

  override func evaluate(in graph: Graph) -> Evaluation {
    calls += 1
    if !isSuspended {
      starts += 1
      onStart()
    }
    isSuspended = false
    while place < steps.count {
      switch graph.read(steps[place]().1, suspendable: true) {
      case .suspended:
        isSuspended = true
        return .suspended
      case .cycle, .exhausted: onCycle()
      case .current: break
      }
      place += 1
    }
    place = 0
    let new = steps.reduce(1) { $0 + (($1().0 as? Waiter)?.value ?? 0) }
    defer { value = new }
    return new == value && starts > 1 ? .unchanged : .changed
  }
}

@Suite struct SuspensionTests {
  private func chain(_ count: Int, from source: NodeID, in graph: Graph) -> [Waiter] {
    var chain: [Waiter] = []
    for _ in 0..<count {
      if let last = chain.last {
        chain.append(Waiter(in: graph, [{ [unowned last] in (last, last.node) }]))
      } else {
        chain.append(Waiter(in: graph, [{ (nil, source) }]))
      }
    }
    return chain
  }

  @Test func aChainThatIsFirstReadAtItsFarEndNeitherNestsNorStartsTwice() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let links = chain(100_000, from: source.node, in: graph)
    _ = graph.read(links[99_999].node)
    #expect(links[99_999].value == 100_000)
    #expect(links.allSatisfy { $0.starts == 1 && $0.calls <= 2 })
    #expect(graph.depth(of: links[99_999].node) == 100_000)
    let probe = Probe {}
    _ = graph.makeObserver(probe, input: links[99_999].node)
    graph.checkInvariants()
    source.set(2)
    #expect(links[0].starts == 2)
    #expect(links[1].starts == 1, "the first gave the same value again")
    graph.dispose(probe.node)
    graph.checkInvariants()
  }

  @Test func trackingGoesOnOverASuspension() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let other = IntSource(1, in: graph)
    let first = Waiter(in: graph, [{ (nil, source.node) }])
    let second = Waiter(in: graph, [{ (nil, other.node) }])
    let reader = Waiter(
      in: graph, [{ (nil, source.node) }, { (first, first.node) }, { (nil, other.node) }, { (second, second.node) }])
    let unrelated = IntSource(1, in: graph)
    first.onStart = { _ = unrelated.read() }
    _ = graph.read(reader.node)
    #expect(reader.value == 3 && reader.starts == 1 && reader.calls == 3)
    #expect(graph.inputs(of: reader.node) == [source.node, first.node, other.node, second.node])
    #expect(graph.inputs(of: first.node) == [unrelated.node, source.node])
    graph.checkInvariants()
  }

  @Test func aRingOverSuspendedBodiesIsACycleWithItsPath() {
    let graph = Graph()
    var ring: [Waiter] = []
    var path: [NodeID] = []
    for place in 0..<3 {
      ring.append(
        Waiter(in: graph, [{ (nil, ring[(place + 1) % 3].node) }], onCycle: { path = graph.evaluationPath }))
    }
    let bystander = IntDerived(in: graph) { 7 }
    _ = graph.read(ring[0].node)
    #expect(path == [ring[0].node, ring[1].node, ring[2].node, ring[0].node])
    #expect(!graph.isEvaluating)
    #expect(bystander.read() == 7)
    graph.checkInvariants()
    ring.removeAll()
    #expect(graph.nodeCount == 1)
  }

  @Test func aSuspendedBodyThatEndsLeavesNothingBehind() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let inner = Waiter(in: graph, [{ (nil, source.node) }])
    var outer: Waiter? = Waiter(in: graph, [{ (inner, inner.node) }])
    let top = Waiter(in: graph, [{ [unowned graph] in (nil, outer?.node ?? graph.makeSource(nil)) }])
    inner.onStart = { [unowned graph] in graph.dispose(outer!.node) }
    _ = graph.read(top.node)
    outer = nil
    #expect(!graph.isEvaluating)
    #expect(inner.value == 1)
    graph.checkInvariants()
    let before = graph.nodeCount
    let later = IntSource(1, in: graph)
    graph.dispose(later.node)
    #expect(graph.nodeCount == before)
  }
}

@Suite struct CycleTests {
  @Test func aNodeThatReadsItselfIsACycleAndOthersGoOn() {
    let graph = Graph()
    final class Ring: Reaction {
      var next: Ring?
      var outcomes: [ReadOutcome] = []
      var paths: [[NodeID]] = []
      override func evaluate(in graph: Graph) -> Evaluation {
        let outcome = graph.read((next ?? self).node)
        outcomes.append(outcome)
        if outcome == .cycle { paths.append(graph.evaluationPath) }
        return .changed
      }
    }
    let alone = Ring()
    _ = graph.makeTracked(alone)
    _ = graph.read(alone.node)
    #expect(alone.outcomes == [.cycle])
    #expect(alone.paths == [[alone.node, alone.node]])
    let first = Ring()
    let second = Ring()
    first.next = second
    second.next = first
    _ = graph.makeTracked(first)
    _ = graph.makeTracked(second)
    _ = graph.read(first.node)
    #expect(second.paths == [[first.node, second.node, first.node]])
    let source = IntSource(1, in: graph)
    let fine = IntDerived(in: graph) { source.read() + 1 }
    #expect(fine.read() == 2)
    #expect(!graph.isEvaluating)
    graph.checkInvariants()
  }
}
