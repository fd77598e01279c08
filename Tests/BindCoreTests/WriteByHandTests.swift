@testable import BindCore
import BindGraph
import Testing

/// Writes by hand to what a binding writes (CONTRACT 50): those that stand are warned of.
@Suite struct WriteByHandTests {
  private let subject = CoreSubject()
  private var engine: Engine { subject.engine }

  private func bind(_ source: Cell, _ target: Cell, _ function: @escaping (Int64) -> Int64 = { $0 }) {
    ClosureBinding(from: source, to: target, scope: engine.root) { value throws(Failure) in
      .integer(function(value.integer))
    }.start()
  }

  /// A target, and what it follows.
  private func bound() -> (target: LeafCell, source: LeafCell) {
    let source = subject.source(.integer(1), "source"), target = subject.source(.integer(0), "target")
    bind(source, target)
    return (target, source)
  }

  @Test func whatIsDroppedWithItsTransactionWasNoWriteByHand() throws {
    let (target, _) = bound()
    #expect(throws: Failure.self) {
      try engine.transaction {
        _ = try target.write(.integer(5))
        throw Failure.test
      }
    }
    try engine.transaction {
      try? engine.transaction {
        _ = try target.write(.integer(6))
        throw Failure.test
      }
    }
    #expect(subject.ids == [])
    try engine.transaction {
      try engine.transaction { _ = try target.write(.integer(7)) }
      #expect(subject.ids == [])
      _ = try target.write(.integer(8))
    }
    #expect(subject.ids == [.bindOverwritten])
    #expect(try target.integer() == 8)
  }

  @Test func whatAnObserverHasWrittenThatRaisesWasNoWriteByHand() throws {
    let (target, _) = bound()
    let news = subject.source(.integer(0), "news")
    var raises = true
    news.observe(initial: false) { new, _, _ throws(Failure) in
      _ = try target.modify { _ throws(Failure) in new }
      if raises { throw Failure.test }
    }
    _ = try news.write(.integer(5))
    #expect(!subject.ids.contains(.bindOverwritten))
    raises = false
    _ = try news.write(.integer(6))
    #expect(subject.ids.last == .bindOverwritten)
    #expect(try target.integer() == 6)
  }

  @Test func whatBindingsTakeBackWasNoWriteByHand() throws {
    let one = subject.source(.integer(0), "one"), two = subject.source(.integer(0), "two")
    bind(one, two)
    bind(two, one) { $0 > 9 ? $0 + 1 : $0 }
    #expect(thrownID { _ = try one.write(.integer(10)) } == .bindCycle)
    #expect(thrownID { try engine.transaction { _ = try one.write(.integer(11)) } } == .bindCycle)
    #expect(!subject.ids.contains(.bindOverwritten))
    #expect(try one.integer() == 0)
    try engine.transaction { _ = try one.write(.integer(3)) }
    #expect(subject.ids.filter { $0 == .bindOverwritten }.count == 1)
    #expect(try two.integer() == 3)
  }

  @Test func whatBindingsWriteWhileTheySettleIsNotWrittenByHand() throws {
    let (one, source) = bound()
    let two = subject.source(.integer(0), "two"), shown = subject.source(.integer(0), "shown")
    bind(one, two)
    let link = FunctionLink(two, shown, validates: false, scope: engine.root)
    link.start()
    try engine.transaction { _ = try source.write(.integer(2)) }
    _ = try shown.write(.integer(7))
    #expect(try two.integer() == 7)
    #expect(subject.ids == [])
  }

  @Test func whatIsWrittenWhereAPlaceHasGoneIsNoWriteByHand() throws {
    let list = subject.source(.list([.integer(1)]), "list")
    let place = try list.at(Path(parsing: "[1]"))
    bind(subject.source(.integer(5), "source"), place)
    _ = try list.write(.list([]))
    let before = subject.ids.count
    #expect(thrownID { _ = try place.write(.integer(3)) } == .bindDetached)
    #expect(!subject.ids.dropFirst(before).contains(.bindOverwritten))
  }

  /// A list of two elements, the first of which follows a source in its field v, by its key.
  private func boundInList() throws -> (list: LeafCell, element: Cell) {
    let elements: [Value] = [1, 2].map { .record(Record([("id", .integer($0)), ("v", .integer(0))])) }
    let list = subject.source(.list(elements), "list")
    let element = try list.keys(by: "id").follow(.integer(1))
    bind(subject.source(.integer(5), "source"), try element.at(Path(parsing: "v")))
    return (list, element)
  }

  @Test func byWhateverPathAPlaceIsWrittenItIsWarnedOf() throws {
    let nine = Record([("id", .integer(1)), ("v", .integer(9))])
    let writes: [(LeafCell, Cell) throws -> WriteOutcome] = [
      { list, _ in try list.at(Path(parsing: "[1].v")).write(.integer(9)) },
      { list, _ in try list.at(Path(parsing: "[1]")).write(.record(nine)) },
      { list, _ in try list.write(.list([.record(nine)])) },
      { list, _ in try list.modify { _ throws(Failure) in .list([.nil, .record(nine)]) } },
      { _, element in try element.merge(Record([("v", .integer(9))]), ignoringUnknown: false) },
      { _, element in try element.at(Path(parsing: "v")).write(.integer(9)) },
    ]
    for write in writes {
      let (list, element) = try boundInList()
      let before = subject.ids.count
      _ = try write(list, element)
      #expect(subject.ids.dropFirst(before) == [.bindOverwritten])
      #expect(try element.get()?[.field("v")] == .integer(9))
    }
    let (list, element) = try boundInList(), before = subject.ids.count
    let news = subject.source(.integer(0), "news")
    news.observe(initial: false) { _, _, _ throws(Failure) in
      _ = try list.modify { _ throws(Failure) in .list([.record(nine)]) }
    }
    try engine.transaction { _ = try news.write(.integer(1)) }
    #expect(subject.ids.dropFirst(before) == [.bindOverwritten])
    #expect(try element.get() == .record(nine))
  }

  @Test func whatLeavesTheBoundPlaceAsItWasIsNoWriteByHand() throws {
    let (list, element) = try boundInList()
    _ = try list.at(Path(parsing: "[2].v")).write(.integer(9))
    _ = try element.at(Path(parsing: "v")).write(.integer(5))
    _ = try list.modify { whole throws(Failure) in
      guard case .list(let elements) = whole else { return whole }
      return .list(elements.reversed())
    }
    try engine.transaction {
      _ = try list.at(Path(parsing: "[2].v")).write(.integer(9))
      _ = try element.at(Path(parsing: "v")).write(.integer(5))
    }
    _ = try list.write(.list([]))
    #expect(subject.ids == [])
  }
}
