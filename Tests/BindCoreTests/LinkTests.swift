@testable import BindCore
import BindGraph
import Testing

/// A link whose functions are Swift's.
final class FunctionLink: Link {
  var to: (Value) throws(Failure) -> Value = { value throws(Failure) in value }
  var from: (Value) throws(Failure) -> Answer = { value throws(Failure) in .accepted(value) }
  var check: (Value) throws(Failure) -> Answer = { value throws(Failure) in .accepted(value) }

  override func transform(_ value: Value) throws(Failure) -> Value { try to(value) }
  override func convertBack(_ value: Value) throws(Failure) -> Answer { try from(value) }
  override func validate(_ value: Value) throws(Failure) -> Answer { try check(value) }
}

/// CONTRACT 0 and 42 to 50 over script cells. The number of a rule stands in front of its test.
@Suite struct LinkTests {
  private let subject = CoreSubject()
  private var engine: Engine { subject.engine }

  private func link(_ source: Cell, _ target: Cell, validates: Bool = false) -> FunctionLink {
    FunctionLink(source, target, validates: validates, scope: engine.root)
  }

  // 0
  @Test func aWaveSettlesBindingsBeforeAnyObserverRunsWhoeverWasRegisteredFirst() throws {
    let cells = (0..<5).map { subject.source(.integer(0), "c\($0)") }
    var torn = 0
    var runs = 0
    for cell in cells {
      cell.observe(initial: false) { _, _, _ throws(Failure) in
        runs += 1
        for other in cells where try other.integer() != (try cell.integer()) { torn += 1 }
      }
    }
    var sums: [Int64] = []
    subject.combined(cells) { values throws(Failure) in .integer(values.reduce(0) { $0 + $1.integer }) }
      .observe { new, _, _ in sums.append(new.integer) }
    // One-way, two-way and through a derived cell; the last one made is the first in the chain.
    let doubled = subject.combined([cells[3]]) { values throws(Failure) in .integer(values[0].integer * 2) }
    let halved = subject.combined([doubled]) { values throws(Failure) in .integer(values[0].integer / 2) }
    Binding(from: halved, to: cells[4], scope: engine.root).start()
    link(cells[2], cells[3]).start()
    Binding(from: cells[1], to: cells[2], scope: engine.root).start()
    link(cells[0], cells[1]).start()
    (torn, runs, sums) = (0, 0, [])
    _ = try cells[0].write(.integer(1))
    _ = try cells[1].write(.integer(2))
    #expect(torn == 0)
    #expect(runs == 10)
    #expect(sums == [5, 10])
  }

  // 37
  @Test func theSourceWinsAtTheStartAndWithoutAValueTheOtherEndFlowsBack() throws {
    let full = subject.source(.integer(1), "full")
    let other = subject.source(.integer(2), "other")
    link(full, other).start()
    #expect(try other.integer() == 1)
    let none = subject.source(nil, "none")
    let kept = subject.source(.integer(7), "kept")
    link(none, kept).start()
    #expect(try none.integer() == 7)
    try engine.transaction {
      _ = try other.write(.integer(5))
      _ = try full.write(.integer(6))
    }
    #expect(try [full.integer(), other.integer()] == [6, 6])
  }

  // 42, 51
  @Test func aWriteToAListAsksTheLinksOfTheOtherPlacesNothing() throws {
    #expect(try evaluations(links: 40) == evaluations(links: 4))
  }

  /// How often derived cells are evaluated: for a write to one place; for one to the list while the link of a place waits
  /// that has gone; and when that place returns.
  private func evaluations(links number: Int) throws -> [Int] {
    let subject = CoreSubject()
    func list(_ count: Int) -> Value { .list((0..<count).map { .integer(Int64($0)) }) }
    let leaf = subject.source(list(number), "list")
    let places = try (1...number).map { try leaf.child(.index($0)) }
    let fields = places.map { _ in subject.source(.integer(0)) }
    let links = zip(places, fields).map { FunctionLink($0, $1, validates: false, scope: subject.engine.root) }
    for link in links { link.start() }
    let derived = subject.engine.graph.derivedNodes.compactMap { subject.engine.graph.body(of: $0) as? DerivedCell }
    func evaluations(_ body: () throws -> Void) rethrows -> Int {
      let before = derived.reduce(0) { $0 + $1.count.runs }
      try body()
      return derived.reduce(0) { $0 + $1.count.runs } - before
    }
    let write = try evaluations { _ = try places[0].write(.integer(7)) }
    _ = try leaf.write(list(number - 1))
    _ = try fields[number - 1].write(.integer(100))
    #expect(links[number - 1].status == .invalid)
    let other = try evaluations { _ = try places[0].write(.integer(8)) }
    let back = try evaluations { _ = try leaf.write(list(number)) }
    #expect(try links[number - 1].status == .ok && fields[number - 1].integer() == Int64(number - 1))
    return [write, other, back, try evaluations { _ = try places[0].write(.integer(9)) }]
  }

  // 46, 51
  @Test func anEditThatIsHeldIsMadeWhenThePlaceThatWasAwayReturns() throws {
    let map = subject.source(.record(Record([("a", .integer(0))])), "map")
    let place = try map.child(.field("a"))
    let field = subject.source(.integer(0), "field")
    let link = link(place, field)
    link.holdsWhileEditing = true
    link.start()
    func ends() throws -> [Int64] { [try place.integer(), try field.integer()] }
    for (number, isNewer) in [(Int64(5), false), (6, true)] {
      _ = try map.write(.nil)
      _ = try field.write(.integer(number))
      #expect(link.status == .invalid)
      try engine.transaction {
        _ = try map.write(.record(Record([("a", .integer(1))])))
        if isNewer { _ = try field.write(.integer(number + 10)) }
      }
      #expect(try ends() == (isNewer ? [number + 10, number + 10] : [number, number]))
      #expect(link.status == .ok)
      _ = try place.write(.integer(7))
      #expect(try ends() == [7, 7])
    }
  }

  // 42
  @Test func aNormalisingEndCausesOneWriteBackAndNoMore() throws {
    let name = subject.source(.integer(0), "name")
    let even = subject.source(
      .integer(0), "even",
      FieldDeclaration(
        type: .integer, defaultValue: .integer(0),
        check: { value throws(Failure) in .coerced(.integer(value.integer / 2 * 2)) }))
    link(name, even).start()
    var names: [Int64] = []
    var evens: [Int64] = []
    name.observe(initial: false) { new, _, _ in names.append(new.integer) }
    even.observe(initial: false) { new, _, _ in evens.append(new.integer) }
    _ = try name.write(.integer(5))
    #expect(try [name.integer(), even.integer()] == [4, 4])
    _ = try even.write(.integer(9))
    #expect(try [name.integer(), even.integer()] == [8, 8])
    #expect(names == [4, 8])
    #expect(evens == [4, 8])
    _ = try name.write(.integer(9))  // settles to what both hold already
    #expect(names == [4, 8])
    #expect(evens == [4, 8])
  }

  // 45, 46
  @Test func refusedInputStandsAtItsEndUntilTheNextValidOneOrTheModel() throws {
    let model = subject.source(.integer(1), "model")
    let view = subject.source(.integer(0), "view")
    let link = link(model, view)
    link.from = { value throws(Failure) in value.integer < 0 ? .refused("negative") : .accepted(value) }
    link.start()
    _ = try view.write(.integer(-5))
    #expect(try [model.integer(), view.integer()] == [1, -5])
    #expect(link.status == .invalid)
    #expect(link.refusedInput == .integer(-5))
    _ = try view.write(.integer(5))
    #expect(try model.integer() == 5)
    #expect(link.status == .ok)
    #expect(link.refusedInput == nil)
    _ = try view.write(.integer(-6))
    _ = try model.write(.integer(8))
    #expect(try view.integer() == 8)
    #expect(link.status == .ok)
  }

  // 45
  @Test func whatTheFunctionsOfALinkRaiseSaysWhere() throws {
    let model = subject.source(.integer(1), "model")
    let view = subject.source(.integer(0), "view")
    let place = SourcePosition(script: "board.lua", line: 7)
    let link = link(model, view)
    link.from = { value throws(Failure) in
      if value.integer >= 0 { return .accepted(value) }
      let raised = ScriptError(value: .string("no such number"), message: "no such number", position: place)
      return .refused("no such number", raised: value.integer < -9 ? raised : nil)
    }
    link.check = { value throws(Failure) in
      if value.integer < 100 { return .accepted(value) }
      throw .raised(ScriptError(value: .string("too much"), message: "too much", position: place))
    }
    var told: Diagnostic?
    link.onStatus = { _, failure in told = failure?.asDiagnostic }
    link.start()
    _ = try view.write(.integer(-10))
    #expect(link.status == .invalid)
    #expect(told?.description == "bind.invalid: board.lua:7: view: -10 was refused: no such number")
    _ = try view.write(.integer(-5))
    #expect(told?.description == "bind.invalid: view: -5 was refused: no such number")
    _ = try view.write(.integer(100))
    #expect(try link.status == .failed && model.integer() == 1)
    #expect(told?.description == "bind.transform_failed: board.lua:7: validate raised: too much")
    #expect(subject.ids == [.bindTransformFailed])
    #expect(
      subject.reports.map { Diagnostic($0).notes[0] } == [
        "while taking  view = 100  →  model      (the source keeps its last value)"
      ])
  }

  // 47
  @Test func aValidatorIsAskedAgainWithTheLastInputWhenWhatItReadHasChanged() throws {
    let limit = subject.source(.integer(10), "limit")
    let model = subject.source(.integer(1), "model")
    let view = subject.source(.integer(0), "view")
    let link = link(model, view, validates: true)
    link.check = { value throws(Failure) in
      if value.integer < 0 { return .accepted(.integer(0)) }
      return value.integer <= (try limit.integer()) ? .accepted(value) : .refused("too much")
    }
    link.start()
    _ = try view.write(.integer(20))
    #expect(link.status == .invalid)
    #expect(try model.integer() == 1)
    _ = try limit.write(.integer(30))
    #expect(link.status == .ok)
    #expect(try model.integer() == 20)
    _ = try limit.write(.integer(5))
    #expect(link.status == .invalid)
    #expect(try model.integer() == 20)
    _ = try view.write(.integer(-3))
    #expect(try [model.integer(), view.integer()] == [0, 0])
  }

  // 48
  @Test func aRingOfThreeSettlesInOneWaveAndEachEndChangesOnce() throws {
    let cells = (0..<3).map { subject.source(.integer(0), "c\($0)") }
    for index in 0..<3 { link(cells[index], cells[(index + 1) % 3]).start() }
    var log: [String] = []
    for (index, cell) in cells.enumerated() {
      cell.observe(initial: false) { new, old, _ in log.append("\(index): \(old?.integer ?? -1) \(new.integer)") }
    }
    let waves = engine.graph.wave
    _ = try cells[1].write(.integer(4))
    #expect(log.sorted() == ["0: 0 4", "1: 0 4", "2: 0 4"])
    #expect(engine.graph.wave == waves + 1)
  }

  // 48
  @Test func aChainSettlesInOneWaveFromEitherEnd() throws {
    let cells = (0..<4).map { subject.source(.integer(0), "c\($0)") }
    for index in 0..<3 { link(cells[index], cells[index + 1]).start() }
    var runs = 0
    for cell in cells { cell.observe(initial: false) { _, _, _ in runs += 1 } }
    for (step, cell) in cells.enumerated() {
      let waves = engine.graph.wave
      runs = 0
      _ = try cell.write(.integer(Int64(step) + 1))
      #expect(try cells.allSatisfy { try $0.integer() == Int64(step) + 1 })
      #expect(runs == 4)
      #expect(engine.graph.wave == waves + 1, "written at \(step)")
    }
  }

  // 49
  @Test func aConditionalBindingGivesBackTheValueOrTheBindingThatItCovered() throws {
    let on = subject.source(.boolean(false), "on")
    let alarm = subject.source(.integer(99), "alarm")
    let target = subject.source(.integer(1), "target")
    let covering = Binding(from: alarm, to: target, when: on, rank: .priority(1), scope: engine.root)
    covering.start()
    #expect(try target.integer() == 1)
    _ = try on.write(.boolean(true))
    #expect(try target.integer() == 99)
    _ = try on.write(.boolean(false))
    #expect(try target.integer() == 1)
    let load = subject.source(.integer(5), "load")
    Binding(from: load, to: target, rank: .priority(0), scope: engine.root).start()
    _ = try on.write(.boolean(true))
    _ = try load.write(.integer(6))
    #expect(try target.integer() == 99)
    _ = try on.write(.boolean(false))
    #expect(try target.integer() == 6)
    _ = try on.write(.boolean(true))
    covering.stop()
    #expect(try target.integer() == 6)
  }

  // 50
  @Test func anEndThatRefusesLeavesTheSourceAndAWriteByHandIsWarnedOfOnce() throws {
    let source = subject.source(.integer(1), "source")
    let small = subject.source(
      .integer(0), "small", FieldDeclaration(type: .integer, defaultValue: .integer(0), maximum: 10))
    let binding = Binding(from: source, to: small, scope: engine.root)
    binding.start()
    #expect(thrownID { try Binding.checkWriters(of: small, rank: .only, by: "test") } == .bindTwoWriters)
    _ = try source.write(.integer(50))
    #expect(try [source.integer(), small.integer()] == [50, 1])
    #expect(binding.status == .failed)
    #expect(subject.ids == [.bindInvalid])
    _ = try small.write(.integer(3))
    #expect(subject.ids == [.bindInvalid, .bindOverwritten])
    #expect(try small.integer() == 3)
    _ = try source.write(.integer(4))
    #expect(try small.integer() == 4)
    #expect(binding.status == .ok)
  }

  // 50
  @Test func aSecondWriterIsToldWhereTheOtherAndItsSourceStand() throws {
    let model = subject.source(.integer(1), Cell.unnamed), shown = subject.source(.integer(0), Cell.unnamed)
    model.writtenAt = Site(script: engine.causes.intern("made.swift"), line: 7)
    engine.placing("linked.swift", 9) { link(model, shown) }.start()
    func refusal() -> Diagnostic? {
      do { try Binding.checkWriters(of: shown, rank: .shared, by: "link") } catch {
        if case .diagnostic(let diagnostic) = error { return diagnostic }
      }
      return nil
    }
    #expect(
      refusal()?.message == "link: bindable is linked already at linked.swift:9 to bindable (made at made.swift:7)")
    #expect(refusal()?.notes == ["stop() that one first, or link to its other end instead"])
    _ = try engine.placing("written.swift", 3) { () throws(Failure) in try model.write(.integer(2)) }
    #expect(refusal()?.message.hasSuffix("to bindable (written last at written.swift:3)") ?? false)
  }
}
