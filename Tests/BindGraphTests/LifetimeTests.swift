import BindGraph
import Testing

/// Knows its graph weakly, as a body may: the graph can end first.
private final class WeakBody: Reaction {
  weak var graph: Graph?
  var owned: [WeakBody] = []
  deinit { graph?.dispose(node) }
}

private final class LivenessSource: Reaction {
  var log: [Bool] = []
  var onChange: (Bool) -> Void = { _ in }
  override func livenessChanged(_ live: Bool, in graph: Graph) {
    log.append(live)
    onChange(live)
  }
}

@Suite struct LifetimeTests {
  @Test func anIdleNodeDoesNotMistakeTheNextTenantOfASlotForItsInput() {
    let graph = Graph()
    let kept = IntSource(1, in: graph)
    var first: IntSource? = IntSource(10, in: graph)
    let derived = IntDerived(in: graph) { kept.read() + (first?.read() ?? 0) }
    #expect(derived.read() == 11)
    let old = first!.node
    graph.dispose(old)
    first = nil
    let tenant = IntSource(500, in: graph)
    #expect(tenant.node.index == old.index, "the slot is used again, or the test shows nothing")
    #expect(derived.read() == 1)
    #expect(graph.inputs(of: derived.node) == [kept.node])
  }

  @Test func aNodeThatComesAliveDoesNotAttachToTheNextTenantOfASlot() {
    let graph = Graph()
    var first: IntSource? = IntSource(10, in: graph)
    let derived = IntDerived(in: graph, inputs: [first!.node]) { first?.read() ?? 0 }
    #expect(derived.read() == 10)
    graph.dispose(first!.node)
    first = nil
    let tenant = IntSource(500, in: graph)
    let probe = Probe {}
    _ = graph.makeObserver(probe, input: derived.node)
    #expect(graph.dependents(of: tenant.node).isEmpty)
    #expect(derived.read() == 0)
    graph.checkInvariants()
  }

  @Test func aDisposedInputCountsAsChanged() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    var other: IntSource? = IntSource(2, in: graph)
    let live = IntDerived(in: graph) { source.read() + (other?.read() ?? 100) }
    let idle = IntDerived(in: graph, inputs: [source.node, other!.node]) { source.value + (other?.value ?? 100) }
    var seen: [Int] = []
    let probe = Probe { seen.append(live.read()) }
    _ = graph.makeObserver(probe, input: live.node)
    graph.deliverInitially(probe.node)
    #expect(idle.read() == 3)
    let gone = other!.node
    other = nil
    graph.dispose(gone)
    #expect(live.read() == 101)
    #expect(idle.read() == 101)
    #expect(idle.read() == 101)
    #expect(idle.evaluations == 2, "the end of an input is noticed once")
    _ = graph.flush()
    #expect(seen == [3, 101])
    source.set(2)
    #expect(seen == [3, 101, 102])
    graph.checkInvariants()
  }

  @Test func anObserverIsNotCalledForTheEndOfItsInputNorForWhatDidNotChangeLater() {
    let graph = Graph()
    let gone = IntSource(1, in: graph)
    let source = IntSource(1, in: graph)
    let parity = IntDerived(in: graph) { source.read() % 2 }
    var runs = 0
    let probe = Probe { runs += 1 }
    _ = graph.makeObserver(probe, inputs: [gone.node, parity.node])
    graph.dispose(gone.node)
    _ = graph.flush()
    #expect(runs == 0)
    source.set(3)
    #expect(runs == 0)
    source.set(4)
    #expect(runs == 1)
    source.set(6)
    #expect(runs == 1)
  }

  /// Garbage collection must not make an effect run; an explicit end of what it reads does.
  @Test func anEffectRunsAgainForTheEndOfADerivedNodeAndNotForThatOfASource() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    var temporary: IntSource? = IntSource(1, in: graph)
    var derived: IntDerived? = IntDerived(in: graph) { source.read() }
    var seen: [Int] = []
    let probe = Probe { seen.append((temporary?.read() ?? 0) + (derived?.read() ?? -1)) }
    _ = graph.makeEffect(probe)
    graph.deliverInitially(probe.node)
    var gone = temporary!.node
    temporary = nil
    graph.dispose(gone)
    _ = graph.flush()
    #expect(seen == [2])
    source.set(5)
    #expect(seen == [2, 5])
    gone = derived!.node
    derived = nil
    graph.dispose(gone)
    _ = graph.flush()
    #expect(seen == [2, 5, -1])
    #expect(graph.linkCount == 0)
    graph.checkInvariants()
  }

  @Test func aGraphMayEndBeforeTheBodiesThatOwnOneAnother() {
    weak var inner: WeakBody?
    do {
      let graph = Graph()
      let outer = WeakBody()
      let owned = WeakBody()
      outer.graph = graph
      owned.graph = graph
      inner = owned
      outer.owned = [owned]
      let source = graph.makeSource(nil)
      _ = graph.makeObserver(outer, input: source)
      _ = graph.makeTracked(owned)
    }
    #expect(inner == nil)
  }

  @Test func aLiveNodeIsHeldByTheGraphAndAnIdleOneIsNot() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    weak var weakDerived: IntDerived?
    let probe = Probe {}
    do {
      let derived = IntDerived(in: graph, inputs: [source.node]) { source.read() }
      weakDerived = derived
      _ = graph.makeObserver(probe, input: derived.node)
    }
    #expect(weakDerived != nil)
    source.set(2)
    graph.dispose(probe.node)
    #expect(weakDerived == nil)
    #expect(graph.nodeCount == 1)
    graph.checkInvariants()
  }

  @Test func endingAnObserverThatOwnsWhatItObservesEndsAllOnce() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    final class Owner: Reaction {
      let graph: Graph
      var derived: IntDerived?
      var sibling: NodeID = .none
      init(_ graph: Graph) { self.graph = graph }
      deinit { graph.dispose(sibling) }
    }
    do {
      let first = Owner(graph)
      let second = Owner(graph)
      first.derived = IntDerived(in: graph, inputs: [source.node]) { source.read() }
      second.derived = IntDerived(in: graph, inputs: [first.derived!.node]) { source.read() }
      _ = graph.makeObserver(first, input: second.derived!.node)
      _ = graph.makeObserver(second, input: first.derived!.node)
      first.sibling = second.node
      second.sibling = first.node
    }
    let node = graph.dependents(of: graph.dependents(of: source.node)[0])[0]
    graph.dispose(node)
    graph.dispose(node)
    graph.checkInvariants()
  }

  @Test func aSourceHearsWhenSomeoneLooksAndWhenNobodyDoes() {
    let graph = Graph()
    let body = LivenessSource()
    let source = graph.makeSource(body)
    let derived = IntDerived(in: graph, inputs: [source]) { 1 }
    _ = derived.read()
    #expect(body.log == [])
    let first = Probe {}
    let second = Probe {}
    _ = graph.makeObserver(first, input: derived.node)
    _ = graph.makeObserver(second, input: source)
    #expect(body.log == [true])
    graph.dispose(first.node)
    #expect(body.log == [true])
    graph.dispose(second.node)
    #expect(body.log == [true, false])
  }

  @Test func livenessMayEndAndMakeNodes() {
    let graph = Graph()
    let body = LivenessSource()
    let source = graph.makeSource(body)
    let other = IntSource(1, in: graph)
    let chain = IntDerived(in: graph, inputs: [other.node]) { other.value }
    let bystander = Probe {}
    _ = graph.makeObserver(bystander, input: chain.node)
    var made: [IntSource] = []
    body.onChange = { live in
      if live { graph.dispose(bystander.node) }
      made.append(IntSource(7, in: graph))
    }
    let inner = IntDerived(in: graph, inputs: [other.node]) { other.value }
    let derived = IntDerived(in: graph, inputs: [inner.node, source]) { inner.read() }
    var seen: [Int] = []
    let probe = Probe { seen.append(derived.read()) }
    _ = graph.makeObserver(probe, inputs: [derived.node])
    graph.checkInvariants()
    other.set(5)
    #expect(seen == [5])
    #expect(!graph.isLive(chain.node))
    graph.dispose(probe.node)
    #expect(body.log == [true, false])
    graph.checkInvariants()
    #expect(!graph.isLive(other.node))
  }

  @Test func aStaleIdIsHarmless() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let old = source.node
    graph.dispose(old)
    graph.dispose(old)
    let tenant = IntSource(2, in: graph)
    var runs = 0
    let probe = Probe { runs += 1 }
    _ = graph.makeObserver(probe, input: tenant.node)
    #expect(tenant.node.index == old.index)
    #expect(graph.commit(old, cause: 9) == .settled)
    graph.dispose(old)
    graph.setPaused(old, true)
    graph.deliverInitially(old)
    #expect(runs == 0)
    #expect(graph.cause(of: old) == 0)
    #expect(graph.inputs(of: old).isEmpty && graph.dependents(of: old).isEmpty)
    #expect(graph.depth(of: old) == 0 && !graph.isLive(old) && !graph.isOverlaid(old))
    tenant.set(3)
    #expect(runs == 1)
  }
}
