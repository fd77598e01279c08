import BindGraph
import TestSupport
import Testing

/// Generated layers of linked cells, fed from the layers below by derived nodes whose inputs change: values as in naive recomputation, and each
/// node evaluated once in a wave.
@Suite struct SettlingOracleTests {
  private struct Read {
    enum Place { case cell(layer: Int, hub: Int, index: Int), derived(Int) }
    /// It is read where this hub of the lowest layer is a multiple of `modulus`.
    let choice: Int, modulus: Int
    let place: Place
  }

  private final class World {
    static let layers = 4, hubsOfALayer = 3
    let graph = Graph()
    var dice: Dice
    /// The cells of a hub are linked with one another.
    private(set) var hubs: [[[IntSource]]] = []
    private(set) var links: [(near: IntSource, far: IntSource, settlers: [NodeID])] = []
    private(set) var bound: [(derived: Int, layer: Int, hub: Int)] = []
    private(set) var derived: [(node: IntDerived, layer: Int, reads: [Read])] = []
    private(set) var observed: [Int] = []
    /// What each hub should be.
    var naive: [[Int]]

    init(_ seed: Int) {
      dice = Dice(state: UInt64(seed))
      naive = Array(repeating: Array(repeating: 0, count: Self.hubsOfALayer), count: Self.layers)
      for _ in 0..<Self.layers {
        hubs.append((0..<Self.hubsOfALayer).map { _ in (0...dice.below(3)).map { _ in IntSource(0, in: graph) } })
      }
      var steps: [() -> Void] = []
      for cells in hubs.joined() {
        for (near, far) in zip(cells, cells.dropFirst()) { steps.append { [self] in link(near, far) } }
      }
      for layer in 1..<Self.layers {
        for _ in 0..<2 {
          let shared = makeDerived(layer)
          if dice.below(2) == 0 { steps.append { [self] in observe(shared) } }
        }
        for hub in 0..<Self.hubsOfALayer {
          let index = makeDerived(layer)
          bound.append((index, layer, hub))
          steps.append { [self] in bind(index, to: hubs[layer][hub][0]) }
        }
      }
      for step in steps.shuffled(using: &dice) { step() }
    }

    func link(_ near: IntSource, _ far: IntSource) {
      let forth = graph.makeSettler(
        Probe { far.store(near.value) }, input: near.node, target: far.node, way: .forth(tying: [near.node, far.node]))
      let back = graph.makeSettler(
        Probe { near.store(far.value) }, input: far.node, target: near.node, way: .back(tying: [far.node]))
      links.append((near, far, [forth, back]))
    }

    func endLink(at place: Int) -> (near: IntSource, far: IntSource) {
      let (near, far, settlers) = links.remove(at: place)
      settlers.forEach(graph.dispose)
      return (near, far)
    }

    private func bind(_ index: Int, to target: IntSource) {
      let node = derived[index].node
      _ = graph.makeSettler(Probe { target.store(node.read()) }, input: node.node, target: target.node)
    }

    private func observe(_ index: Int) {
      observed.append(index)
      let node = derived[index].node
      _ = graph.makeObserver(Probe { _ = node.read() }, input: node.node)
    }

    private func makeDerived(_ layer: Int) -> Int {
      let reads = (0..<2 + dice.below(3)).map { _ in
        let others = derived.indices.filter { derived[$0].layer < layer }
        let (below, hub) = (dice.below(layer), dice.below(Self.hubsOfALayer))
        let place: Read.Place =
          !others.isEmpty && dice.below(3) == 0
          ? .derived(others[dice.below(others.count)])
          : .cell(layer: below, hub: hub, index: dice.below(hubs[below][hub].count))
        return Read(choice: dice.below(Self.hubsOfALayer), modulus: 1 + dice.below(3), place: place)
      }
      let index = derived.count
      derived.append((IntDerived(in: graph) { [unowned self] in value(of: index, isNaive: false) }, layer, reads))
      return index
    }

    func value(of index: Int, isNaive: Bool) -> Int {
      var sum = index
      for read in derived[index].reads where cell(0, read.choice, 0, isNaive) % read.modulus == 0 {
        switch read.place {
        case .cell(let layer, let hub, let place): sum = sum * 3 + cell(layer, hub, place, isNaive)
        case .derived(let other):
          sum = sum * 3 + (isNaive ? value(of: other, isNaive: true) : derived[other].node.read())
        }
        sum %= 10_007
      }
      return sum
    }

    private func cell(_ layer: Int, _ hub: Int, _ place: Int, _ isNaive: Bool) -> Int {
      if isNaive { return naive[layer][hub] }
      let source = hubs[layer][hub][place]
      _ = graph.read(source.node)
      return source.value
    }

    /// A link is made anew, or stands for a moment between two layers.
    func changeLinks() {
      if dice.below(3) == 0, !links.isEmpty {
        let (near, far) = endLink(at: dice.below(links.count))
        link(near, far)
      }
      if dice.below(3) == 0 {
        let layer = dice.below(Self.layers - 1)
        link(anyCell(layer), anyCell(layer + 1))
        _ = endLink(at: links.count - 1)
      }
    }

    func anyCell(_ layer: Int) -> IntSource { hubs[layer][dice.below(Self.hubsOfALayer)].randomElement(using: &dice)! }

    func edit(all: Bool) {
      for hub in 0..<Self.hubsOfALayer where all || dice.below(2) == 0 {
        naive[0][hub] = dice.below(12)
        hubs[0][hub].randomElement(using: &dice)!.store(naive[0][hub])
      }
      for (index, layer, hub) in bound {
        if all { hubs[layer][hub][0].store(derived[index].node.read()) }
        naive[layer][hub] = value(of: index, isNaive: true)
      }
    }
  }

  @Test(arguments: 0..<200) func generatedLayersSettleOnceAndAsNaively(_ seed: Int) {
    let world = World(seed)
    for round in 0..<8 {
      world.changeLinks()
      let before = world.derived.map(\.node.evaluations)
      world.edit(all: round == 0)
      #expect(world.graph.flush() == .settled)
      for (cells, value) in zip(world.hubs.joined(), world.naive.joined()) {
        #expect(cells.allSatisfy { $0.value == value }, "round \(round)")
      }
      for index in world.bound.map(\.derived) + world.observed {
        #expect(world.derived[index].node.value == world.value(of: index, isNaive: true), "round \(round)")
        // At first all is read by hand besides.
        #expect(round == 0 || world.derived[index].node.evaluations <= before[index] + 1, "round \(round)")
      }
      world.graph.checkInvariants()
    }
  }
}
