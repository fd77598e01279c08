@testable import BindCore
import TestSupport
import Testing

/// CONTRACT 52 and 53: the changes of a keyed list. The number of a rule stands in front of its test.
@Suite struct EachTests {
  /// Writes down what it is told.
  private final class Log: Each {
    var lines: [String] = []
    var onInsert: (Value) throws(Failure) -> Void = { _ in }

    override func inserted(_ element: Cell, key: Value, at place: Int) throws(Failure) {
      lines.append("insert \(key) at \(place)")
      let scope = engine.scope
      scope?.onClose { [unowned self] in lines.append("closed \(key)") }
      element.observe { [unowned self] new, _, _ in lines.append("see \(new)") }
      try onInsert(key)
    }
    override func removed(_ value: Value, key: Value, at place: Int) throws(Failure) {
      lines.append("remove \(key) at \(place)")
    }
    override func moved(_ element: Cell, key: Value, from: Int, to: Int) throws(Failure) {
      lines.append("move \(key) \(from) to \(to)")
    }
    override func updated(_ element: Cell, _ new: Value, _ old: Value) throws(Failure) {
      lines.append("update \(old) to \(new)")
    }

    func taken() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private let subject = CoreSubject()

  /// Elements are numbers; the key is the number without its last digit.
  private func each(_ numbers: [Int64]) -> (list: LeafCell, log: Log) {
    let list = subject.source(value(numbers), "list")
    let keys = ListKeys(of: list, name: "key") { element throws(Failure) in .integer(element.integer / 10) }
    return (list, Log(of: keys, scope: subject.engine.root))
  }

  private func value(_ numbers: [Int64]) -> Value { .list(numbers.map { .integer($0) }) }

  // 52
  @Test func aKeyFunctionThatLooksAtItsListSeesWhatIsWritten() throws {
    let list = subject.source(value([10, 20]), "list")
    let first = try list.child(.index(1))
    let keys = ListKeys(of: list, name: "key", isFunction: true) { element throws(Failure) in
      .integer((try first.get() ?? .nil).integer + element.integer)
    }
    let log = Log(of: keys, scope: subject.engine.root)
    try log.begin()
    #expect(log.taken().filter { $0.hasPrefix("insert") } == ["insert 20 at 0", "insert 30 at 1"])
    // The second element is as it was, and has another key.
    _ = try list.write(value([15, 20]))
    let changes = log.taken().filter { line in ["remove", "insert", "update"].contains { line.hasPrefix($0) } }
    #expect(changes == ["remove 20 at 0", "insert 35 at 1", "update 20 to 15"])
    #expect(thrownID { _ = try list.write(value([15, 15])) } == .bindKey)
    log.stop()
  }

  // 52
  @Test func anElementsScopeIsMadeOnceKeptOverMovesAndUpdatesAndClosedOnRemoval() throws {
    let (list, log) = each([10, 20])
    try log.begin()
    #expect(log.taken() == ["insert 1 at 0", "insert 2 at 1", "see 10", "see 20"])
    _ = try list.write(value([20, 11]))
    let moved = log.taken()
    #expect(moved.contains("update 10 to 11") && moved.contains("see 11"))
    #expect(moved.contains { $0.hasPrefix("move") })
    #expect(!moved.contains { $0.hasPrefix("insert") || $0.hasPrefix("closed") || $0 == "see 20" })
    _ = try list.write(value([11]))
    #expect(log.taken() == ["remove 2 at 0", "closed 2"])
    _ = try list.write(value([11, 25]))
    #expect(log.taken() == ["insert 2 at 1", "see 25"])
    log.stop()
    #expect(log.taken() == ["closed 2", "closed 1"])
    #expect(subject.engine.observerCount == 0)
  }

  // 52
  @Test func keysOfAListThatSharesElementsWithTheOneBeforeAreThoseOfAListMadeAnew() {
    let list = subject.source(.list([]), "list")
    func keys() -> ListKeys {
      ListKeys(of: list, name: "id") { element throws(Failure) in element[.field("id")] ?? .nil }
    }
    func outcome(_ keys: ListKeys, _ elements: [Value]) -> [Value]? { (try? keys.keys(of: elements))?.values }

    for seed in 0..<UInt64(300) {
      var dice = Dice(state: seed)
      // Two elements of the pool may have one key; those that are the same object share their storage.
      let pool = (0..<12).map { Value.record(Record([("id", .integer($0 % 8)), ("n", .integer($0))])) }
      let known = keys()
      var elements: [Value] = []
      for step in 0..<30 {
        var next = elements
        switch Int.random(in: 0...3, using: &dice) {
        case 0: next.insert(pool.randomElement(using: &dice) ?? .nil, at: Int.random(in: 0...next.count, using: &dice))
        case 1 where !next.isEmpty: next.remove(at: Int.random(in: 0..<next.count, using: &dice))
        case 2: next.shuffle(using: &dice)
        default: next = Array(pool.shuffled(using: &dice).prefix(Int.random(in: 0...5, using: &dice)))
        }
        let expected = outcome(keys(), next)
        #expect(outcome(known, next) == expected, "seed \(seed), step \(step)")
        // What was refused is not written.
        if let expected {
          elements = next
          for (place, value) in expected.enumerated() {
            #expect(
              ListKeys.Key(value).flatMap { known.place(of: $0, in: elements) } == place, "seed \(seed), step \(step)")
          }
        }
      }
    }
  }

  // 52
  @Test func aKeyThatComesBetweenThoseThatStayedIsRefusedWithBothPlaces() throws {
    let (list, log) = each([10, 20, 30])
    try log.begin()
    func refusal(_ numbers: [Int64]) -> String? {
      do { _ = try list.write(value(numbers)) } catch { return "\(error)" }
      return nil
    }
    #expect(refusal([10, 20, 31, 30])?.contains("elements 3 and 4 have the same key, 3") == true)
    #expect(refusal([10, 11, 20, 30])?.contains("elements 1 and 2 have the same key, 1") == true)
    #expect(refusal([10, 20, 40, 41, 30])?.contains("elements 3 and 4 have the same key, 4") == true)
    #expect(refusal([11, 20, 30]) == nil)
  }

  // 52
  @Test func aDuplicateKeyRaisesWhereItIsWrittenBeforeAnyChangeIsDelivered() throws {
    let (list, log) = each([10, 20])
    try log.begin()
    _ = log.taken()
    var lengths = 0
    list.observe(initial: false) { _, _, _ in lengths += 1 }
    #expect(thrownID { _ = try list.write(value([10, 20, 21])) } == .bindKey)
    #expect(
      thrownID { try subject.engine.transaction { _ = try list.write(value([10, 11])) } } == .bindKey)
    #expect(try list.get() == value([10, 20]))
    #expect(log.taken() == [])
    #expect(lengths == 0)
    log.stop()
    _ = try list.write(value([10, 11]))
    let (_, again) = each([10, 11])
    #expect(thrownID { try again.begin() } == .bindKey)
    again.stop()
  }

  // 53
  @Test func anEditInsideACallbackGivesASecondSetOfOperationsAndNoNetChangeGivesNone() throws {
    let (list, log) = each([10])
    try log.begin()
    log.onInsert = { key throws(Failure) in
      if key == .integer(2) { _ = try list.write(value([20, 30])) }
    }
    _ = log.taken()
    _ = try list.write(value([10, 20]))
    #expect(
      log.taken() == ["insert 2 at 1", "see 20", "remove 1 at 0", "closed 1", "insert 3 at 1", "see 30"])
    try subject.engine.transaction {
      _ = try list.write(value([]))
      _ = try list.write(value([20, 30]))
    }
    #expect(log.taken() == [])
  }

  // 27, 52
  @Test func anElementThatRaisesStopsNoOther() throws {
    let (list, log) = each([])
    try log.begin()
    log.onInsert = { key throws(Failure) in if key == .integer(1) { throw .test } }
    _ = try list.write(value([10, 20]))
    // The observer that the first one made is taken back with it, and what it wanted to be cleaned up is.
    #expect(log.taken() == ["insert 1 at 0", "closed 1", "insert 2 at 1", "see 20"])
    #expect(subject.reports.count == 1)
    #expect(log.errorCount == 1)
  }
}
