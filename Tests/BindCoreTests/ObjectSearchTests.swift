import BindCore
import Testing

@Suite("What stands in a value for something else") struct ObjectSearchTests {
  /// More places than could ever be gone through.
  private func nested(_ innermost: Value) -> Value {
    (0..<60).reduce(innermost) { value, level in
      level.isMultiple(of: 2) ? .list([value, value]) : .record(Record([("a", value), ("b", value)]))
    }
  }

  @Test func whatStandsInSeveralPlacesIsLookedAtOnce() {
    #expect(!nested(.list([.integer(1)])).holdsObjects)
    #expect(nested(.list([.opaque(Opaque())])).objectInside == "userdata")
    // The way to it is not the first.
    #expect(Value.list([nested(.list([])), .list([.opaque(Opaque())])]).holdsObjects)
  }

  @Test func whatStandsBehindManyPlacesIsFound() {
    let row = Value.list([.string("a"), .string("b")])
    let many = Array(repeating: row, count: 50_000)
    #expect(!Value.list(many).holdsObjects)
    #expect(Value.list(many + [.list([.opaque(Opaque())])]).holdsObjects)
  }
}
