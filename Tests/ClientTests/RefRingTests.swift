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
}

private struct Fields: ScriptCodable, Equatable { var n: Int }
