import Testing

@testable import BindCore

/// The names in causes: as long as somebody has them, or an event that is known.
@Suite struct CauseNamesTests {
  private let engine = Engine()
  private var counts: (names: Int, numbers: Int) { engine.causes.nameCounts }
  /// More than the events that are known.
  private let many = 3 * Int(CauseLog.capacity)
  private struct Stop: Error {}

  @Test func theNamesOfBindablesThatHaveGoneAreForgottenWithTheirEvents() throws {
    let kept = (0..<100).map { Bindable(0, name: "kept \($0)", engine: engine) }
    for one in kept { one.update(with: 1) }
    for number in 0..<many {
      let one = Bindable(0, name: "short-lived \(number)", engine: engine)
      if number % 3 > 0 { one.update(with: 1) }
      if number % 3 > 1 { try engine.transaction(label: "step \(number)") { one.update(with: 2) } }
      if number % 3 == 0 {
        _ = try? engine.transaction {
          one.update(with: 2)
          throw Stop()
        }
      }
    }
    // Two names for each event at most, and what was not looked through yet.
    #expect(counts.names < 3 * Int(CauseLog.capacity) && counts.numbers < 3 * Int(CauseLog.capacity))
    for one in kept { one.update(with: 2) }
    #expect(kept.allSatisfy { $0.why.contains("→  \($0.name)") })
  }

  @Test func soAreThoseOfManyThatGoTogether() {
    var all = (0..<many).map { Bindable(0, name: "one of many \($0)", engine: engine) }
    for one in all { one.update(with: 1) }
    #expect(counts.names >= many)
    all = []
    #expect(counts.names <= Int(CauseLog.capacity) + 1)
    // What is left goes with the events that name it.
    let busy = Bindable(0, name: "busy", engine: engine)
    for number in 1...many { busy.update(with: number) }
    for number in 0..<many / 2 {
      let one = Bindable(0, name: "later \(number)", engine: engine)
      one.update(with: 1)
    }
    #expect(counts.names <= 3 * Int(CauseLog.capacity) / 2 && counts.numbers < many + 10)
  }

  @Test func soAreThoseOfCellsAndBindingsThatHaveGone() throws {
    func cell(_ name: String) -> LeafCell {
      LeafCell(.integer(0), declaration: .plain(.integer(0)), name: name, engine: engine)
    }
    let kept = cell("kept")
    let copy = cell("copy")
    kept.observe(initial: false) { new, _, _ throws(Failure) in _ = try copy.write(new) }
    _ = try kept.write(.integer(1))
    let target = cell("target")
    // A number is good for a term of events, and asked for anew by those who are still there.
    for number in 1...Int64(8 * CauseLog.term) {
      let one = cell("short-lived \(number)")
      _ = try one.write(.integer(number))
      guard number % 4 == 0 else { continue }
      let binding = Binding(from: one, to: target, scope: engine.root)
      binding.start()
      binding.stop()
    }
    // Of a term and of the events that are known, and what was not looked through yet.
    #expect(counts.names < 5 * Int(CauseLog.term) && counts.numbers < 5 * Int(CauseLog.term))
    _ = try kept.write(.integer(2))
    #expect(copy.why.text(in: engine).contains("write  →  kept"))
  }

  @Test func whatAnEventThatIsKnownIsCalledIsNotForgottenAndNotSomebodyElses() {
    let copy = Bindable(0, name: "copy", engine: engine)
    do {
      let source = Bindable(0, name: "the source", engine: engine)
      source.observe(initial: false) { copy.update(with: $0) }
      source.update(with: 5)
    }
    for number in 0..<Int(CauseLog.capacity) / 2 - 10 {
      let one = Bindable(0, name: "other \(number)", engine: engine)
      one.update(with: 1)
      one.update(with: 2)
    }
    #expect(copy.why.contains("write  →  the source"))
    // One name that several have, one after the other and together.
    let lasting = Bindable(0, name: "shared", engine: engine)
    for number in 0..<many {
      let one = Bindable(0, name: number % 2 == 0 ? "shared" : "unique \(number)", engine: engine)
      one.update(with: number + 1)
      if number == 10 { lasting.update(with: 1) }
    }
    let late = Bindable(0, name: "late", engine: engine)
    lasting.observe(initial: false) { late.update(with: $0) }
    lasting.update(with: 2)
    #expect(late.why.contains("write  →  shared"))
  }
}
