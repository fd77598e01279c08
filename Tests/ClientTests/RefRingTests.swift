import BindCore
import Testing

/// Bindings that write each other without end (CONTRACT 11).
@Suite(.ownThread) struct RefRingTests {
  let client = Client()

  // 11
  @Test func whatAWaveHasWrittenThatNeverSettlesIsTakenBackFromAll() throws {
    let gate = client.ref(false), one = client.ref(0), two = client.ref(0), aside = client.ref("")
    let fields = Bindable(Fields(n: 0), engine: client.engine)
    let place = fields.ref(\.n)
    try one.bind(to: two) { $0 + 1 }
    try one.bind(to: place)
    var seen: [Int] = []
    try two.observe { seen.append($0) }
    try Ref.computed(engine: client.engine) { try gate.get() ? try two.get() + 1 : 0 }.bind(to: one)
    #expect(throws: (any Error).self) { try gate.set(true) }
    #expect(try gate.get() == false && one.get() == 0 && two.get() == 1)
    #expect(fields.value?.n == 0)
    #expect(throws: (any Error).self) {
      try client.engine.transaction {
        try aside.set("written")
        try gate.set(true)
      }
    }
    #expect(try aside.get() == "" && one.get() == 0 && two.get() == 1 && fields.value?.n == 0)
    #expect(seen == [0, 1] || seen == [1], "nobody has seen what was taken back: \(seen)")
  }

  // 11, 17, 21
  @Test func aBindableThatIsTakenBackTellsNobodyAndIsAsItWas() throws {
    let gate = client.ref(false), one = client.ref(0), two = client.ref(0)
    try one.bind(to: two) { $0 + 1 }
    try Ref.computed(engine: client.engine) { try gate.get() ? try two.get() + 1 : 0 }.bind(to: one)
    let plain = Bindable(1, engine: client.engine), model = Bindable(Fields(n: 1), engine: client.engine)
    let empty = Bindable<Fields>(engine: client.engine)
    let (place, nowhere) = (model.ref(\.n), empty.ref(\.n))
    var seen: [String] = []
    plain.observe { seen.append("plain \($0)") }
    model.observe { seen.append("model \($0.n)") }
    empty.observe { seen.append("empty \($0.n)") }
    #expect(throws: (any Error).self) {
      try client.engine.transaction {
        plain.update(with: 2)
        model.update(with: Fields(n: 2))
        empty.update(with: Fields(n: 2))
        try gate.set(true)
        plain.observe(initial: false) { seen.append("later \($0)") }
      }
    }
    #expect(plain.value == 1 && model.value?.n == 1 && empty.value == nil)
    #expect(try place.get() == 1)
    #expect((try? nowhere.get()) == nil)
    #expect(seen == ["plain 1", "model 1"])
    plain.update(with: 3)
    #expect(seen == ["plain 1", "model 1", "plain 3", "later 3"])
  }
}

private struct Fields: ScriptCodable, Equatable { var n: Int }
