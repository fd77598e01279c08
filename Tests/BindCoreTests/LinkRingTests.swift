import BindCore
import BindGraph
import TestSupport
import Testing

/// Cells and the links between them, as data.
private struct Plan: CustomStringConvertible {
  enum Kind {
    case identity
    case shift(Int64)
    /// From the target only even numbers come through: 5 means 4.
    case even
    /// The target shows tens.
    case tens
    /// From the target nothing below zero is taken.
    case positive
    /// The validator takes no multiple of seven.
    case picky

    func to(_ value: Int64) -> Int64 {
      switch self {
      case .identity, .even, .positive, .picky: value
      case .shift(let amount): value &+ amount
      case .tens: (value - (value % 10 + 10) % 10) / 10
      }
    }

    /// nil refuses.
    func from(_ value: Int64) -> Int64? {
      switch self {
      case .identity: value
      case .shift(let amount): value &- amount
      case .even: value - (value % 2 + 2) % 2
      case .tens: value &* 10  // a pair that does not settle grows and grows
      case .positive: value < 0 ? nil : value
      case .picky: value % 7 == 0 ? nil : value
      }
    }

    /// Each value has its counterpart and both ways lead to it.
    var isInvertible: Bool {
      switch self {
      case .identity, .shift: true
      case .even, .tens, .positive, .picky: false
      }
    }

    var refuses: Bool {
      switch self {
      case .positive, .picky: true
      case .identity, .shift, .even, .tens: false
      }
    }
  }

  struct Edge {
    var source: Int
    var target: Int
    var kind: Kind
  }

  var cells: Int
  var edges: [Edge] = []
  var isRing: Bool
  /// Cells that make every value even.
  var coercing: Set<Int> = []

  init(_ dice: inout Dice) {
    cells = 2 + dice.below(7)
    isRing = cells > 2 && dice.below(2) == 0
    // Of three plans one has nothing but invertible links, and there the oracle knows every value.
    let isPlain = dice.below(3) == 0
    var shift: Int64 = 0
    for left in 0..<(cells - 1) {
      // Either end can be the source.
      let isForth = dice.below(2) == 0
      let kind = Self.kind(isPlain, &dice)
      if case .shift(let amount) = kind { shift += isForth ? amount : -amount }
      edges.append(Edge(source: isForth ? left : left + 1, target: isForth ? left + 1 : left, kind: kind))
    }
    if isRing {
      // A plain ring closes, but for one in four.
      let kind: Kind =
        isPlain && dice.below(4) > 0 ? (shift == 0 ? .identity : .shift(-shift)) : Self.kind(isPlain, &dice)
      edges.append(Edge(source: cells - 1, target: 0, kind: kind))
    }
    edges.shuffle(using: &dice)
    if !isPlain {
      for cell in 0..<cells where dice.below(5) == 0 { coercing.insert(cell) }
    }
  }

  private static func kind(_ isPlain: Bool, _ dice: inout Dice) -> Kind {
    switch dice.below(isPlain ? 3 : 8) {
    case 0, 1: .identity
    case 2: .shift(Int64(dice.below(5)) - 2)
    case 3: .even
    case 4: .tens
    case 5: .positive
    case 6: .picky
    default: .identity
    }
  }

  var isPlain: Bool { coercing.isEmpty && edges.allSatisfy(\.kind.isInvertible) }

  /// A plain plan whose ring, if it is one, comes back to the value it began with.
  var closes: Bool {
    isPlain && (!isRing || expected(from: 0, 0) != nil)
  }

  /// It may never settle: what the wave has written is taken back then.
  var mayGoRound: Bool { isRing && !closes }

  /// Every cell's value in a plain plan after one of them was given `value`; nil where a ring does not close.
  func expected(from cell: Int, _ value: Int64) -> [Int64]? {
    var values = [Int64?](repeating: nil, count: cells)
    values[cell] = value
    var changed = true
    while changed {
      changed = false
      for edge in edges {
        switch (values[edge.source], values[edge.target]) {
        case (let source?, nil):
          values[edge.target] = edge.kind.to(source)
          changed = true
        case (nil, let target?):
          values[edge.source] = edge.kind.from(target)
          changed = true
        case (let source?, let target?): if edge.kind.to(source) != target { return nil }
        case (nil, nil): break
        }
      }
    }
    return values.compactMap { $0 }
  }

  var description: String {
    let links = edges.map { "\($0.source)→\($0.target) \($0.kind)" }.joined(separator: ", ")
    return
      "\(cells) cells\(isRing ? " in a ring" : ""): \(links)\(coercing.isEmpty ? "" : "; even: \(coercing.sorted())")"
  }
}

/// The same plan over the engine, and what its observers saw.
private final class Subject {
  let plan: Plan
  let base = CoreSubject()
  let scope: Scope
  var cells: [LeafCell] = []
  var links: [FunctionLink] = []
  /// How often each cell's observer ran in the present step.
  var calls: [Int]
  var faults: [String] = []

  init(_ plan: Plan, _ dice: inout Dice) {
    self.plan = plan
    scope = Scope(name: "subject", in: base.engine.root, engine: base.engine)
    calls = Array(repeating: 0, count: plan.cells)
    for index in 0..<plan.cells {
      var declaration = FieldDeclaration.any(.nil)
      if plan.coercing.contains(index) {
        declaration.check = { value throws(Failure) in
          .coerced(.integer(value.integer - (value.integer % 2 + 2) % 2))
        }
      }
      cells.append(base.source(.integer(Int64(dice.below(20)) * 2), "c\(index)", declaration))
    }
    let observesFirst = dice.below(2) == 0
    if observesFirst { observe() }
    for edge in plan.edges {
      let link = FunctionLink(
        cells[edge.source], cells[edge.target], validates: edge.kind.refuses, scope: scope)
      let kind = edge.kind
      link.to = { value throws(Failure) in .integer(kind.to(value.integer)) }
      if case .picky = kind {
        link.check = { value throws(Failure) in kind.from(value.integer) == nil ? .refused("seven") : .accepted(value) }
      } else {
        link.from = { value throws(Failure) in
          kind.from(value.integer).map { .accepted(.integer($0)) } ?? .refused("negative")
        }
      }
      links.append(link)
      link.start()
    }
    if !observesFirst { observe() }
    calls = Array(repeating: 0, count: plan.cells)
  }

  private func observe() {
    for (index, cell) in cells.enumerated() {
      cell.observe(in: scope, initial: false) { [unowned self] new, old, _ throws(Failure) in
        calls[index] += 1
        if new == old { faults.append("the observer of c\(index) was told \(new) twice") }
        if let fault = try disagreement() { faults.append("the observer of c\(index) saw that \(fault)") }
      }
    }
  }

  func values() throws(Failure) -> [Int64] {
    var values: [Int64] = []
    for cell in cells { values.append(try cell.integer()) }
    return values
  }

  /// What the ends and the status of some link contradict each other in.
  func disagreement() throws(Failure) -> String? {
    for (edge, link) in zip(plan.edges, links) {
      let source = try cells[edge.source].integer()
      let target = try cells[edge.target].integer()
      switch link.status {
      case .ok:
        if edge.kind.to(source) != target {
          return "\(edge.source)→\(edge.target) is ok with \(source) and \(target)"
        }
      case .invalid:
        if !edge.kind.refuses || edge.kind.from(target) != nil {
          return "\(edge.source)→\(edge.target) refuses \(target), which is good"
        }
        if link.refusedInput != .integer(target) {
          return "\(edge.source)→\(edge.target) says \(link.refusedInput ?? .nil) was refused, and holds \(target)"
        }
      case .failed: if plan.closes { return "\(edge.source)→\(edge.target) failed, and every link can settle" }
      case .suspended: return "\(edge.source)→\(edge.target) is suspended"
      }
    }
    return nil
  }
}

@Suite struct LinkRingTests {
  private struct Stop: Error {}

  /// CONTRACT 0, 42, 45 and 48 over generated chains and rings of two to eight cells.
  @Test func generatedRingsAndChainsSettleOrSayWhyNotAndEachCellChangesOnce() throws {
    var kinds: [Binding.Status: Int] = [:]
    for seed in 0..<UInt64(1500) {
      var dice = Dice(state: seed)
      let plan = Plan(&dice)
      let subject = Subject(plan, &dice)
      for step in 0..<10 {
        guard let fault = try turn(subject, &dice) else { continue }
        Issue.record("seed \(seed), step \(step): \(fault)\n\(plan)")
        return
      }
      for link in subject.links { kinds[link.status, default: 0] += 1 }
      if let fault = end(subject) {
        Issue.record("seed \(seed): \(fault)\n\(plan)")
        return
      }
    }
    // The generator must reach what is tested.
    #expect([.ok, .invalid, .failed].allSatisfy { kinds[$0, default: 0] > 100 }, "\(kinds)")
  }

  private func turn(_ subject: Subject, _ dice: inout Dice) throws -> String? {
    let before = try subject.values()
    let writes = (0...(dice.below(3) == 0 ? dice.below(3) : 0)).map { _ in
      (cell: dice.below(subject.plan.cells), value: Int64(dice.below(60)) - 10)
    }
    let isToDrop = dice.below(5) == 0
    var isDropped = isToDrop
    do {
      if writes.count == 1, !isToDrop {
        _ = try subject.cells[writes[0].cell].write(.integer(writes[0].value))
      } else {
        try subject.base.engine.transaction {
          for write in writes { _ = try subject.cells[write.cell].write(.integer(write.value)) }
          if isToDrop { throw Stop() }
        }
      }
    } catch is Stop {
    } catch Failure.diagnostic(let diagnostic) where diagnostic.id == .bindCycle && subject.plan.mayGoRound {
      isDropped = true
    }
    subject.base.engine.graph.checkInvariants()
    let after = try subject.values()
    let what = "\(writes)\(isDropped ? " dropped" : "") over \(before) gave \(after)"
    if let fault = try subject.faults.first ?? subject.disagreement() { return "\(what): \(fault)" }
    if isDropped, after != before { return what }
    for (index, calls) in subject.calls.enumerated() where calls != (before[index] == after[index] ? 0 : 1) {
      return "\(what): the observer of c\(index) ran \(calls) times"
    }
    if subject.plan.closes, !isDropped, writes.count == 1,
      let expected = subject.plan.expected(from: writes[0].cell, writes[0].value), expected != after
    {
      return "\(what), not \(expected)"
    }
    subject.calls = Array(repeating: 0, count: subject.plan.cells)
    return nil
  }

  private func end(_ subject: Subject) -> String? {
    let engine = subject.base.engine
    subject.scope.close()
    if engine.observerCount != 0 { return "\(engine.observerCount) observers are left" }
    subject.links.removeAll()
    subject.cells.removeAll()
    if engine.nodeCount != 0 { return "\(engine.nodeCount) nodes are left" }
    return nil
  }
}
