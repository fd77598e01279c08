@testable import BindCore
import BindGraph
import Testing

/// What a wave has written whose bindings never settle is taken back (CONTRACT 11).
@Suite struct SettlingTests {
  private let subject = CoreSubject()
  private var engine: Engine { subject.engine }

  /// Goes round while it is above 5.
  private func ring(whileTurning: @escaping () -> Void = {}) -> LeafCell {
    let far = subject.source(.integer(3), "far")
    let one = subject.source(.integer(0), "one"), two = subject.source(.integer(0), "two")
    bind(one, two) { value in
      whileTurning()
      return value + 1
    }
    let back = subject.combined([two, far]) { values throws(Failure) in
      values[1].integer > 5 ? .integer(values[0].integer + 1) : values[1]
    }
    bind(back, one) { $0 }
    return far
  }

  private func bind(_ source: Cell, _ target: Cell, _ function: @escaping (Int64) -> Int64) {
    ClosureBinding(from: source, to: target, scope: engine.root) { value throws(Failure) in
      .integer(function(value.integer))
    }.start()
  }

  private func state() throws -> (container: StateContainer, mirror: StateMirror, fields: [StateLeaf]) {
    let number = FieldDeclaration(type: .integer, defaultValue: .integer(0))
    let tree = FieldTree.record([("a", .leaf(number)), ("b", .leaf(number))])
    let container = StateContainer(
      .record(Record([("a", .integer(0)), ("b", .integer(0))])), name: "s", shape: StateShape(tree))
    let mirror = try StateMirror(container, tree: tree, clock: StillClock(), engine: engine) { _ in .nil }
    return (container, mirror, mirror.leaves)
  }

  /// A loop of plain writes behind a function keeps one of them.
  @Test func aPlainValueBehindAFunctionTakesThePlaceOfTheOneBefore() throws {
    let (one, two) = (subject.source(.integer(0), "one"), subject.source(.integer(0), "two"))
    let first = CellAssignment(.integer(1), to: one, by: .write(nil, .none))
    #expect(CellAssignment(.integer(2), to: one, by: .write(nil, .none)).replaces(first))
    #expect(!CellAssignment(.integer(2), to: two, by: .write(nil, .none)).replaces(first))
    let change = CellChange({ value in value }, of: one)
    #expect(!change.replaces(first) && !CellAssignment(.integer(2), to: one, by: .write(nil, .none)).replaces(change))
    #expect(!BindableChange({ _ in }, of: Bindable(1, engine: engine)).replaces(first))
  }

  @Test func whatOthersHaveWrittenToAStateMeanwhileIsNotTakenBack() throws {
    let (container, mirror, fields) = try state()
    defer { mirror.close() }
    var turns = 0
    let far = ring {
      turns += 1
      // As from another thread, while the bindings go round.
      guard turns == 20 else { return }
      _ = container.modify(by: .own(nil)) { value, _ in .init(value.setting(["a"], to: .integer(77))) }
    }
    turns = 0
    #expect(throws: Failure.self) {
      try engine.transaction {
        for field in fields { _ = try field.write(.integer(5)) }
        _ = try far.write(.integer(9))
      }
    }
    #expect(try far.get() == .integer(3))
    #expect(container.current.value.at(["a"]) == .integer(77) && container.current.value.at(["b"]) == .integer(0))
    #expect(try fields.map { try $0.get() } == [.integer(77), .integer(0)])
  }

  @Test func aStateThatIsKeptNowhereYetIsKeptNowhereWhenItsWriteIsTakenBack() throws {
    let (container, mirror, fields) = try state()
    defer { mirror.close() }
    let far = ring()
    bind(far, fields[0]) { $0 == 3 ? 0 : $0 }
    #expect(container.isAbsent)
    #expect(throws: Failure.self) { _ = try far.write(.integer(9)) }
    #expect(container.isAbsent && container.current.value.at(["a"]) == .integer(0))
    _ = try far.write(.integer(4))
    #expect(throws: Failure.self) { _ = try far.write(.integer(9)) }
    #expect(try !container.isAbsent && fields[0].get() == .integer(4))
  }

  @Test func nothingOfAWaveIsKeptAfterIt() throws {
    let far = ring()
    let alone = subject.source(.integer(0)), seen = subject.source(.integer(0))
    bind(alone, seen) { $0 }
    func isEmpty() -> Bool {
      let past = engine.unsettledPast
      return past.leaves.isEmpty && past.versions.isEmpty && past.others.isEmpty && past.beginners.isEmpty
        && past.origins.isEmpty && !past.hasStanding && !engine.graph.keepsPast
    }
    #expect(isEmpty())
    _ = try alone.write(.integer(1))
    #expect(isEmpty())
    _ = try seen.write(.integer(5))
    #expect(isEmpty())
    try engine.transaction { _ = try seen.write(.integer(6)) }
    #expect(isEmpty())
    alone.observe(initial: false) { [engine] _, _, _ throws(Failure) in
      _ = try seen.write(.integer(7))
      engine.announceLater(.integer(8), in: seen)
    }
    _ = try alone.write(.integer(2))
    #expect(isEmpty())
    #expect(throws: Failure.self) { _ = try far.write(.integer(9)) }
    #expect(isEmpty())
  }
}

/// Time does not pass.
private final class StillClock: WorldClock {
  var now: Instant { Instant(nanoseconds: 0) }
  var date: WallTime { WallTime(seconds: 0) }
  var zones: any TimeZones { preconditionFailure("no zones") }
  var pendingTimers: Int { 0 }
  func schedule(at due: Instant, label: String, _ body: @escaping () -> Void) -> any Token { NoTimer() }

  private final class NoTimer: Token {
    let isActive = false
    var keepsAlive = false
    func cancel() {}
  }
}
