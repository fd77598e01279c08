import BindGraph
import CBench

/// Workload f: the shapes of the kairo set, and cellx. An operation is an update with all that follows; of cellx a cell.
///
/// The same shapes stand in `Tests/Benchmarks/alien`. Each checks what it computes.
func kairoWorkloads() -> [Workload] {
  [
    kairo("avoidable", updates: 20_000, avoidable),
    kairo("broad", updates: 400, broad),
    kairo("deep", updates: 1000, deep),
    mux,
    kairo("repeated", updates: 10_000, repeated),
    kairo("triangle", updates: 5000, triangle),
    kairo("unstable", updates: 5000, unstable),
    cellx(layers: 1000),
    cellx(layers: 2500),
  ]
}

private func kairo(
  _ name: String, updates: Int, _ make: @escaping (_ graph: Graph, _ head: IntSource) -> (_ value: Int) -> Void
) -> Workload {
  Workload(letter: "f.\(name)", variant: "tracked", unit: 1, updates: updates) {
    let graph = Graph()
    let head = IntSource(graph)
    let check = make(graph, head)
    var tick = 0
    return { updates in
      for _ in 0..<updates {
        tick += 1
        head.set(tick)
        check(tick)
      }
    }
  }
}

/// A change that goes no further than the second cell.
private func avoidable(_ graph: Graph, _ head: IntSource) -> (Int) -> Void {
  let one = IntCell(tracked: graph) { head.get() }
  let two = IntCell(tracked: graph) { one.get() & 0 }
  let three = IntCell(tracked: graph) {
    busy()
    return two.get() + 1
  }
  let four = IntCell(tracked: graph) { three.get() + 2 }
  let five = IntCell(tracked: graph) { four.get() + 3 }
  let watcher = IntWatcher(tracked: graph) {
    _ = five.get()
    busy()
  }
  return { _ in withExtendedLifetime(watcher) { require(five.get() == 6, "avoidable: \(five.value)") } }
}

/// What a cell does besides. Opaque to the optimiser, or there would be nothing to avoid.
@inline(never)
private func busy() {
  for step in 0..<100 { Sink.shared.value &+= step }
}

private final class Sink {
  nonisolated(unsafe) static let shared = Sink()
  @exclusivity(unchecked) var value = 0
}

private func broad(_ graph: Graph, _ head: IntSource) -> (Int) -> Void {
  var watchers: [IntWatcher] = []
  var last: IntCell?
  let results = Results()
  for index in 0..<50 {
    let one = IntCell(tracked: graph) { head.get() + index }
    let two = IntCell(tracked: graph) { one.get() + 1 }
    watchers.append(
      IntWatcher(tracked: graph) {
        _ = two.get()
        results.runs += 1
      })
    last = two
  }
  guard let last else { giveUp("broad: no cell") }
  return { [watchers] value in withExtendedLifetime(watchers) { require(last.get() == value + 50, "broad") } }
}

private func deep(_ graph: Graph, _ head: IntSource) -> (Int) -> Void {
  var last = IntCell(tracked: graph) { head.get() + 1 }
  for _ in 1..<50 {
    let before = last
    last = IntCell(tracked: graph) { before.get() + 1 }
  }
  let end = last
  let watcher = IntWatcher(tracked: graph) { _ = end.get() }
  return { value in withExtendedLifetime(watcher) { require(end.get() == value + 50, "deep") } }
}

/// A hundred heads in one value, and each of its parts again by itself. The updates go round the heads.
private var mux: Workload {
  Workload(letter: "f.mux", variant: "tracked", unit: 1, updates: 200) {
    let graph = Graph()
    let heads = (0..<100).map { _ in IntSource(graph) }
    let all = ListCell(graph, heads)
    let ends = heads.indices.map { index in
      let part = IntCell(tracked: graph) { all.get(index) }
      return IntCell(tracked: graph) { part.get() + 1 }
    }
    let watchers = ends.map { end in IntWatcher(tracked: graph) { _ = end.get() } }
    var tick = 0
    return { updates in
      for _ in 0..<updates {
        tick += 1
        heads[tick % 100].set(tick)
        withExtendedLifetime(watchers) { require(ends[tick % 100].get() == tick + 1, "mux") }
      }
    }
  }
}

private func repeated(_ graph: Graph, _ head: IntSource) -> (Int) -> Void {
  let sum = IntCell(tracked: graph) {
    var sum = 0
    for _ in 0..<30 { sum += head.get() }
    return sum
  }
  let watcher = IntWatcher(tracked: graph) { _ = sum.get() }
  return { value in withExtendedLifetime(watcher) { require(sum.get() == 30 * value, "repeated") } }
}

private func triangle(_ graph: Graph, _ head: IntSource) -> (Int) -> Void {
  var cells = [IntCell(tracked: graph) { head.get() + 1 }]
  for index in 1..<9 {
    let before = cells[index - 1]
    cells.append(IntCell(tracked: graph) { before.get() + 1 })
  }
  let sides = Cells(cells)
  let sum = IntCell(tracked: graph) { head.get() + sides.sum { $0.get() } }
  let watcher = IntWatcher(tracked: graph) { _ = sum.get() }
  return { value in withExtendedLifetime(watcher) { require(sum.get() == 10 * value + 45, "triangle") } }
}

/// What the cell reads changes with every update.
private func unstable(_ graph: Graph, _ head: IntSource) -> (Int) -> Void {
  let double = IntCell(tracked: graph) { head.get() * 2 }
  let inverse = IntCell(tracked: graph) { -head.get() }
  let sum = IntCell(tracked: graph) {
    var sum = 0
    for _ in 0..<20 { sum += head.get() & 1 == 1 ? double.get() : inverse.get() }
    return sum
  }
  let watcher = IntWatcher(tracked: graph) { _ = sum.get() }
  return { value in
    withExtendedLifetime(watcher) {
      require(sum.get() == (value & 1 == 1 ? 40 * value : -20 * value), "unstable")
    }
  }
}

/// Layers of four cells, each with an effect; one wave changes all four sources.
private func cellx(layers: Int) -> Workload {
  Workload(letter: "f.cellx\(layers)", variant: "tracked", unit: layers * 4, updates: 4) {
    let graph = Graph()
    let start = (1...4).map { value in
      let source = IntSource(graph)
      source.set(value)
      return source
    }
    var layer = [
      IntCell(tracked: graph) { start[0].get() }, IntCell(tracked: graph) { start[1].get() },
      IntCell(tracked: graph) { start[2].get() }, IntCell(tracked: graph) { start[3].get() },
    ]
    var watchers: [IntWatcher] = []
    for _ in 0..<layers {
      let (a, b, c, d) = (layer[0], layer[1], layer[2], layer[3])
      layer = [
        IntCell(tracked: graph) { b.get() }, IntCell(tracked: graph) { a.get() &- c.get() },
        IntCell(tracked: graph) { b.get() &+ d.get() }, IntCell(tracked: graph) { c.get() },
      ]
      for cell in layer { watchers.append(IntWatcher(tracked: graph) { _ = cell.get() }) }
    }
    let ends = layer
    let wanted = (naive([1, 2, 3, 4], layers), turned: naive([4, 3, 2, 1], layers))
    var turned = false
    return { [watchers] waves in
      for _ in 0..<waves {
        turned.toggle()
        let values = turned ? [4, 3, 2, 1] : [1, 2, 3, 4]
        for (source, value) in zip(start, values) {
          source.value = value
          graph.changed(source.node, cause: 0)
        }
        _ = graph.flush()
      }
      let values = withExtendedLifetime(watchers) { ends.map(\.value) }
      require(values == (turned ? wanted.turned : wanted.0), "cellx: a value is wrong")
    }
  }
}

private func naive(_ start: [Int], _ layers: Int) -> [Int] {
  var layer = start
  for _ in 0..<layers { layer = [layer[1], layer[0] &- layer[2], layer[1] &+ layer[3], layer[2]] }
  return layer
}

/// A derived list of what its sources hold. A new list each time, as a new object is: always a change.
private final class ListCell: Reaction {
  private let graph: Graph
  private let sources: UnsafeMutableBufferPointer<Unmanaged<IntSource>>
  private let owners: [IntSource]
  private let values: UnsafeMutableBufferPointer<Int>

  init(_ graph: Graph, _ sources: [IntSource]) {
    self.graph = graph
    owners = sources
    self.sources = .allocate(capacity: sources.count)
    _ = self.sources.initialize(from: sources.map(Unmanaged.passUnretained))
    values = .allocate(capacity: sources.count)
    values.initialize(repeating: 0)
    super.init()
    _ = graph.makeTracked(self)
  }

  deinit {
    sources.deallocate()
    values.deallocate()
  }

  override func evaluate(in graph: Graph) -> Evaluation {
    for index in sources.indices { values[index] = sources[index]._withUnsafeGuaranteedRef { $0.get() } }
    return .changed
  }

  @inline(__always)
  func get(_ index: Int) -> Int {
    _ = graph.read(node)
    return values[index]
  }
}
