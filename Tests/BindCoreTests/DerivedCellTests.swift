import BindCore
import Testing

/// CONTRACT.md's rules of derived cells. The number of a rule stands in front of its test.
@Suite struct DerivedCellTests {
  private let subject = CoreSubject()

  // 2
  @Test func inOneWaveADerivedCellIsEvaluatedAndAnObserverRunAtMostOnce() throws {
    let source = subject.source(.integer(1))
    let arms = (0..<10).map { arm in
      subject.tracked("arm\(arm)") { () throws(Failure) in .integer(try source.integer() + Int64(arm)) }
    }
    let sum = subject.tracked("sum") { () throws(Failure) in
      var sum: Int64 = 0
      for arm in arms { sum += try arm.integer() }
      return .integer(sum)
    }
    var seen: [Int64] = []
    sum.observe { new, _, _ in seen.append(new.integer) }
    let before = arms.map(\.evaluations) + [sum.evaluations]
    _ = try source.write(.integer(2))
    #expect(zip(arms.map(\.evaluations) + [sum.evaluations], before).allSatisfy { $0 - $1 == 1 })
    #expect(seen == [55, 65])
  }

  // 3
  @Test func nobodySeesAMixtureOfOldAndNewAlsoWithArmsOfUnequalLength() throws {
    let source = subject.source(.integer(1))
    var long: Cell = source
    for _ in 0..<7 {
      let before = long
      long = subject.combined([before]) { values throws(Failure) in .integer(values[0].integer + 1) }
    }
    var mixtures = 0
    let difference = subject.combined([long, source]) { values throws(Failure) in
      if values[0].integer - values[1].integer != 7 { mixtures += 1 }
      return .integer(values[0].integer * 100 + values[1].integer)
    }
    var seen: [Int64] = []
    difference.observe { new, _, _ in seen.append(new.integer) }
    for value in 2...4 { _ = try source.write(.integer(Int64(value))) }
    #expect(mixtures == 0)
    #expect(seen == [801, 902, 1003, 1104])
  }

  // 3
  @Test func dependenciesThatChangeWithinTheWaveAreConsistentToo() throws {
    let index = subject.source(.integer(0), "index")
    let list = subject.source(.list([.integer(10)]), "list")
    var fault: Int64?
    let chosen = subject.tracked("chosen") { () throws(Failure) in
      let wanted = Int(try index.integer())
      guard case .list(let elements)? = try list.get(), wanted < elements.count else {
        fault = Int64(wanted)
        return .nil
      }
      return elements[wanted]
    }
    var seen: [Int64] = []
    chosen.observe { new, _, _ in seen.append(new.integer) }
    try subject.engine.transaction {
      _ = try index.write(.integer(1))
      _ = try list.write(.list([.integer(10), .integer(20)]))
    }
    try subject.engine.transaction {
      _ = try list.write(.list([.integer(30)]))
      _ = try index.write(.integer(0))
    }
    #expect(fault == nil)
    #expect(seen == [10, 20, 30])
  }

  // 4
  @Test func withoutAnObserverItIsNotEvaluatedUntilItIsRead() throws {
    let source = subject.source(.integer(1))
    let cell = subject.tracked { () throws(Failure) in .integer(try source.integer() * 2) }
    _ = try source.write(.integer(2))
    #expect(cell.evaluations == 0)
    #expect(try cell.integer() == 4)
    #expect(try cell.integer() == 4)
    #expect(cell.evaluations == 1)
    let handle = cell.observe { _, _, _ in }
    _ = try source.write(.integer(3))
    #expect(cell.evaluations == 2)
    handle.stop()
    _ = try source.write(.integer(4))
    #expect(cell.evaluations == 2)
  }

  // 5
  @Test func anEqualResultRunsNoDependent() throws {
    let source = subject.source(.integer(1))
    let parity = subject.combined([source]) { values throws(Failure) in .integer(values[0].integer % 2) }
    let next = subject.tracked { () throws(Failure) in .integer(try parity.integer() + 1) }
    var seen: [Int64] = []
    next.observe { new, _, _ in seen.append(new.integer) }
    let before = next.evaluations
    _ = try source.write(.integer(3))
    #expect(next.evaluations == before)
    _ = try source.write(.integer(4))
    #expect(seen == [2, 1])
  }

  // 11b
  @Test func aChainOfAnyDepthIsFirstReadAtItsFarEnd() throws {
    let source = subject.source(.integer(0))
    var cell: Cell = source
    for _ in 0..<100_000 {
      let before = cell
      cell = subject.combined([before]) { values throws(Failure) in .integer(values[0].integer + 1) }
    }
    #expect(try cell.integer() == 100_000)
    _ = try source.write(.integer(1))
    #expect(try cell.integer() == 100_001)
  }

  // 12
  @Test func readingItselfIsACycleWithItsPathAndLeavesOthersUsable() throws {
    var second: ReadingCell?
    let first = subject.tracked("first") { () throws(Failure) in .integer(try second?.integer() ?? 0) }
    second = subject.tracked("second") { () throws(Failure) in .integer(try first.integer()) }
    let other = subject.tracked("other") { () throws(Failure) in .integer(7) }
    let found = #expect(throws: Failure.self) { try first.get() }
    guard case .diagnostic(let diagnostic)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(diagnostic.id == .bindCycle)
    #expect(diagnostic.notes.contains { $0.contains("first") && $0.contains("second") })
    #expect(try other.integer() == 7)
    second = nil
  }

  // 13
  @Test func aWriteInsideADerivedFunctionOrTransformIsRefused() throws {
    let source = subject.source(.integer(1))
    let target = subject.source(.integer(0), "target")
    let cell = subject.tracked { () throws(Failure) in
      _ = try target.write(.integer(9))
      return .nil
    }
    #expect(thrownID { _ = try cell.get() } == .bindPure)
    let binding = ClosureBinding(from: source, to: target, scope: subject.engine.root) { value throws(Failure) in
      _ = try source.write(.integer(5))
      return value
    }
    binding.start()
    #expect(subject.ids == [.bindPure])
    #expect(try target.integer() == 0)
    #expect(try source.integer() == 1)
    #expect(thrownID { try subject.engine.runPure { () throws(Failure) in try source.touch() } } == .bindPure)
  }

  // 38
  @Test func whatHandsAValueOnIsCheckedByItsTypeWhenItIsBound() throws {
    let number = subject.source(.integer(1), "number", .plain(.integer(1)))
    let text = subject.source(.string("a"), "text", .plain(.string("a")))
    for cell in [
      DistinctCell(number), DefaultCell(number, .integer(2)), DistinctCell(DistinctCell(number), as: "oneway"),
    ] as [DerivedCell] {
      #expect(thrownID { try Binding.check(cell, into: text) } == .bindType)
      #expect(thrownID { try Binding.check(cell, into: number) } == nil)
    }
    #expect(thrownID { try Binding.check(DefaultCell(number, .string("none")), into: text) } == nil)
  }

  // 29
  @Test func anErrorIsHeldUntilAnInputChangesAndWhatWasReadBeforeItStaysTracked() throws {
    let source = subject.source(.integer(0))
    let cell = subject.tracked { () throws(Failure) in
      let value = try source.integer()
      if value == 0 { throw .test }
      return .integer(100 / value)
    }
    for _ in 0..<3 { #expect(throws: Failure.self) { try cell.get() } }
    #expect(cell.evaluations == 1)
    _ = try source.write(.integer(5))
    #expect(try cell.integer() == 20)
  }

  // 29
  @Test func aTargetBoundToAnErrorKeepsItsLastValueAndTheBindingShowsTheError() throws {
    let source = subject.source(.integer(5))
    let cell = subject.combined([source]) { values throws(Failure) in
      if values[0].integer == 0 { throw .test }
      return .integer(100 / values[0].integer)
    }
    let target = subject.source(.nil, "target")
    let binding = Binding(from: cell, to: target, scope: subject.engine.root)
    binding.start()
    #expect(try target.integer() == 20)
    _ = try source.write(.integer(0))
    #expect(try target.integer() == 20)
    #expect(binding.status == .failed)
    #expect(try binding.statusCell(named: "error")?.get() != .nil)
    #expect(subject.reports.count == 1)
    _ = try source.write(.integer(50))
    #expect(try target.integer() == 2)
    #expect(binding.status == .ok)
    #expect(try binding.statusCell(named: "error")?.get() == .nil)
  }
}
