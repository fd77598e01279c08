import BindCore
import TestSupport
import Testing

/// CONTRACT 16 and 20 to 26 from Swift. The number of a rule stands in front of its test.
@Suite struct TransactionTests {
  private let subject = CoreSubject()
  private var engine: Engine { subject.engine }
  private struct Stop: Error {}

  // 16
  @Test func whatIsRegisteredInATransactionIsDeliveredAtItsCommitAndNotBefore() throws {
    let source = subject.source(.integer(1))
    let target = subject.source(.integer(0), "target")
    let value = Bindable(1, engine: engine)
    var seen: [Int64] = []
    try engine.transaction {
      source.observe { new, _, _ in seen.append(new.integer) }
      value.observe { seen.append(Int64($0)) }
      Binding(from: source, to: target, scope: engine.root).start()
      try engine.transaction {
        _ = try source.write(.integer(2))
        value.update(with: 20)
      }
      #expect(seen == [])
      #expect(try target.integer() == 0)
      _ = try source.write(.integer(3))
    }
    #expect(seen == [3, 20])
    #expect(try target.integer() == 3)
  }

  private final class Board: Equatable {
    var score = 0
    static func == (_: Board, _: Board) -> Bool { true }
  }

  // 20
  @Test func touchIsOneWaveAlthoughEqualAndTellsItsCause() throws {
    let board = Bindable(Board(), name: "board", engine: engine)
    let plain = subject.source(.integer(1))
    var log: [String] = []
    board.observe(initial: false) { log.append("board \($0.score)") }
    plain.observe(initial: false) { [engine] new, old, cause in
      log.append("plain \(new.integer) \(old?.integer ?? -1) \(engine.causes[cause]?.kind.name ?? "")")
    }
    board.value?.score = 5
    board.touch()
    try plain.touch()
    #expect(log == ["board 5", "plain 1 1 touch"])
    log = []
    // Inside a transaction it is held, and goes with it.
    try engine.transaction {
      board.touch()
      try plain.touch()
      board.touch()
      #expect(log == [])
    }
    #expect(log == ["board 5", "plain 1 1 touch"])
    log = []
    try? engine.transaction {
      board.touch()
      try plain.touch()
      throw Stop()
    }
    board.update(with: Board())
    #expect(log == [])
  }

  // 20
  @Test func touchingARecordTouchesWhatIsInItAndAroundItInOneWave() throws {
    let model = try RecordCell.build(
      [("inner", .record([("x", .leaf(.plain(.integer(1)))), ("y", .leaf(.plain(.integer(2))))]))], name: "model",
      engine: engine)
    let inner = try model.at(Path(parsing: "inner"))
    var log: [String] = []
    for path in ["inner", "inner.x"] {
      try model.at(Path(parsing: path)).observe(initial: false) { _, _, _ in log.append(path) }
    }
    model.observe(initial: false) { _, _, _ in log.append("model") }
    try inner.touch()
    #expect(log.sorted() == ["inner", "inner.x", "model"])
    #expect(thrownID { try engine.runPure { () throws(Failure) in try inner.touch() } } == .bindPure)
  }

  // 17, 19
  @Test func whatManyCallbacksOfOneWaveWriteToOneListIsComparedOnceForEachWrite() throws {
    let (number, subject, looks) = (40, CoreSubject(), Looks())
    func mark(_ number: Int) -> Value { .opaque(Mark(number, looks)) }
    let list = subject.source(.list((0..<number).map { _ in mark(0) }), "list")
    let places = try (1...number).map { try list.child(.index($0)) }
    let go = subject.source(.integer(0), "go")
    var told = 0
    for place in places { place.observe(initial: false) { _, _, _ in told += 1 } }
    // From the end on: the list is compared up to the place that differs.
    for place in places.reversed() {
      go.observe(initial: false) { _, _, _ throws(Failure) in _ = try place.write(mark(1)) }
    }
    _ = try go.write(.integer(1))
    #expect(told == number)
    // A write compares half of the list and each of its places; and what it has come to is compared once.
    #expect(looks.count > 0 && looks.count <= 2 * number * number)
  }

  // 17, 19
  @Test func whatTheCallbacksOfOneWaveWriteRunsAnEffectIfAndOnlyIfItComesToSomethingElse() throws {
    var (ran, stayed) = (0, 0)
    for seed in 0..<300 {
      var dice = Dice(state: UInt64(seed))
      let subject = CoreSubject()
      let model = try RecordCell.build(
        [
          ("a", .leaf(.plain(.integer(0)))), ("b", .leaf(.plain(.integer(0)))),
          ("list", .leaf(.plain(.list([.integer(0), .integer(0)])))),
        ], name: "model", engine: subject.engine)
      let loose = subject.source(.integer(0))
      let written = try ["a", "b", "list[1]", "list[2]"].map { try model.at(Path(parsing: $0)) } + [loose]
      let sum = subject.combined([written[0], loose]) { .integer($0[0].integer + $0[1].integer) }
      let tracked = subject.tracked { () throws(Failure) in
        .integer(try written[2].integer() == 0 ? 0 : try written[1].integer())
      }
      let readable = written + [model, try model.at(Path(parsing: "list")), sum, tracked]
      let effects = (0..<6).map { _ in (0...dice.below(3)).map { _ in readable[dice.below(readable.count)] } }
      func values() throws -> [[Value?]] { try effects.map { try $0.map { try $0.peek() } } }
      var runs = effects.map { _ in 0 }
      for (number, cells) in effects.enumerated() {
        let effect = Counted(engine: subject.engine, scope: subject.engine.root) {
          runs[number] += 1
          for cell in cells { _ = try? cell.get() }
        }
        effect.start()
      }
      let go = subject.source(.integer(0))
      for _ in 0..<(2 + dice.below(3)) {
        let writes = (0...dice.below(3)).map { _ in (written[dice.below(5)], dice.below(2), dice.below(2) == 0) }
        go.observe(initial: false) { (_, _, _) throws(Failure) in
          for (cell, value, isFunction) in writes {
            _ =
              isFunction
              ? try cell.modify { .integer(1 - $0.integer) } : try cell.write(.integer(Int64(value)))
          }
        }
      }
      for round in 1...5 {
        let (before, counts) = (try values(), runs)
        _ = try go.write(.integer(Int64(round)))
        let after = try values()
        for number in effects.indices {
          let isNews = before[number] != after[number]
          #expect(runs[number] - counts[number] == (isNews ? 1 : 0), "seed \(seed), round \(round)")
          if isNews { ran += 1 } else { stayed += 1 }
        }
      }
    }
    #expect(ran > 1000 && stayed > 1000)
  }

  // 21
  @Test func anErrorThatATransactionThrowsIsTheCallersOwn() {
    #expect(throws: Stop.self) { try engine.transaction { throw Stop() } }
    let found = #expect(throws: Failure.self) { try engine.transaction { throw Failure.test } }
    #expect(found?.description == Failure.test.description)
  }

  // 22
  @Test func aRollbackEndsAllThatWasRegistered() throws {
    let source = subject.source(.integer(1))
    let target = subject.source(.integer(0), "target")
    let list = subject.source(.list([.record(Record([("id", .integer(1))]))]), "list")
    let models = ModelRegistry(engine: engine)
    let user = Bindable(1, engine: engine)
    let before = (engine.observerCount, engine.root.count)
    var runs = 0
    var closed = 0
    #expect(throws: Stop.self) {
      try engine.transaction {
        source.observe { _, _, _ in runs += 1 }
        user.observe { _ in runs += 1 }
        Binding(from: source, to: target, scope: engine.root).start()
        Link(source, subject.source(.integer(5), "end"), validates: false, scope: engine.root).start()
        try Each(of: list.keys(by: "id"), scope: engine.root).begin()
        Counted(engine: engine, scope: engine.root) { runs += 1 }.start()
        let scope = Scope(name: "inner", in: engine.root, engine: engine)
        scope.onClose { closed += 1 }
        source.observe(in: scope) { _, _, _ in runs += 1 }
        try models.add(RecordCell(name: "late", engine: engine), named: "late")
        _ = try source.write(.integer(2))
        throw Stop()
      }
    }
    _ = try source.write(.integer(3))
    user.update(with: 2)
    #expect(runs == 0)
    #expect(closed == 1)
    #expect(models.model(named: "late") == nil)
    #expect(try target.integer() == 0)
    #expect((engine.observerCount, engine.root.count) == before)
  }

  private final class Counted: Effect {
    private let count: () -> Void
    init(engine: Engine, scope: Scope, _ count: @escaping () -> Void) {
      self.count = count
      super.init(engine: engine, scope: scope)
    }
    @available(*, unavailable) override init(engine: Engine, scope: Scope) { preconditionFailure("not inherited") }
    override func body() { count() }
  }

  // 23
  @Test func readsInsideSeeItsWritesThroughDerivedCellsAndAfterwardsNone() throws {
    let model = try RecordCell.build(
      [("n", .leaf(.plain(.integer(1)))), ("list", .leaf(.plain(.list([.integer(1), .integer(2)]))))], name: "m",
      engine: engine)
    let number = try model.at(Path(parsing: "n"))
    let live = subject.combined([number]) { values throws(Failure) in .integer(values[0].integer * 10) }
    live.observe { _, _, _ in }
    let idle = subject.combined([live]) { values throws(Failure) in .integer(values[0].integer + 1) }
    let tracked = subject.tracked { () throws(Failure) in .integer(try number.integer() + (try live.integer())) }
    let element = try model.at(Path(parsing: "list[2]"))
    func all() throws -> [Int64] {
      [
        try number.integer(), try live.integer(), try idle.integer(), try tracked.integer(), try element.integer(),
        model.value(of: "n")?.integer ?? -1,
      ]
    }
    let before = try all()
    #expect(before == [1, 10, 11, 11, 2, 1])
    try? engine.transaction {
      _ = try number.write(.integer(5))
      _ = try element.write(.integer(7))
      #expect(try all() == [5, 50, 51, 55, 7, 5])
      throw Stop()
    }
    #expect(try all() == before)
  }

  // 25
  @Test func aTurnIsOneWaveOrNothing() throws {
    let first = subject.source(.integer(0))
    let second = subject.source(.integer(0), "second")
    var seen: [String] = []
    subject.combined([first, second]) { values throws(Failure) in
      .string("\(values[0].integer) \(values[1].integer)")
    }.observe { new, _, _ in seen.append(new.description) }
    try engine.turn(.external, label: "press") {
      _ = try first.write(.integer(1))
      _ = try second.write(.integer(1))
    }
    try? engine.turn(.external, label: "press") {
      _ = try first.write(.integer(9))
      throw Stop()
    }
    #expect(seen == ["\"0 0\"", "\"1 1\""])
    #expect(try first.integer() == 1)
  }

  // 26
  @Test func aTransactionCarriesWordsForWhoeverObservesIt() throws {
    let value = Bindable(0, engine: engine)
    var log: [String] = []
    value.observe { [engine] new in
      let animation = engine.runningMetadata?["animation"]?.description ?? "none"
      log.append("\(new) \(engine.runningLabel ?? "none") \(animation)")
    }
    try engine.transaction(label: "move", metadata: Record([("animation", .string("slow"))])) {
      value.update(with: 1)
      try engine.transaction(label: "inner") { value.update(with: 2) }
    }
    try engine.transaction(label: nil, metadata: Record([("animation", .string("fast"))])) { value.update(with: 3) }
    try engine.transaction { value.update(with: 4) }
    value.update(with: 5)
    #expect(
      log == ["0 none none", "2 inner none", "3 none \"fast\"", "4 none none", "5 none none"])
    #expect(engine.runningLabel == nil)
  }
}

extension RecordCell {
  /// The field as it stands in the whole record.
  fileprivate func value(of field: ByteString) -> Value? {
    if case .record(let record)? = (try? get()) ?? nil { record[field] } else { nil }
  }
}

/// How often marks were compared.
private final class Looks { var count = 0 }

private final class Mark: Opaque, @unchecked Sendable {
  private let number: Int
  private let looks: Looks

  init(_ number: Int, _ looks: Looks) {
    self.number = number
    self.looks = looks
  }

  override func isIdentical(to other: Opaque) -> Bool {
    looks.count += 1
    return (other as? Mark)?.number == number
  }
}
