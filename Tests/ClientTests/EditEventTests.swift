import BindCore
import Testing

/// One event of a control whose properties are bound to several parts.
@Suite(.ownThread) struct EditEventTests {
  struct Span: Equatable {
    var low = 0
    var high = 10
  }

  final class Range: Editable {
    var low = 0
    var high = "" { didSet { sets += 1 } }
    var note = ""
    private(set) var sets = 0
    let edits = EditEvent()

    func drag(_ low: Int, _ high: String, note: String = "") {
      (self.low, self.high, self.note) = (low, high, note)
      edits.send()
    }
  }

  struct Note: Equatable { var text = "" }

  let client = Client()
  let span = Bindable(Span(), name: "span")
  let note = Bindable(Note(), name: "note")
  let range = Range()

  /// What the second property means is a number, or nothing.
  private func bind() throws -> ViewBinding {
    range[\.low] <-> span[\.low]
    let high = range[\.high] <~> (span[\.high], { $0.high = "\($1)" }, { Int($0.high) })
    range[\.note] <-> note[\.text]
    return try #require(high)
  }

  // 0, 25, 55
  @Test func itIsOneWaveAndOneStepOfAHistory() throws {
    let high = try bind()
    let history = try client.engine.history(of: [
      span.ref(\.low).cell, span.ref(\.high).cell, note.ref(\.text).cell,
    ])
    let all = Ref.computed(engine: client.engine) {
      "\(self.span.value?.low ?? 0) \(self.span.value?.high ?? 0) \(self.note.value?.text ?? "")"
    }
    try all.observe(initial: false) { self.client.log.append($0) }
    span.observe(initial: false) { [span] now in
      if now.high < now.low { span.modify { $0.high = $0.low } }
    }
    range.drag(20, "30", note: "far")
    #expect(client.log == ["20 30 far"])
    #expect(span.value == Span(low: 20, high: 30) && range.low == 20 && range.high == "30" && high.status == .ok)
    #expect(try history.undo())
    #expect(client.log == ["20 30 far", "0 10 "] && range.low == 0 && range.high == "10" && range.note.isEmpty)
    #expect(try !history.undo())
  }

  // 25, 45
  @Test func whatIsRefusedStaysAtItsBindingAndTheRestStands() throws {
    let high = try bind()
    span.observe(initial: false) { self.client.log.append("\($0.low) \($0.high)") }
    high.standings.observe(initial: false) { self.client.log.append($0.status.rawValue) }
    range.drag(5, "many", note: "near")
    #expect(span.value == Span(low: 5, high: 10) && note.value?.text == "near")
    #expect(range.high == "many" && high.status == .invalid && high.input as? String == "many")
    #expect(client.log.sorted() == ["5 10", "invalid"])
    range.drag(5, "12", note: "near")
    #expect(span.value == Span(low: 5, high: 12) && high.status == .ok && high.input == nil)
  }

  // 21, 25
  @Test func inATransactionItIsPartOfThatAndGoesWithIt() throws {
    let high = try bind()
    span.observe(initial: false) { self.client.log.append("\($0.low) \($0.high)") }
    _ = try? client.engine.transaction {
      range.drag(20, "30")
      range.drag(21, "many")
      throw Broken()
    }
    #expect(span.value == Span() && range.low == 0 && range.high == "10" && high.status == .ok && client.log == [])
    try client.engine.transaction {
      range.drag(20, "30")
      range.drag(21, "31")
    }
    #expect(client.log == ["21 31"] && range.low == 21 && range.high == "31")
  }

  // 42, 44
  @Test func inATransactionTooTheAskingControlIsRewrittenOnlyWhereItDiffers() throws {
    let field = ControlTests.Slider(), name = Range()
    name[\.high] <-> note[\.text]
    let sets = name.sets
    try client.engine.transaction { name.drag(0, "as it is") }
    #expect(note.value?.text == "as it is" && name.sets == sets + 1, "by the person")
    let binding = field <~> (span[\.high], { $0.value = Double($1) + 1 }, { Int($0.value) })
    try client.engine.transaction { field.slide(to: 50) }
    #expect(span.value?.high == 50 && binding.status == .failed && client.ids == [.bindUnstable])
    span.modify { $0.high = 10 }
    #expect(field.value == 11 && binding.status == .ok)
  }

  /// Its lower end is never above the upper one, and it says so.
  final class Ends: Editable {
    var low = 0
    var high = 10 {
      didSet {
        if low <= high { return }
        low = high
        edits.send()
      }
    }
    let edits = EditEvent()
  }

  // 0, 42
  @Test func whatAControlMakesOfAnotherPropertyIsWrittenWhileBindingsSettle() {
    let ends = Ends()
    ends[\.low] <-> span[\.low]
    let high = ends[\.high] <-> span[\.high]
    span.modify { $0.low = 5 }
    span.observe(initial: false) { self.client.log.append("\($0.low) \($0.high) \(ends.low) \(ends.high)") }
    span.modify { $0.high = 3 }
    #expect(client.log == ["3 3 3 3"] && high?.status == .ok && client.reports.isEmpty)
  }

  // 11
  @Test func whatGoesRoundBecauseOfItIsReported() throws {
    range[\.low] <-> span[\.low]
    span.observe(initial: false) { [span] _ in span.modify { $0.high += 1 } }
    range.drag(5, "")
    #expect(client.ids == [.bindCycle] && span.value?.low == 5 && range.low == 5)
  }
}
