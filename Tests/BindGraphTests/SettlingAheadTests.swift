import BindGraph
import TestSupport
import Testing

/// What is read for the first time while settlers that lead up to it wait.
@Suite struct SettlingAheadTests {
  let graph = Graph()

  private func cell() -> IntSource { IntSource(0, in: graph) }

  private func reading(_ source: IntSource) -> Int {
    _ = graph.read(source.node)
    return source.value
  }

  private func settle(_ target: IntSource, from derived: IntDerived) {
    _ = graph.makeSettler(Probe { target.store(derived.read()) }, input: derived.node, target: target.node)
  }

  @Test func itIsWrittenBeforeItIsRead() {
    let choice = cell(), written = (0..<20).map { _ in cell() }, target = cell()
    for (source, next) in zip(written, written.dropFirst()) {
      settle(next, from: IntDerived(in: graph, inputs: [source.node]) { source.value + 1 })
    }
    settle(written[0], from: IntDerived(in: graph, inputs: [choice.node]) { choice.value * 100 })
    var seen: [Int] = []
    let derived = IntDerived(in: graph) { [self] in
      let value = reading(choice) == 0 ? 0 : reading(written[19])
      seen.append(value)
      return value
    }
    settle(target, from: derived)
    choice.set(3)
    #expect(seen == [0, 319] && target.value == 319)
    graph.checkInvariants()
  }

  /// What is worked out is read, for the first time too, by what settles ahead of it.
  @Test func whatGoesRoundSettlesAndAllHearOfIt() {
    let choice = cell(), back = cell(), between = cell(), target = cell(), shown = cell()
    let one = IntDerived(in: graph) { [self] in reading(choice) == 0 ? 1 : min(reading(back) + 1, 5) }
    let two = IntDerived(in: graph) { [self] in reading(choice) == 0 ? 0 : one.read() }
    settle(target, from: one)
    settle(between, from: two)
    settle(back, from: IntDerived(in: graph, inputs: [between.node]) { between.value })
    let sum = IntDerived(in: graph, inputs: [one.node, two.node]) { one.value * 10 + two.value }
    settle(shown, from: sum)
    graph.checkInvariants()
    choice.set(1)
    #expect([target, between, back].allSatisfy { $0.value == 5 } && shown.value == 55)
    graph.checkInvariants()
    choice.set(0)
    #expect(target.value == 1 && between.value == 0 && shown.value == 10)
    graph.checkInvariants()
  }

  /// What ends there, ends with its settler; what it was to write is read as it is.
  @Test func whatLeadsToItMayEndMeanwhile() {
    let choice = cell(), first = cell(), last = cell(), target = cell()
    var settlers: [NodeID] = []
    let start = Probe { [graph] in
      settlers.forEach(graph.dispose)
      first.store(7)
    }
    settlers = [
      graph.makeSettler(start, input: choice.node, target: first.node),
      graph.makeSettler(Probe { last.store(first.value) }, input: first.node, target: last.node),
    ]
    let derived = IntDerived(in: graph) { [self] in reading(choice) == 0 ? 0 : reading(last) + 1 }
    settle(target, from: derived)
    choice.set(1)
    #expect(first.value == 7 && last.value == 0 && target.value == 1)
    graph.checkInvariants()
  }
}
