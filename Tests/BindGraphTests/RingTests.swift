import BindGraph
import TestSupport
import Testing

/// A derived node that reads other nodes while their gates are open, or at all times if it declares them, and fails if it
/// reads itself over any of them.
private final class RingMember: Reaction {
  let graph: Graph
  let gates: [IntSource]
  let isDeclared: Bool
  /// The members that it reads through its gates; of a declared one all are its inputs.
  var others: [() -> RingMember] = []
  /// An error ends a function at once, unless the function catches it.
  let endsAtFailure: Bool
  /// nil while it fails.
  private(set) var value: Int?
  private(set) var evaluations = 0

  init(in graph: Graph, gates: [IntSource], inputs: [RingMember]?, endsAtFailure: Bool = true) {
    self.endsAtFailure = endsAtFailure
    self.graph = graph
    self.gates = gates
    isDeclared = inputs != nil
    super.init()
    if let inputs {
      _ = graph.makeDerived(self, inputs: gates.map(\.node) + inputs.map(\.node))
    } else {
      _ = graph.makeTracked(self)
    }
  }

  deinit { graph.dispose(node) }

  override func evaluate(in graph: Graph) -> Evaluation {
    evaluations += 1
    var sum: Int? = 1
    for (gate, other) in zip(gates, others) where gate.read() != 0 || isDeclared {
      let other = other()
      switch graph.read(other.node, suspendable: !isDeclared) {
      case .suspended: return .suspended
      case .cycle, .exhausted: sum = nil
      case .current: sum = sum.flatMap { sum in other.value.map { (sum + gate.value * $0) % 1009 } }
      }
      if sum == nil, endsAtFailure { break }
    }
    defer { value = sum }
    return sum == value && evaluations > 1 ? .unchanged : .changed
  }
}

private final class Watcher: Reaction {
  let member: RingMember
  var seen: Int?

  init(_ member: RingMember) {
    self.member = member
    super.init()
    _ = member.graph.makeObserver(self, input: member.node)
    seen = member.value
  }

  override func deliver(in graph: Graph) {
    _ = graph.read(member.node)
    seen = member.value
  }
}

/// A ring is an error of those in it, never one of the graph: edges form none, everything else goes on, and what was broken
/// heals.
@Suite struct RingTests {
  /// What each member must be, worked out without a graph: nil for whoever can reach a ring.
  private func expected(_ members: [RingMember]) -> [Int?] {
    var known: [ObjectIdentifier: Int?] = [:]
    var underWay: Set<ObjectIdentifier> = []
    func value(_ member: RingMember) -> Int? {
      let key = ObjectIdentifier(member)
      if let value = known[key] { return value }
      guard underWay.insert(key).inserted else { return nil }
      var sum: Int? = 1
      for (gate, other) in zip(member.gates, member.others) where gate.value != 0 || member.isDeclared {
        let inner = value(other())
        sum = sum.flatMap { sum in inner.map { (sum + gate.value * $0) % 1009 } }
      }
      underWay.remove(key)
      known[key] = .some(sum)
      return sum
    }
    return members.map(value)
  }

  @Test(arguments: 0..<60) func generatedRingsComeAndGo(_ seed: Int) {
    var dice = Dice(state: UInt64(seed))
    let graph = Graph()
    var members: [RingMember] = []
    for _ in 0..<(3 + dice.below(9)) {
      let gates = (0..<(1 + dice.below(3))).map { _ in IntSource(dice.below(3), in: graph) }
      let isDeclared = !members.isEmpty && dice.below(3) == 0
      let inputs = isDeclared ? gates.map { _ in members[dice.below(members.count)] } : nil
      let member = RingMember(in: graph, gates: gates, inputs: inputs, endsAtFailure: dice.below(2) == 0)
      member.others = (inputs ?? []).map { input in { [unowned input] in input } }
      members.append(member)
    }
    for member in members where !member.isDeclared {
      member.others = member.gates.map { _ in
        let other = members[dice.below(members.count)]
        return { [unowned other] in other }
      }
    }
    let unrelated = IntSource(0, in: graph)
    var watchers: [Watcher] = []
    for step in 0..<120 {
      switch dice.below(8) {
      case 0 where watchers.count < 6: watchers.append(Watcher(members[dice.below(members.count)]))
      case 1 where !watchers.isEmpty: graph.dispose(watchers.remove(at: dice.below(watchers.count)).node)
      case 2: unrelated.set(step)
      case 3: _ = graph.read(members[dice.below(members.count)].node)
      case 4:
        for member in members where dice.below(2) == 0 { member.gates[0].store(dice.below(3)) }
        _ = graph.flush()
      default:
        let gates = members[dice.below(members.count)].gates
        gates[dice.below(gates.count)].set(dice.below(3))
      }
      graph.checkInvariants()
      let right = expected(members)
      for watcher in watchers {
        let place = members.firstIndex { $0 === watcher.member }
        #expect(watcher.seen == place.flatMap { right[$0] }, "watched in step \(step)")
      }
      if dice.below(3) == 0 {
        for (place, member) in members.enumerated() {
          _ = graph.read(member.node)
          #expect(member.value == right[place], "read in step \(step)")
        }
        graph.checkInvariants()
      }
    }
    for watcher in watchers { graph.dispose(watcher.node) }
    watchers.removeAll()
    members.removeAll()
    graph.checkInvariants()
  }

  @Test func whatHasNoPartInARingIsNotEvaluatedForIt() {
    let graph = Graph()
    let gate = IntSource(1, in: graph)
    let ring = RingMember(in: graph, gates: [gate], inputs: nil)
    ring.others = [{ [unowned ring] in ring }]
    let number = IntSource(1, in: graph)
    let fine = IntDerived(in: graph) { number.read() * 2 }
    let watcher = Watcher(ring)
    #expect(watcher.seen == nil && fine.read() == 2)
    let evaluations = fine.evaluations
    gate.set(2)
    #expect(fine.read() == 2 && fine.evaluations == evaluations)
    number.set(5)
    #expect(fine.read() == 10)
    gate.set(0)
    #expect(watcher.seen == 1)
    graph.dispose(watcher.node)
    graph.checkInvariants()
  }
}
