import BindGraph
import Testing

/// As what a script writes, unless it stands.
private final class Action: HeldAction {
  let stands: Bool
  let body: (Graph) -> Void
  init(stands: Bool = false, _ body: @escaping (Graph) -> Void) {
    self.stands = stands
    self.body = body
  }
  override func apply(in graph: Graph) { body(graph) }
  override func cutOff(in graph: Graph) { if stands { body(graph) } }
}

@Suite struct WaveTests {
  @Test func observersRunByDepthAndThenByRegistration() {
    let graph = Graph()
    let source = IntSource(1, in: graph)
    let near = IntDerived(in: graph) { source.read() }
    let far = IntDerived(in: graph) { near.read() }
    var order: [String] = []
    let probes = [("far", far.node), ("near 1", near.node), ("source 1", source.node), ("near 2", near.node)]
      .map { name, node in
        let probe = Probe { order.append(name) }
        _ = graph.makeObserver(probe, input: node)
        return probe
      }
    let last = Probe { order.append("source 2") }
    _ = graph.makeObserver(last, input: source.node)
    source.set(2)
    #expect(order == ["source 1", "source 2", "near 1", "near 2", "far"])
    #expect(probes.map { graph.depth(of: $0.node) } == [3, 2, 1, 2])
  }

  @Test func depthFollowsTheInputsOfTheMoment() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var long: [IntDerived] = []
    for _ in 0..<5 {
      let previous = long.last
      long.append(IntDerived(in: graph) { (previous?.read() ?? source.read()) })
    }
    let choice = IntSource(0, in: graph)
    let either = IntDerived(in: graph) { choice.read() == 0 ? source.read() : long[4].read() }
    let above = IntDerived(in: graph) { either.read() }
    let probe = Probe { _ = above.read() }
    _ = graph.makeObserver(probe, input: above.node)
    #expect(graph.depth(of: probe.node) == 3)
    choice.set(1)
    #expect(graph.depth(of: either.node) == 6)
    #expect(graph.depth(of: probe.node) == 8)
    choice.set(0)
    #expect(graph.depth(of: probe.node) == 3)
    graph.checkInvariants()
  }

  /// Arms of unequal length, one diamond upon another: a walk that goes down every path would need 3^40 steps.
  @Test func depthIsRightAndCheapInALadderOfUnevenDiamonds() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    let choice = IntSource(0, in: graph)
    let deep = IntDerived(in: graph) { source.read() }
    let deeper = IntDerived(in: graph) { deep.read() }
    var rung = IntDerived(in: graph) { choice.read() == 0 ? source.read() : deeper.read() }
    var kept = [deep, deeper, rung]
    for _ in 0..<40 {
      let below = rung
      let short = IntDerived(in: graph, inputs: [below.node]) { below.read() }
      let middle = IntDerived(in: graph, inputs: [below.node]) { below.read() }
      let long = IntDerived(in: graph, inputs: [middle.node]) { middle.read() }
      rung = IntDerived(in: graph, inputs: [short.node, long.node, below.node]) { short.read() + long.read() }
      kept += [short, middle, long, rung]
    }
    let top = rung
    let probe = Probe {}
    _ = graph.makeObserver(probe, input: top.node)
    #expect(graph.depth(of: top.node) == 1 + 40 * 3)
    choice.set(1)
    #expect(graph.depth(of: top.node) == 3 + 40 * 3)
    graph.checkInvariants()
  }

  /// Each node of an idle chain has an old depth when the chain comes alive: 10^10 steps if every one told all above it.
  @Test func aChainWhoseDepthChangedWhileItWasIdleComesAliveQuickly() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    let choice = IntSource(0, in: graph)
    let step = IntDerived(in: graph) { source.read() }
    let bottom = IntDerived(in: graph) { choice.read() == 0 ? source.read() : step.read() }
    var chain = [IntDerived(in: graph, inputs: [bottom.node]) { 0 }]
    for _ in 1..<100_000 { chain.append(IntDerived(in: graph, inputs: [chain.last!.node]) { 0 }) }
    _ = chain.last!.read()
    choice.set(1)
    _ = bottom.read()
    let probe = Probe {}
    _ = graph.makeObserver(probe, input: chain.last!.node)
    #expect(graph.depth(of: probe.node) == 100_003)
    graph.checkInvariants()
  }

  @Test func heldWritesFormOneLaterWaveInOrder() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    let first = IntSource(0, in: graph)
    let second = IntSource(0, in: graph)
    var log: [String] = []
    let start = graph.wave
    let writer = Probe {
      graph.hold(Action { _ in first.store(source.value) })
      graph.hold(Action { _ in second.store(first.value * 10) })
      log.append("writer, wave \(graph.wave - start)")
    }
    let reader = Probe { log.append("\(first.value), \(second.value), wave \(graph.wave - start)") }
    _ = graph.makeObserver(writer, input: source.node)
    _ = graph.makeObserver(reader, inputs: [first.node, second.node])
    source.set(3)
    #expect(log == ["writer, wave 1", "3, 30, wave 2"])
  }

  @Test func deliveriesDoNotNest() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var running = 0
    var deepest = 0
    let probe = Probe {
      running += 1
      deepest = max(deepest, running)
      #expect(graph.isFlushing && graph.isDelivering)
      #expect(graph.flush() == .running)
      if source.value < 5 { graph.hold(Action { _ in source.store(source.value + 1) }) }
      running -= 1
    }
    _ = graph.makeObserver(probe, input: source.node)
    #expect(source.set(1) == .settled)
    #expect(source.value == 5 && deepest == 1)
    #expect(!graph.isFlushing && !graph.isDelivering)
  }

  @Test func tooManyWavesAreAnOverrunAndTheGraphStaysUsable() {
    let graph = Graph()
    graph.waveLimit = 10
    let source = IntSource(0, in: graph)
    let half = IntDerived(in: graph) { source.read() / 2 }
    let apart = IntSource(0, in: graph)
    var isWild = true
    var waves = 0
    var seen: [Int] = []
    let wild = Probe {
      waves += 1
      if isWild { graph.hold(Action { _ in source.store(source.value + 1) }) }
    }
    let calm = Probe { seen.append(half.read()) }
    _ = graph.makeObserver(wild, input: source.node)
    _ = graph.makeObserver(calm, inputs: [half.node, apart.node])
    #expect(source.set(1) == .overrun)
    #expect(waves == 10)
    #expect(source.value == 10, "the state of the last whole wave stands")
    #expect(half.read() == 5)
    graph.checkInvariants()
    isWild = false
    seen = []
    #expect(apart.set(1) == .settled)
    #expect(seen == [5])
    #expect(source.set(20) == .settled)
    #expect(seen == [5, 10])
    graph.checkInvariants()
  }

  @Test func whatStandsOutlivesTheLimitAndIsToldForAsManyWavesAgain() {
    let graph = Graph()
    graph.waveLimit = 10
    let source = IntSource(0, in: graph)
    let news = IntSource(0, in: graph)
    var told: [Int] = []
    var isRestless = false
    let wild = Probe {
      graph.hold(Action(stands: true) { _ in news.store(source.value) })
      graph.hold(Action { _ in source.store(source.value + 1) })
    }
    let listener = Probe {
      told.append(news.value)
      if isRestless { graph.hold(Action(stands: true) { _ in news.store(news.value + 1) }) }
    }
    _ = graph.makeObserver(wild, input: source.node)
    _ = graph.makeObserver(listener, input: news.node)
    #expect(source.set(1) == .overrun)
    #expect(source.value == 10)
    #expect(told == Array(1...10), "what the last whole wave has to say is told")
    graph.checkInvariants()
    told = []
    isRestless = true
    #expect(news.set(100) == .overrun)
    #expect(told == Array(100..<120))
    #expect(news.value == 120, "what was said last stands, and nobody is told")
    graph.checkInvariants()
  }

  @Test func anObserverEndedBeforeItsTurnDoesNotRun() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var log: [String] = []
    var later: Probe!
    let first = Probe {
      log.append("first")
      graph.dispose(later.node)
    }
    later = Probe { log.append("later") }
    _ = graph.makeObserver(first, input: source.node)
    _ = graph.makeObserver(later, input: source.node)
    source.set(1)
    #expect(log == ["first"])
    graph.checkInvariants()
  }

  @Test func anObserverEndedByTheEvaluationOfItsInputDoesNotRun() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var log: [Int] = []
    var probe: Probe!
    let first = IntDerived(in: graph) { source.read() }
    let second = IntDerived(in: graph) {
      if source.read() == 1 { graph.dispose(probe.node) }
      return source.value
    }
    probe = Probe { log.append(source.value) }
    _ = graph.makeObserver(probe, inputs: [first.node, second.node])
    source.set(1)
    #expect(log == [])
    #expect(graph.observerCount == 0)
    graph.checkInvariants()
  }

  @Test func anObserverAndAnEffectMayEndThemselves() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var runs = 0
    weak var weakProbe: Probe?
    do {
      var node = NodeID.none
      let probe = Probe {
        runs += 1
        graph.dispose(node)
        _ = source.read()
      }
      node = graph.makeEffect(probe)
      weakProbe = probe
    }
    graph.deliverInitially(weakProbe!.node)
    #expect(runs == 1 && weakProbe == nil)
    source.set(1)
    #expect(runs == 1)
    #expect(graph.nodeCount == 1 && graph.linkCount == 0)
    graph.checkInvariants()
  }

  @Test func anObserverThatIsMarkedBeforeItsFirstDeliveryRunsOnce() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var seen: [Int] = []
    let probe = Probe { seen.append(source.value) }
    _ = graph.makeObserver(probe, input: source.node)
    source.store(1)
    graph.deliverInitially(probe.node)
    #expect(seen == [1])
    source.set(2)
    #expect(seen == [1, 2])
  }

  @Test func aFirstDeliveryAskedForInAWaveComesAfterItAndBeforeHeldWrites() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var log: [String] = []
    let added = Probe { log.append("added \(source.value)") }
    let first = Probe {
      guard source.value == 1 else { return log.append("first \(source.value)") }
      graph.hold(Action { _ in source.store(2) })
      _ = graph.makeObserver(added, input: source.node)
      graph.deliverInitially(added.node)
      log.append("first 1")
    }
    let second = Probe { log.append("second \(source.value)") }
    _ = graph.makeObserver(first, input: source.node)
    _ = graph.makeObserver(second, input: source.node)
    source.set(1)
    #expect(log == ["first 1", "second 1", "added 1", "first 2", "second 2", "added 2"])
  }

  @Test func aPausedObserverGetsOnceWhatItMissed() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    let parity = IntDerived(in: graph) { source.read() % 2 }
    var seen: [Int] = []
    let probe = Probe { seen.append(parity.read()) }
    _ = graph.makeObserver(probe, input: parity.node)
    graph.setPaused(probe.node, true)
    source.set(1)
    source.set(3)
    #expect(seen == [])
    graph.setPaused(probe.node, false)
    #expect(seen == [1])
    graph.setPaused(probe.node, true)
    graph.setPaused(probe.node, false)
    #expect(seen == [1])
    graph.setPaused(probe.node, true)
    source.set(5)
    graph.setPaused(probe.node, false)
    #expect(seen == [1], "nothing that it sees has changed")
    source.set(6)
    #expect(seen == [1, 0])
  }

  @Test func aPausedObserverIsNotCalledForItsFirstDeliveryEither() {
    let graph = Graph()
    let source = IntSource(4, in: graph)
    var seen: [Int] = []
    let probe = Probe { seen.append(source.value) }
    _ = graph.makeObserver(probe, input: source.node)
    graph.setPaused(probe.node, true)
    graph.deliverInitially(probe.node)
    #expect(seen == [])
    graph.setPaused(probe.node, false)
    #expect(seen == [4])
  }

  @Test func theCauseIsTheOneThatQueuedTheObserverInThisWave() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    var causes: [UInt32] = []
    var observers: [NodeID] = []
    let probe = Probe {
      causes.append(graph.currentCause)
      observers.append(graph.currentObserver)
      if causes.count == 1 { graph.hold(Action { $0.changed(source.node, cause: 8) }) }
    }
    _ = graph.makeObserver(probe, input: source.node)
    #expect(graph.commit(source.node, cause: 7) == .settled)
    #expect(causes == [7, 8])
    #expect(observers == [probe.node, probe.node])
    #expect(graph.currentObserver == .none)
  }

  @Test func untrackedRegionsNest() {
    let graph = Graph()
    let sources = (0..<5).map { IntSource($0, in: graph) }
    let derived = IntDerived(in: graph) {
      var sum = sources[0].read()
      let outer = graph.pauseTracking()
      sum += sources[1].read()
      let inner = graph.pauseTracking()
      sum += sources[2].read()
      graph.resumeTracking(inner)
      sum += sources[3].read()
      graph.resumeTracking(outer)
      return sum + sources[4].read()
    }
    #expect(derived.read() == 10)
    #expect(graph.inputs(of: derived.node) == [sources[0].node, sources[4].node])
    let peeking = IntDerived(in: graph) {
      _ = graph.peek(derived.node)
      return derived.value + sources[4].read()
    }
    #expect(peeking.read() == 14)
    #expect(graph.inputs(of: peeking.node) == [sources[4].node])
  }

  @Test func readingAgainOrInAnotherOrderMakesNoSecondEdge() {
    let graph = Graph()
    let choice = IntSource(0, in: graph)
    let first = IntSource(1, in: graph)
    let second = IntSource(2, in: graph)
    let derived = IntDerived(in: graph) {
      choice.read() % 2 == 0 ? first.read() + second.read() : second.read() + first.read() + second.read()
    }
    let probe = Probe { _ = derived.read() }
    _ = graph.makeObserver(probe, input: derived.node)
    for value in 1...6 {
      choice.set(value)
      #expect(Set(graph.inputs(of: derived.node)).count == graph.inputs(of: derived.node).count)
      #expect(graph.dependents(of: second.node) == [derived.node])
      graph.checkInvariants()
    }
  }

  @Test func overlaidIsEveryLiveDependentOnce() {
    let graph = Graph()
    let source = IntSource(0, in: graph)
    let live = IntDerived(in: graph) { source.read() }
    let above = IntDerived(in: graph) { live.read() + source.read() }
    let idle = IntDerived(in: graph) { source.read() }
    let probe = Probe {}
    _ = graph.makeObserver(probe, input: above.node)
    _ = idle.read()
    var list: [NodeID] = []
    graph.markOverlaid(from: source.node, into: &list)
    graph.markOverlaid(from: source.node, into: &list)
    #expect(Set(list) == [live.node, above.node] && list.count == 2)
    #expect(graph.isOverlaid(live.node) && !graph.isOverlaid(idle.node) && !graph.isOverlaid(probe.node))
    graph.clearOverlaid(list)
    #expect(!graph.isOverlaid(live.node) && !graph.isOverlaid(above.node))
  }
}
