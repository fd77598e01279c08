import BindGraph
import TestSupport
import Testing

/// A generated graph, as data: what both the graph and the oracle follow. Sources come first in the numbering.
private struct Plan {
  enum Rule {
    /// The sum of all inputs, declared.
    case sum([Int])
    /// Reads `selector`, then one of two others: tracked.
    case either(selector: Int, Int, Int)
    /// Remainder of one input, tracked: cuts off.
    case remainder(Int, Int)
  }
  enum Action {
    case none
    /// Adds to a source, held until the observer returns.
    case write(source: Int, Int)
    /// Ends an observer, perhaps itself.
    case dispose(observer: Int)
    /// Adds an observer of a node.
    case observe(node: Int)
  }
  struct Watcher {
    var rule: Rule
    /// What it does at its second delivery.
    var action: Action
  }

  var sourceCount: Int
  var rules: [Rule]
  var watchers: [Watcher]
  var nodeCount: Int { sourceCount + rules.count }

  init(_ dice: inout Dice) {
    sourceCount = 1 + dice.below(5)
    rules = []
    for _ in 0..<dice.below(14) { rules.append(Self.rule(below: sourceCount + rules.count, &dice)) }
    let nodes = sourceCount + rules.count
    let count = 1 + dice.below(7)
    watchers = []
    for _ in 0..<count {
      let rule: Rule = dice.below(3) > 0 ? .sum([dice.below(nodes)]) : Self.rule(below: nodes, &dice)
      let action: Action =
        switch dice.below(6) {
        case 0: .write(source: dice.below(sourceCount), 1 + dice.below(3))
        case 1: .dispose(observer: dice.below(count))
        case 2: .observe(node: dice.below(nodes))
        default: .none
        }
      watchers.append(Watcher(rule: rule, action: action))
    }
  }

  private static func rule(below count: Int, _ dice: inout Dice) -> Rule {
    switch dice.below(4) {
    case 0: .either(selector: dice.below(count), dice.below(count), dice.below(count))
    case 1: .remainder(dice.below(count), 2 + dice.below(3))
    default: .sum((0...dice.below(3)).map { _ in dice.below(count) })
    }
  }
}

extension Plan.Rule {
  /// Evaluates with the given way to read; what was read is in order.
  func value(_ read: (Int) -> Int) -> Int {
    switch self {
    case .sum(let inputs): inputs.reduce(0) { ($0 + read($1)) % 1000 }
    case .either(let selector, let first, let second): read(selector) % 2 == 0 ? read(first) : read(second) + 1
    case .remainder(let input, let divisor): read(input) % divisor
    }
  }
  /// Every node that it can read.
  var mentioned: [Int] {
    switch self {
    case .sum(let inputs): inputs
    case .either(let selector, let first, let second): [selector, first, second]
    case .remainder(let input, _): [input]
    }
  }
}

/// Recomputes everything from the sources, every time.
private struct Oracle {
  let plan: Plan
  var sources: [Int]
  struct Watcher {
    var rule: Plan.Rule
    var action: Plan.Action
    var deliveries = 0
    var isAlive = true
  }
  var watchers: [Watcher] = []
  var log: [String] = []

  func value(_ node: Int, _ sources: [Int]) -> Int {
    node < plan.sourceCount ? sources[node] : plan.rules[node - plan.sourceCount].value { value($0, sources) }
  }

  func inputs(_ rule: Plan.Rule, _ sources: [Int]) -> [Int] {
    var read: [Int] = []
    _ = rule.value { node in
      read.append(node)
      return value(node, sources)
    }
    return read
  }

  func depth(_ rule: Plan.Rule, _ sources: [Int]) -> Int {
    1
      + (inputs(rule, sources).map { $0 < plan.sourceCount ? 0 : depth(plan.rules[$0 - plan.sourceCount], sources) }
        .max() ?? 0)
  }

  mutating func deliver(_ index: Int, _ held: inout [(Int, Int)], _ initials: inout [Int]) {
    watchers[index].deliveries += 1
    log.append("\(index)=\(watchers[index].rule.value { value($0, sources) })")
    guard watchers[index].deliveries == 2 else { return }
    switch watchers[index].action {
    case .none: break
    case .write(let source, let amount): held.append((source, amount))
    case .dispose(let other): if other < watchers.count { watchers[other].isAlive = false }
    case .observe(let node):
      watchers.append(Watcher(rule: .sum([node]), action: .none))
      initials.append(watchers.count - 1)
    }
  }

  mutating func write(_ writes: [(Int, Int)]) {
    var next = writes
    repeat {
      let before = sources
      for (source, amount) in next { sources[source] += amount }
      next = []
      var initials: [Int] = []
      let due = watchers.indices.filter { index in
        watchers[index].isAlive
          && inputs(watchers[index].rule, before).contains { value($0, before) != value($0, sources) }
      }
      let ordered = due.sorted { (depth(watchers[$0].rule, before), $0) < (depth(watchers[$1].rule, before), $1) }
      for index in ordered where watchers[index].isAlive { deliver(index, &next, &initials) }
      for index in initials where watchers[index].isAlive { deliver(index, &next, &initials) }
    } while !next.isEmpty
  }
}

/// The same plan over the real graph.
private final class Subject {
  let plan: Plan
  let graph = Graph()
  var sources: [IntSource] = []
  var derived: [IntDerived] = []
  var watchers: [Watcher] = []
  var log: [String] = []

  final class Watcher: Reaction {
    unowned let subject: Subject
    let index: Int
    let rule: Plan.Rule
    let action: Plan.Action
    var deliveries = 0

    init(_ subject: Subject, _ rule: Plan.Rule, _ action: Plan.Action) {
      self.subject = subject
      self.rule = rule
      self.action = action
      index = subject.watchers.count
      super.init()
      subject.watchers.append(self)
      if case .sum(let inputs) = rule {
        _ = subject.graph.makeObserver(self, inputs: inputs.map { subject.node($0) })
      } else {
        _ = subject.graph.makeEffect(self)
      }
    }

    override func deliver(in graph: Graph) {
      deliveries += 1
      subject.log.append("\(index)=\(rule.value { subject.read($0) })")
      guard deliveries == 2 else { return }
      switch action {
      case .none: break
      case .write(let source, let amount):
        graph.hold(Held { [subject] in subject.sources[source].store(subject.sources[source].value + amount) })
      case .dispose(let other):
        if other < subject.watchers.count { graph.dispose(subject.watchers[other].node) }
      case .observe(let node):
        let added = Watcher(subject, .sum([node]), .none)
        graph.deliverInitially(added.node)
      }
    }
  }

  init(_ plan: Plan) {
    self.plan = plan
    for index in 0..<plan.sourceCount { sources.append(IntSource(index, in: graph)) }
    for rule in plan.rules {
      let body = { [unowned self] in rule.value { self.read($0) } }
      if case .sum(let inputs) = rule {
        derived.append(IntDerived(in: graph, inputs: inputs.map { node($0) }, body))
      } else {
        derived.append(IntDerived(in: graph, body))
      }
    }
  }

  func node(_ index: Int) -> NodeID {
    index < plan.sourceCount ? sources[index].node : derived[index - plan.sourceCount].node
  }

  /// Some watcher, ended or not, may read the derived node on one way or another.
  func isWanted(_ index: Int) -> Bool {
    func reaches(_ rule: Plan.Rule) -> Bool {
      rule.mentioned.contains {
        $0 == plan.sourceCount + index || ($0 >= plan.sourceCount && reaches(plan.rules[$0 - plan.sourceCount]))
      }
    }
    return watchers.contains { reaches($0.rule) }
  }

  func read(_ index: Int) -> Int {
    index < plan.sourceCount ? sources[index].read() : derived[index - plan.sourceCount].read()
  }
}

private final class Held: HeldAction {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  override func apply(in graph: Graph) { body() }
  override func cutOff(in graph: Graph) {}
}

@Suite struct OracleTests {
  @Test func generatedGraphsAgreeWithNaiveRecomputation() {
    for seed in 0..<UInt64(4000) {
      guard check(seed: seed) else { return }
    }
  }

  private func check(seed: UInt64) -> Bool {
    var dice = Dice(state: seed)
    let plan = Plan(&dice)
    let subject = Subject(plan)
    var oracle = Oracle(plan: plan, sources: subject.sources.map(\.value))
    for watcher in plan.watchers {
      var held: [(Int, Int)] = []
      var initials: [Int] = []
      oracle.watchers.append(Oracle.Watcher(rule: watcher.rule, action: watcher.action))
      oracle.deliver(oracle.watchers.count - 1, &held, &initials)
      let made = Subject.Watcher(subject, watcher.rule, watcher.action)
      subject.graph.deliverInitially(made.node)
    }
    for step in 0..<12 {
      switch dice.below(8) {
      case 0:
        let index = dice.below(plan.nodeCount)
        let expected = oracle.value(index, oracle.sources)
        let found = subject.read(index)
        guard found == expected else {
          Issue.record("seed \(seed), step \(step): node \(index) is \(found), not \(expected)")
          return false
        }
      case 1:
        let index = dice.below(subject.watchers.count)
        subject.graph.dispose(subject.watchers[index].node)
        oracle.watchers[index].isAlive = false
      default:
        let evaluations = subject.derived.map(\.evaluations)
        let waves = subject.graph.wave
        var writes: [(Int, Int)] = []
        for source in 0..<plan.sourceCount where dice.below(2) == 0 { writes.append((source, 1 + dice.below(4))) }
        oracle.write(writes)
        for (source, amount) in writes { subject.sources[source].store(subject.sources[source].value + amount) }
        _ = subject.graph.flush()
        let waveCount = Int(subject.graph.wave - waves)
        for (index, cell) in subject.derived.enumerated()
        where cell.evaluations != evaluations[index] && !subject.isWanted(index) {
          Issue.record("seed \(seed), step \(step): derived \(index) was evaluated although nobody looks")
          return false
        }
        for (index, cell) in subject.derived.enumerated()
        where cell.evaluations - evaluations[index] > max(waveCount, 1) {
          Issue.record("seed \(seed), step \(step): derived \(index) was evaluated more than once in a wave")
          return false
        }
      }
      subject.graph.checkInvariants()
      guard subject.log == oracle.log else {
        Issue.record(
          "seed \(seed), step \(step): \(subject.log.suffix(6)) was delivered, not \(oracle.log.suffix(6)) \(plan)")
        return false
      }
    }
    for watcher in subject.watchers { subject.graph.dispose(watcher.node) }
    guard subject.graph.observerCount == 0, subject.derived.allSatisfy({ !subject.graph.isLive($0.node) }) else {
      Issue.record("seed \(seed): something is left alive")
      return false
    }
    let graph = subject.graph
    subject.derived.removeAll()
    subject.watchers.removeAll()
    for source in subject.sources { graph.dispose(source.node) }
    guard graph.nodeCount == 0, graph.linkCount == 0 else {
      Issue.record("seed \(seed): \(graph.nodeCount) nodes and \(graph.linkCount) links are left")
      return false
    }
    return true
  }
}
