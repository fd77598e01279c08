import BindCore
import Testing

/// Transactions and history.
@Suite(.ownThread) struct RefTransactionTests {
  let client = Client()

  @Test func itIsOneWaveOrNothing() throws {
    let one = client.ref(1), two = client.ref(1)
    let sum = Ref<Int>.combine(one, two) { $0 + $1 }
    try sum.observe { self.client.log.append("\($0)") }
    try client.engine.transaction {
      try one.set(2)
      try two.set(3)
    }
    #expect(throws: Broken.self) {
      try client.engine.transaction {
        try one.set(100)
        #expect(try sum.get() == 103)
        throw Broken()
      }
    }
    #expect(try sum.get() == 5)
    #expect(client.log == ["2", "5"])
  }

  @Test func thereAndBackNotifiesNobody() throws {
    let cell = client.ref(1)
    try cell.observe { self.client.log.append("\($0)") }
    try client.engine.transaction {
      try cell.set(2)
      try cell.set(1)
    }
    #expect(client.log == ["1"])
  }

  @Test func whatIsMadeInsideGoesWithARollbackAndBeginsAtTheCommit() throws {
    let cell = client.ref(1)
    try? client.engine.transaction {
      try cell.observe { self.client.log.append("never \($0)") }
      try self.client.engine.effect { self.client.log.append("never") }
      throw Broken()
    }
    try client.engine.transaction {
      try cell.observe { self.client.log.append("\($0)") }
      #expect(client.log.isEmpty)
      try cell.set(2)
    }
    try cell.set(3)
    #expect(client.log == ["2", "3"] && client.engine.observerCount == 1)
  }

  @Test func anInnerOneIsASavepoint() throws {
    let one = client.ref(1), two = client.ref(1)
    try client.engine.transaction {
      try one.set(2)
      try? client.engine.transaction {
        try one.set(3)
        try two.modify { $0 += 10 }
        throw Broken()
      }
      #expect(try one.get() == 2)
    }
    #expect(try one.get() == 2 && two.get() == 1)
  }

  @Test func anEffectThatGoesOnRunsForWhatHasChanged() throws {
    let one = client.ref(1), two = client.ref(1)
    var runs = 0
    let effect = try client.engine.effect {
      _ = try one.get() + two.get()
      runs += 1
    }
    effect.pause()
    for value in [2, 1] { try one.set(value) }
    effect.resume()
    #expect(runs == 1)
    effect.pause()
    try two.touch()
    effect.resume()
    #expect(runs == 2)
    effect.pause()
    try one.set(3)
    effect.resume()
    #expect(runs == 3)
    try two.set(2)
    #expect(runs == 4)
  }

  @Test func aFunctionWorksOnTheValueOfTheMoment() throws {
    let trigger = client.ref(0), count = client.ref(0)
    for _ in 0..<3 { try trigger.observe(initial: false) { _ in try count.modify { $0 += 1 } } }
    try trigger.set(1)
    #expect(try count.get() == 3)
    #expect(throws: Failure.self) { try count.modify { _ in throw Broken() } }
    #expect(try count.get() == 3)
  }

  @Test func undoAndRedoAreTransactions() throws {
    let one = client.ref(1), two = client.ref(1), apart = client.ref(1)
    let history = try client.engine.history(of: [one.cell, two.cell])
    try one.observe { _, _, cause in self.client.log.append(cause.kind.name) }
    try client.engine.transaction {
      try one.set(2)
      try two.set(2)
      try apart.set(2)
    }
    try one.set(3)
    #expect(try history.undo() && history.undo())
    #expect(try one.get() == 1 && two.get() == 1 && apart.get() == 2)
    #expect(try !history.undo() && !history.undoable.get() && history.redoable.get())
    #expect(try history.redo())
    #expect(try one.get() == 2 && two.get() == 2)
    try two.set(9)
    #expect(try !history.redo())
    #expect(client.log == ["initial", "write", "write", "undo", "undo", "undo"])
    #expect(id { _ = try client.engine.history(of: [one.map { $0 }.cell]) } == .bindArgument)
    #expect(id { _ = try client.engine.history(of: [one.cell], limit: 0) } == .bindArgument)
    #expect(id { try history.undoable.set(true) } == .bindReadOnly)
    history.stop()
    #expect(try !history.undo())
  }

  @Test func aLostUpdateIsReported() throws {
    let trigger = client.ref(0), shared = client.ref(0, "shared")
    for _ in 0..<2 { try trigger.observe(initial: false) { _ in try shared.set(try shared.get() + 1) } }
    try trigger.set(1)
    #expect(client.ids == [.bindLostUpdate] && client.reports[0].position != nil)
    #expect(try shared.get() == 1)
  }
}
