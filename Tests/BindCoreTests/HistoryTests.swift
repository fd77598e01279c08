import BindCore
import Testing

/// CONTRACT 55.
@Suite struct HistoryTests {
  private let subject = CoreSubject()
  private var engine: Engine { subject.engine }
  private struct Stop: Error {}

  private func history(_ cells: [Cell], limit: Int = 100) throws -> History {
    try History(of: cells, limit: limit, scope: engine.root)
  }

  private func flags(_ history: History) throws -> [Value?] { [try history.canUndo.get(), try history.canRedo.get()] }

  @Test func aTransactionIsOneStepAndUndoIsATransactionWithCauseUndo() throws {
    let first = subject.source(.integer(1), "first")
    let second = subject.source(.integer(1), "second")
    let history = try history([first, second])
    var log: [String] = []
    subject.combined([first, second]) { values throws(Failure) in
      .string("\(values[0].integer) \(values[1].integer)")
    }.observe(initial: false) { [engine] new, _, cause in
      log.append("\(new) \(engine.causes[cause]?.kind.name ?? "")")
    }
    try engine.transaction {
      _ = try first.write(.integer(2))
      _ = try second.write(.integer(2))
      _ = try first.write(.integer(3))
    }
    #expect(try history.undo())
    #expect(try history.redo())
    #expect(try history.undo())
    #expect(try !history.undo())
    #expect(log == ["\"3 2\" write", "\"1 1\" undo", "\"3 2\" undo", "\"1 1\" undo"])
    #expect(try flags(history) == [.boolean(false), .boolean(true)])
  }

  @Test func whatFollowsFromAWriteIsPartOfItsStep() throws {
    let source = subject.source(.integer(1), "source")
    let follower = subject.source(.integer(1), "follower")
    source.observe(initial: false) { new, _, _ throws(Failure) in _ = try follower.write(new) }
    let history = try history([source, follower])
    _ = try source.write(.integer(2))
    #expect(try history.undo())
    #expect(try [source.integer(), follower.integer()] == [1, 1])
    #expect(try history.canUndo.get() == .boolean(false))
    // A cell that changes in several waves of a step goes back to its first value and on to its last.
    let counter = subject.source(.integer(0), "counter")
    var counts = true
    counter.observe(initial: false) { new, _, _ throws(Failure) in
      if counts, new.integer < 10 { _ = try counter.write(.integer(new.integer + 1)) }
    }
    let counted = try self.history([counter])
    _ = try counter.write(.integer(7))
    #expect(try counter.integer() == 10)
    counts = false
    #expect(try counted.undo())
    #expect(try counter.integer() == 0)
    #expect(try counted.redo())
    #expect(try counter.integer() == 10)
    #expect(try !counted.redo())
  }

  @Test func aNewWriteAfterAnUndoClearsRedoAndSoManyStepsAreKept() throws {
    let cell = subject.source(.integer(0))
    let history = try history([cell], limit: 2)
    for value in 1...4 { _ = try cell.write(.integer(Int64(value))) }
    #expect(try history.undo() && history.undo() && !history.undo())
    #expect(try cell.integer() == 2)
    _ = try cell.write(.integer(9))
    #expect(try !history.redo())
    #expect(try history.undo())
    #expect(try cell.integer() == 2)
  }

  @Test func whatIsDroppedIsNoStepAndCellsMayOptOut() throws {
    let counted = subject.source(.integer(0), "counted")
    let other = subject.source(.integer(0), "other")
    let history = try history([counted])
    try? engine.transaction {
      _ = try counted.write(.integer(5))
      throw Stop()
    }
    _ = try other.write(.integer(5))
    #expect(try !history.undo())
    _ = try counted.write(.integer(1))
    try? engine.transaction {
      #expect(try history.undo())
      throw Stop()
    }
    #expect(try counted.integer() == 1)
    #expect(try flags(history) == [.boolean(true), .boolean(false)])
    #expect(try history.undo())
    #expect(try [counted.integer(), other.integer()] == [0, 5])
  }

  @Test func whatWentWithWhatIsAroundItGoesWithItAgain() throws {
    func around(_ second: Int64) -> Value {
      .record(Record([("q", .record(Record([("r", .integer(1)), ("s", .integer(second))])))]))
    }
    let cell = subject.source(around(1), "cell")
    let outer = try cell.child(.field("q"))
    let history = try history([try outer.child(.field("r"))])
    _ = try cell.write(.record(Record()))
    #expect(try history.undo())
    #expect(try cell.get() == around(1))
    #expect(try history.redo())
    #expect(try cell.get() == .record(Record()))
    // What others have written there since stands.
    #expect(try history.undo())
    _ = try outer.child(.field("s")).write(.integer(8))
    #expect(try history.redo())
    #expect(try outer.get() == .record(Record([("s", .integer(8))])))
  }
}
