import BindCore
import BindGraph
import CBench

/// Where the results of observers go, so that a case can tell that they ran.
final class Results {
  @exclusivity(unchecked) var last = 0
  @exclusivity(unchecked) var runs = 0
}

/// One workload over bindhost that is ready to run: `update(n)` does n updates and checks that they arrived.
struct Workload {
  let letter: String
  let variant: String
  /// Operations of one update: deliveries, cells or arms.
  let unit: Int
  /// Updates of one timed slice.
  let updates: Int
  let make: () -> (_ updates: Int) -> Void

  var name: String { "\(letter).\(variant)" }

  var timed: Case {
    let update = make()
    update(20)
    let updates = updates
    return Case(letter, "bindhost.\(variant)", operations: unit * updates) { update(updates) }
  }

  var counted: CountedCase { CountedCase(name, unit: unit, prepare: make) }
}

/// Bindables and typed cells of Swift's: declared edges.
func declaredWorkloads() -> [Workload] {
  [
    Workload(letter: "b", variant: "declared", unit: 1, updates: 20_000) {
      let results = Results()
      let source = Bindable(0)
      source.observe { results.last = $0 }
      return ticking(results) { source.update(with: $0) }
    },
    Workload(letter: "c", variant: "declared", unit: Size.fan, updates: 100) {
      let results = Results()
      let source = Bindable(0)
      for _ in 0..<Size.fan { source.observe { results.last = $0 } }
      return ticking(results) { source.update(with: $0) }
    },
    Workload(letter: "d", variant: "declared", unit: Size.chain, updates: 50) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      let first = IntCell(graph, inputs: [source.node]) { source.value + 1 }
      var last = first
      for _ in 1..<Size.chain {
        let before = last
        last = IntCell(graph, inputs: [before.node]) { before.value + 1 }
      }
      let watcher = IntWatcher(graph, input: last.node) { [last] in results.last = last.value - Size.chain }
      return keeping(watcher, ticking(results, source.set))
    },
    Workload(letter: "e", variant: "declared", unit: Size.diamond, updates: 300) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      let arms = Cells((0..<Size.diamond).map { arm in IntCell(graph, inputs: [source.node]) { source.value + arm } })
      let bottom = IntCell(graph, inputs: arms.cells.map(\.node)) {
        results.runs += 1
        return arms.sum { $0.value }
      }
      let watcher = IntWatcher(graph, input: bottom.node) { results.last = bottom.value / Size.diamond - 49 }
      return keeping(watcher, onceEach(results, ticking(results, source.set)))
    },
    Workload(letter: "g", variant: "declared", unit: 1, updates: 100_000) {
      let results = Results()
      let source = Bindable(7)
      source.observe { results.runs += $0 }
      return { updates in
        for _ in 0..<updates { source.update(with: 7) }
        require(results.runs == 7, "an equal value was delivered")
      }
    },
  ]
}

/// The same shapes over tracked cells and effects.
func trackedWorkloads() -> [Workload] {
  [
    Workload(letter: "b", variant: "tracked", unit: 1, updates: 20_000) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      let watcher = IntWatcher(tracked: graph) { results.last = source.get() }
      return keeping(watcher, ticking(results, source.set))
    },
    Workload(letter: "c", variant: "tracked", unit: Size.fan, updates: 100) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      let watchers = (0..<Size.fan).map { _ in IntWatcher(tracked: graph) { results.last = source.get() } }
      return keeping(watchers, ticking(results, source.set))
    },
    Workload(letter: "d", variant: "tracked", unit: Size.chain, updates: 50) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      let first = IntCell(tracked: graph) { source.get() + 1 }
      var last = first
      for _ in 1..<Size.chain {
        let before = last
        last = IntCell(tracked: graph) { before.get() + 1 }
      }
      let watcher = IntWatcher(tracked: graph) { [last] in results.last = last.get() - Size.chain }
      return keeping(watcher, ticking(results, source.set))
    },
    Workload(letter: "e", variant: "tracked", unit: Size.diamond, updates: 300) {
      let results = Results()
      let graph = Graph()
      let source = IntSource(graph)
      let arms = Cells((0..<Size.diamond).map { arm in IntCell(tracked: graph) { source.get() + arm } })
      let bottom = IntCell(tracked: graph) {
        results.runs += 1
        return arms.sum { $0.get() }
      }
      let watcher = IntWatcher(tracked: graph) { results.last = bottom.get() / Size.diamond - 49 }
      return keeping(watcher, onceEach(results, ticking(results, source.set)))
    },
  ]
}

/// Cells that are read one after the other, without a retain for each.
final class Cells {
  let cells: [IntCell]
  private let references: UnsafeMutableBufferPointer<Unmanaged<IntCell>>

  init(_ cells: [IntCell]) {
    self.cells = cells
    references = .allocate(capacity: cells.count)
    _ = references.initialize(from: cells.map(Unmanaged.passUnretained))
  }

  deinit { references.deallocate() }

  @inline(__always)
  func sum(_ read: (IntCell) -> Int) -> Int {
    var sum = 0
    for reference in references { sum += reference._withUnsafeGuaranteedRef(read) }
    return sum
  }
}

/// Updates with 1, 2, 3, …; afterwards the last one must have arrived.
func ticking(_ results: Results, _ set: @escaping (Int) -> Void) -> (Int) -> Void {
  var tick = 0
  return { updates in
    for _ in 0..<updates {
      tick += 1
      set(tick)
    }
    require(results.last == tick, "the last update did not arrive")
  }
}

/// As `update`, and the far end of a diamond must have run once for each.
private func onceEach(_ results: Results, _ update: @escaping (Int) -> Void) -> (Int) -> Void {
  { updates in
    let before = results.runs
    update(updates)
    require(results.runs == before + updates, "the end of a diamond did not run once a wave")
  }
}

/// As `update`, which also keeps `owner` alive.
func keeping(_ owner: some Any, _ update: @escaping (Int) -> Void) -> (Int) -> Void {
  { updates in withExtendedLifetime(owner) { update(updates) } }
}

/// Workload a: creation, in a graph of its own each time, so that the memory of the arenas counts.
private enum Pairs {
  static func declared(_ count: Int) -> [Bindable<Int>] {
    let results = Results()
    let engine = Engine()
    return (0..<count).map { index -> Bindable<Int> in
      let source = Bindable(index, engine: engine)
      source.observe { results.last = $0 }
      return source
    }
  }

  static func tracked(_ count: Int) -> [(IntSource, IntWatcher)] {
    let results = Results()
    let graph = Graph()
    return (0..<count).map { _ -> (IntSource, IntWatcher) in
      let source = IntSource(graph)
      return (source, IntWatcher(tracked: graph) { results.last = source.get() })
    }
  }
}

func creationCases() -> [Case] {
  [creation("declared", Pairs.declared), creation("tracked", Pairs.tracked)]
}

private func creation<Made>(_ variant: String, _ make: @escaping (_ count: Int) -> Made) -> Case {
  var bytes = 0.0
  var entry = Case("a", "bindhost.\(variant)") {
    let before = cbench_bytes()
    let start = cbench_now()
    let made = make(Size.pairs)
    let time = cbench_now() - start
    bytes = (cbench_bytes() - before) / Double(Size.pairs)
    withExtendedLifetime(made) {}
    return time / Double(Size.pairs)
  }
  entry.bytes = { bytes }
  return entry
}

/// What workload a does, counted: an operation is a pair, which stays until the program ends.
func creationCounts() -> [CountedCase] {
  [creationCount("declared", Pairs.declared), creationCount("tracked", Pairs.tracked)]
}

private func creationCount<Made>(_ variant: String, _ make: @escaping (_ count: Int) -> Made) -> CountedCase {
  CountedCase("a.\(variant)") {
    { pairs in _ = Unmanaged.passRetained(Kept(make(pairs))) }
  }
}

/// A value that nobody releases.
private final class Kept<Made> {
  let made: Made
  init(_ made: Made) { self.made = made }
}
