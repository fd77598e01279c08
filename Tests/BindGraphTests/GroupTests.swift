import BindGraph
import Testing

/// Who settles after whom around cells that links hold together.
@Suite struct GroupTests {
  let graph = Graph()

  /// Two cells, each of which follows the other.
  private final class Pair {
    let near: IntSource, far: IntSource
    private(set) var settlers: [NodeID] = []

    init(_ near: IntSource, _ far: IntSource, in graph: Graph) {
      (self.near, self.far) = (near, far)
      settlers = [
        graph.makeSettler(
          Probe { far.store(near.value) }, input: near.node, target: far.node,
          way: .forth(tying: [near.node, far.node])),
        graph.makeSettler(
          Probe { near.store(far.value) }, input: far.node, target: near.node, way: .back(tying: [far.node])),
      ]
    }
  }

  private func cell() -> IntSource { IntSource(0, in: graph) }

  /// What follows from a cell in settling, and the values that it has had there.
  private func follower(of cells: IntSource...) -> (derived: IntDerived, target: IntSource) {
    let derived = IntDerived(in: graph, inputs: cells.map(\.node)) { cells.reduce(0) { $0 * 100 + $1.value } }
    let target = cell()
    _ = graph.makeSettler(Probe { target.store(derived.read()) }, input: derived.node, target: target.node)
    return (derived, target)
  }

  @Test func whatFollowsFromACellComesAfterAllThatIsLinkedWithIt() {
    let cells = (0..<5).map { _ in cell() }, other = cell()
    let (derived, target) = follower(of: cells[0], other)
    let later = follower(of: target, cells[4])
    var pairs: [Pair] = []
    // Two groups, which become one.
    for index in [0, 1, 3, 2] { pairs.append(Pair(cells[index], cells[index + 1], in: graph)) }
    for (edited, value) in [(4, 7), (0, 8), (2, 9)] {
      let before = (derived.evaluations, later.derived.evaluations)
      cells[edited].store(value)
      other.store(value)
      #expect(graph.flush() == .settled)
      #expect(cells.allSatisfy { $0.value == value })
      #expect(target.value == value * 101 && later.target.value == value * 10_101)
      #expect(derived.evaluations == before.0 + 1 && later.derived.evaluations == before.1 + 1)
    }
    graph.checkInvariants()
  }

  // 6: in the order of observers a link is an edge like any other.
  @Test func observersKeepTheOrderOfTheirOwnDepth() {
    let near = cell(), far = cell()
    let pair = Pair(near, far, in: graph)
    let derived = IntDerived(in: graph, inputs: [near.node]) { near.value }
    var order: [String] = []
    _ = graph.makeObserver(Probe { order.append("far") }, input: far.node)
    _ = graph.makeObserver(Probe { order.append("derived") }, input: derived.node)
    pair.far.set(3)
    #expect(order == ["derived", "far"])
  }

  @Test func aSettlerWhoseInputHasBecomeDeeperWaitsForIt() {
    let choice = cell(), near = cell(), far = cell()
    let pair = Pair(near, far, in: graph)
    let either = IntDerived(in: graph) {
      _ = graph.read(choice.node)
      return choice.value == 0 ? 0 : near.read()
    }
    var delivered: [Int] = []
    let target = cell()
    _ = graph.makeSettler(
      Probe {
        delivered.append(either.read())
        target.store(either.value)
      }, input: either.node, target: target.node)
    near.set(1)
    choice.store(1)
    pair.far.store(5)
    #expect(graph.flush() == .settled)
    #expect(delivered == [5] && target.value == 5)
    // It has read that once: in the next wave it waits ahead of its evaluation.
    choice.set(0)
    let before = either.evaluations
    choice.store(1)
    far.store(6)
    #expect(graph.flush() == .settled)
    #expect(delivered == [5, 0, 6] && either.evaluations == before + 1)
    graph.checkInvariants()
  }

  @Test func whatWasLinkedOnceDoesNotBelongTogether() {
    let near = cell(), far = cell(), other = cell(), chain = [near, cell(), cell()]
    // Also where a binding has been a way inside, and stays.
    for madeBefore in [false, true] {
      let pair = Pair(near, far, in: graph)
      if !madeBefore { pair.settlers.forEach(graph.dispose) }
      let derived = IntDerived(in: graph, inputs: [near.node, other.node]) { near.value * 100 + other.value }
      let settler = graph.makeSettler(Probe { far.store(derived.read()) }, input: derived.node, target: far.node)
      if madeBefore { pair.settlers.forEach(graph.dispose) }
      let pairs = zip(chain, chain.dropFirst()).map { Pair($0, $1, in: graph) }
      for value in 1...3 {
        let before = derived.evaluations
        chain[2].store(value)
        other.store(value)
        #expect(graph.flush() == .settled)
        #expect(far.value == value * 101 && derived.evaluations == before + 1)
      }
      (pairs.flatMap(\.settlers) + [settler]).forEach(graph.dispose)
      graph.checkInvariants()
    }
  }

  @Test func whatStillHoldsMembersTogetherGoesOnDoingSo() {
    let cells = (0..<4).map { _ in cell() }
    let links = [Pair(cells[0], cells[1], in: graph), Pair(cells[1], cells[2], in: graph)]
    let derived = IntDerived(in: graph, inputs: [cells[2].node]) { min(cells[2].value, 10) }
    _ = graph.makeSettler(Probe { cells[3].store(derived.read()) }, input: derived.node, target: cells[3].node)
    let closing = graph.makeSettler(
      Probe { cells[0].store(cells[3].value) }, input: cells[3].node, target: cells[0].node)
    let (after, target) = follower(of: cells[0], cells[1])
    let former = Pair(cells[3], cell(), in: graph)
    former.settlers.forEach(graph.dispose)
    cells[0].set(50)
    #expect(cells.allSatisfy { $0.value == 10 } && target.value == 1010)
    for pair in links { pair.settlers.forEach(graph.dispose) }
    let before = after.evaluations
    cells[2].set(7)
    #expect(cells.map(\.value) == [7, 10, 7, 7] && target.value == 710 && after.evaluations == before + 1)
    graph.dispose(closing)
    cells[2].set(8)
    #expect(cells.map(\.value) == [7, 10, 8, 8] && target.value == 710 && after.evaluations == before + 1)
    graph.checkInvariants()
  }

  @Test func membersLeaveTheirGroupWithTheirEnd() {
    let hub = cell()
    for value in 1..<200 {
      let far = cell()
      let pair = Pair(hub, far, in: graph)
      far.set(value)
      #expect(hub.value == value)
      pair.settlers.forEach(graph.dispose)
      graph.dispose(far.node)
      graph.checkInvariants()
    }
    // A slot that was a member's is as good as new.
    let fresh = (0..<10).map { _ in follower(of: cell()) }
    #expect(fresh.allSatisfy { graph.depth(of: $0.target.node) == 3 })
    graph.checkInvariants()
  }

  /// Rings have no depths that fit; they come to an end all the same, and the graph stays as it was to all others.
  @Test func aGroupThatFollowsFromItselfSettles() {
    let near = cell(), far = cell(), pair = Pair(near, far, in: graph)
    let derived = IntDerived(in: graph, inputs: [near.node]) { min(near.value, 10) }
    _ = graph.makeSettler(Probe { far.store(derived.read()) }, input: derived.node, target: far.node)
    let (after, target) = follower(of: far)
    pair.near.set(50)
    #expect(near.value == 10 && far.value == 10 && target.value == 10)
    pair.far.set(7)
    #expect(near.value == 7 && target.value == 7 && after.value == 7)
    graph.checkInvariants()
  }

  /// Each is asked only beside its own edit, so that there is no ring at any one time.
  @Test func groupsThatAskEachOtherInTurnDoNotGrow() {
    final class Asking {
      let near: IntSource, far: IntSource
      var other: IntSource?
      private(set) var verdict: IntDerived!

      init(in graph: Graph) {
        (near, far) = (IntSource(0, in: graph), IntSource(0, in: graph))
        let forth = Probe { [near, far] in far.store(near.value) }
        _ = graph.makeSettler(forth, input: near.node, target: far.node, way: .forth(tying: [near.node, far.node]))
        verdict = IntDerived(in: graph) { [unowned self] in
          let value = far.read()
          return value == near.read() ? value : max(value, other?.read() ?? 0)
        }
        _ = graph.makeSettler(
          Probe { [unowned self] in near.store(verdict.read()) }, input: verdict.node, target: near.node,
          way: .back(tying: [far.node, verdict.node]))
      }
    }
    let low = Asking(in: graph), high = Asking(in: graph)
    (low.other, high.other) = (high.near, low.near)
    let (derived, target) = follower(of: low.near, high.near)
    let follower = graph.makeSettler(Probe {}, input: derived.node, target: .none)
    var depths: Set<Int> = []
    for value in 1..<200 {
      low.far.set(value)
      high.far.set(value)
      if value > 5 { depths.insert(graph.depth(of: follower)) }
      #expect(target.value == value * 101)
    }
    #expect(depths.count == 1)
    graph.checkInvariants()
  }

  @Test func oneThatIsPutOffTakesNobodysTurnWhereOthersGoRound() {
    let source = cell(), middle = cell(), end = cell()
    var order: [String] = []
    // Two that go round.
    let one = cell(), other = cell()
    _ = graph.makeSettler(Probe { other.store(one.value + 1) }, input: one.node, target: other.node)
    _ = graph.makeSettler(Probe { one.store(other.value + 1) }, input: other.node, target: one.node)
    let later = Probe { order.append("later") }
    for _ in 0..<6 {
      let early = Probe { [graph] in if !graph.settle(before: later.node) { order.append("early") } }
      _ = graph.makeSettler(early, input: source.node, target: .none)
    }
    _ = graph.makeSettler(Probe { middle.store(source.value) }, input: source.node, target: middle.node)
    _ = graph.makeSettler(Probe { end.store(middle.value) }, input: middle.node, target: end.node)
    _ = graph.makeSettler(later, input: end.node, target: .none)
    graph.whenSettled = { [graph] settlement in
      guard settlement == .overrun else { return }
      order = []
      graph.keepsPast = false
      source.store(source.value + 1)
    }
    source.store(1)
    one.store(1)
    graph.keepsPast = true
    _ = graph.flush()
    #expect(order == Array(repeating: "early", count: 6) + ["later"] && end.value == source.value)
  }

  @Test func whatClosedARingThatHasEndedDeepensItsTargetAgain() {
    let one = cell(), other = cell(), deep = (0..<4).map { _ in cell() }
    let back = graph.makeSettler(Probe { one.store(other.value) }, input: other.node, target: one.node)
    _ = graph.makeSettler(Probe { other.store(one.value) }, input: one.node, target: other.node)
    graph.dispose(back)
    for (from, to) in zip(deep, deep.dropFirst() + [one]) {
      _ = graph.makeSettler(Probe { to.store(from.value) }, input: from.node, target: to.node)
    }
    #expect(graph.depth(of: other.node) > graph.depth(of: one.node))
    deep[0].set(5)
    #expect(other.value == 5)
    graph.checkInvariants()
  }
}
