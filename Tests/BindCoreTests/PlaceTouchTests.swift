@testable import BindCore
import TestSupport
import Testing

/// CONTRACT 19 and 20: who is told of a touch of a place in a value. The number of a rule stands in front of its test.
@Suite struct PlaceTouchTests {
  private let subject = CoreSubject()

  /// A list, places in it, and who is told of what is done with them.
  private struct Places {
    let list: LeafCell
    private let places: [(name: String, cell: Cell)]

    init(in subject: CoreSubject) throws {
      func element(_ id: Int64) -> Value {
        .record(Record([("id", .integer(id)), ("v", .integer(id)), ("t", .record(Record([("q", .integer(id))])))]))
      }
      list = subject.source(.list([element(1), element(2)]), "list")
      let keys = list.keys(by: "id")
      let (one, two) = (try keys.cell(for: .integer(1)), try keys.cell(for: .integer(2)))
      places = [
        ("list", list), ("[1]", try list.at(Path(parsing: "[1]"))), ("[1].v", try list.at(Path(parsing: "[1].v"))),
        ("[2].v", try list.at(Path(parsing: "[2].v"))), ("one", one), ("one.v", try one.at(Path(parsing: "v"))),
        ("one.t.q", try one.at(Path(parsing: "t.q"))), ("two.v", try two.at(Path(parsing: "v"))),
      ]
    }

    var count: Int { places.count }
    subscript(name: String) -> Cell { places.first { $0.name == name }?.cell ?? list }

    /// Their names, with the kind of the event if it is no touch.
    func told(_ body: () throws -> Void) rethrows -> [String] {
      var log: [String] = []
      let observers = places.map { name, cell in
        cell.observe(initial: false) { _, _, cause in
          let kind = cell.engine.causes[cause]?.kind
          log.append(kind == .touch ? name : "\(name) \(kind?.name ?? "")")
        }
      }
      defer { for observer in observers { observer.stop() } }
      try body()
      return log.sorted()
    }
  }

  // 20
  @Test func itTellsThePlaceWhatIsInItAndAroundItByIndexAndKeyAndNoNeighbour() throws {
    let places = try Places(in: subject)
    let first = ["[1]", "[1].v", "list", "one", "one.t.q", "one.v"]
    for name in ["[1]", "one"] { #expect(try places.told { try places[name].touch() } == first) }
    for name in ["[1].v", "one.v"] {
      #expect(try places.told { try places[name].touch() } == ["[1]", "[1].v", "list", "one", "one.v"])
    }
    #expect(try places.told { try places["two.v"].touch() } == ["[2].v", "list", "two.v"])
    #expect(try places.told { try places.list.touch() }.count == places.count)
    // In an observer it is told in the next wave.
    let go = subject.source(.integer(0), "go")
    let two = places["two.v"]
    go.observe(initial: false) { _, _, _ throws(Failure) in try two.touch() }
    #expect(try places.told { _ = try go.write(.integer(1)) } == ["[2].v", "list", "two.v"])
  }

  // 19, 20
  @Test func besideAWriteItTellsWhatThatLeavesAsItIs() throws {
    let places = try Places(in: subject)
    let engine = subject.engine
    let (first, second) = (places["one.v"], places["[2].v"])
    let both = try places.told {
      try engine.transaction {
        try first.touch()
        _ = try second.write(.integer(7))
      }
    }
    #expect(both == ["[1]", "[1].v", "[2].v write", "list write", "one", "one.v", "two.v write"])
    // There and back is nothing.
    let back = try places.told {
      try engine.transaction {
        _ = try second.write(.integer(8))
        _ = try second.write(.integer(7))
        try first.touch()
      }
    }
    #expect(back == ["[1]", "[1].v", "list", "one", "one.v"])
    // An element that has gone.
    _ = try places.list.write(.list([]))
    #expect(thrownID { try first.touch() } == .bindDetached && thrownID { try second.touch() } == .bindDetached)
    #expect(try places.told { try places.list.touch() } == ["list"])
  }
}
