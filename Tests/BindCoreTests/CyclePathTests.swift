@testable import BindCore
import BindGraph
import Testing

/// What is said of writes that go round (CONTRACT 11).
@Suite struct CyclePathTests {
  private let subject = CoreSubject()
  private var engine: Engine { subject.engine }

  private func cells(_ count: Int) -> [LeafCell] { (1...count).map { subject.source(.integer(0), "c\($0)") } }

  private func observe(_ input: Cell, andWrite target: Cell) {
    input.observe(initial: false) { new, _, _ throws(Failure) in _ = try target.write(.integer(new.integer &+ 1)) }
  }

  private func bind(_ source: Cell, _ target: Cell, when gate: Cell? = nil) {
    FunctionBinding(from: source, to: target, when: gate, scope: engine.root).start(initial: false)
  }

  /// What its one write says.
  private func notes(ofWriting cell: Cell) -> [String] {
    do { _ = try cell.write(.integer(1)) } catch {
      if case .diagnostic(let diagnostic) = error, diagnostic.id == .bindCycle { return diagnostic.notes }
    }
    return []
  }

  private func hops(_ note: String?) -> [String] {
    (note ?? "").replacing("path: ", with: "").split(separator: " → ").map(String.init)
  }

  @Test func thePathOfFiveHundredBindingsIsClosedAndToldWithoutItsMiddle() {
    let cells = cells(500)
    for (index, cell) in cells.enumerated() { bind(cell, cells[(index + 1) % 500]) }
    let notes = notes(ofWriting: cells[0])
    let hops = hops(notes.first)
    #expect(notes.count == 1)
    #expect(hops.count == 19 && hops.first == hops.last)
    #expect(hops.contains("… 483 more …"))
  }

  @Test func thePathOfObserversIsClosedIfTheirRingIsShorterThanTheWaves() {
    let cells = cells(80)
    for (index, cell) in cells.enumerated() { observe(cell, andWrite: cells[(index + 1) % 80]) }
    let notes = notes(ofWriting: cells[0])
    let hops = hops(notes.first)
    #expect(notes.count == 1)
    #expect(hops.count == 19 && hops.first == hops.last)
  }

  @Test func whatHasNotComeBackWithinTheWavesIsNoClosedPathAndSaysSo() {
    let cells = cells(500)
    for (index, cell) in cells.enumerated() { observe(cell, andWrite: cells[(index + 1) % 500]) }
    let notes = notes(ofWriting: cells[0])
    let hops = hops(notes.first)
    #expect(hops.first == "c1" && hops.last == "c100")
    #expect(hops.contains("… 82 more …"))
    #expect(notes.last?.contains("has not come back to where it was within 100 waves") ?? false)
  }

  @Test func thePathNamesTheComputedCellsBetweenTwoWrites() {
    let a = subject.source(.integer(0), "a"), b = subject.source(.integer(0), "b")
    let doubled = subject.combined([a], "double") { values throws(Failure) in .integer(values[0].integer &* 2) }
    let more = subject.tracked("more") { () throws(Failure) in .integer(try doubled.integer() &+ 1) }
    // Others look at the same, and are no part of it.
    observe(a, andWrite: subject.source(.integer(0), "aside"))
    observe(more, andWrite: b)
    doubled.observe(initial: false) { _, _, _ in }
    observe(b, andWrite: a)
    #expect(
      [["path: a → double → more → b → a"], ["path: b → a → double → more → b"]].contains(notes(ofWriting: a)))
    #expect(engine.loopWriters.isEmpty)
  }

  @Test func ofBindingsTheComputedSourceIsNamedAndTheirConditionIsNot() {
    let a = subject.source(.integer(0), "a"), b = subject.source(.integer(0), "b")
    let on = subject.source(.boolean(true), "on")
    bind(subject.combined([a], "next") { values throws(Failure) in values[0] }, b, when: on)
    bind(b, a)
    #expect([["path: a → next → b → a"], ["path: b → a → next → b"]].contains(notes(ofWriting: a)))
  }

  @Test func whatWasWrittenByWavesThatCameToAnEndIsNoPartOfALaterPath() throws {
    let n = subject.source(.integer(0), "n"), m = subject.source(.integer(0), "m")
    n.observe(initial: false) { new, _, _ throws(Failure) in
      if new.integer < 90 { _ = try n.write(.integer(new.integer + 1)) }
    }
    _ = try n.write(.integer(1))
    #expect(try n.integer() == 90)
    observe(m, andWrite: m)
    #expect(notes(ofWriting: m) == ["path: m → m"])
  }
}

/// Counts on.
private final class FunctionBinding: Binding {
  init(from source: Cell, to target: Cell, when gate: Cell?, scope: Scope) {
    super.init(from: source, to: target, when: gate, scope: scope)
  }

  @available(*, unavailable)
  override init(from: Cell, to: Cell, when: Cell?, rank: Rank, label: String?, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override func transform(_ value: Value) throws(Failure) -> Value { .integer(value.integer &+ 1) }
}
