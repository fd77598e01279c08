import BindCore
import Dispatch
import Testing

/// What is encoded is compared by what it becomes, which follows from the value alone.
@Suite(.ownThread) struct EncodedValueTests {
  let client = Client()

  enum Side: String, Codable, CaseIterable { case left, right, top, bottom, front, back }
  struct Selection: ScriptCodable, Equatable, Sendable {
    var ids: Set<Int> = []
    var sides: [Side: [String]] = [:]
    var groups: [Set<String>] = []
    var order = [3, 1, 2]
  }

  struct Sums: ScriptCodable { var amounts: Set<Amount> }
  enum Amount: Codable, Hashable {
    case whole(Int)
    case part(Double)

    init(from decoder: any Decoder) throws {
      let number = try decoder.singleValueContainer().decode(Double.self)
      self = Int(exactly: number).map { .whole($0) } ?? .part(number)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .whole(let number): try container.encode(number)
      case .part(let number): try container.encode(number)
      }
    }
  }

  /// Equal ones, in which as much stands elsewhere as room can do.
  func selection(room: Int) -> Selection {
    var selection = Selection()
    selection.ids.reserveCapacity(room)
    selection.ids.formUnion(-20..<20)
    selection.sides.reserveCapacity(room)
    for side in Side.allCases { selection.sides[side] = [side.rawValue, "a"] }
    var names = Set<String>(minimumCapacity: room)
    names.formUnion(["a", "b", "c", "d", "e", "f", "g", "h"])
    selection.groups = [names, []]
    return selection
  }

  // 17
  @Test func equalSetsAndDictionariesAreNoChangeWhateverTheirRoom() throws {
    let (one, same) = (selection(room: 40), selection(room: 4000))
    #expect(one == same && Array(one.ids) != Array(same.ids))
    let (ref, part) = (client.ref(one), Bindable([one], name: "list").ref(\.[0]))
    let history = try client.engine.history(of: [ref.cell])
    var count = 0
    try ref.observe(initial: false) { _, _ in count += 1 }
    try part.observe(initial: false) { _, _ in count += 1 }
    try ref.set(same)
    try part.set(same)
    #expect(try count == 0 && !history.undoable.get())
    try ref.modify { $0.ids.remove(0) }
    #expect(try count == 1 && history.undoable.get())
    #expect(try ref.get().ids.count == 39 && ref.get().sides[.top] == ["top", "a"])
  }

  // 44
  @Test func linksOfWhatHoldsASetAgree() throws {
    let (first, second) = (client.ref(selection(room: 40), "first"), client.ref(Selection(), "second"))
    let link = try first.link(to: second, forward: { $0 }, backward: { $0 })
    try second.set(selection(room: 4000))
    try first.set(Selection(ids: [5, 4, 3, 2, 1]))
    #expect(try link.status.get() == .ok && link.error.get() == nil)
    #expect(try first.get() == second.get() && client.ids.isEmpty)
  }

  // 17
  @Test func aSetReadsInTheOrderOfItsElementsAndAListInItsOwn() throws {
    let ref = client.ref(selection(room: 400))
    #expect(try ref.at("ids", as: [Int].self).get() == Array(-20..<20))
    #expect(try ref.at("groups[1]", as: [String].self).get() == ["a", "b", "c", "d", "e", "f", "g", "h"])
    #expect(try ref.at("order", as: [Int].self).get() == [3, 1, 2])
    #expect(try ref.at("sides[1]", as: String.self).get() == "back")
    struct Mixed: ScriptCodable, Hashable {
      var number: Double?
      var words: [String] = []
    }
    struct All: ScriptCodable { var set: Set<Mixed> }
    let numbers = [2.5, -1, .infinity, nil, 1e300].map { Mixed(number: $0) }
    let mixed = client.ref(All(set: Set(numbers + [Mixed(words: ["b"]), Mixed(words: ["a", "z"])])))
    let read = try (1...7).map { try mixed.at("set[\($0)].number", as: Double?.self).get() }
    #expect(read == [-1, 2.5, 1e300, .infinity, nil, nil, nil])
    let amounts: Set<Amount> = [.whole(2), .part(1.5), .whole(1), .part(2.5), .whole(-1), .part(-1.5), .part(-1e300)]
    let sums = client.ref(Sums(amounts: amounts))
    #expect(try sums.at("amounts", as: [Double].self).get() == [-1e300, -1.5, -1, 1, 1.5, 2, 2.5])
    #expect(try sums.get().amounts == amounts)
  }

  // 17
  @Test func aStateOfASetHearsOfNoEqualOne() {
    final class Counted: State<Selection>, @unchecked Sendable {
      nonisolated(unsafe) var count = 0
      override func didModify() {
        super.didModify()
        count += 1
      }
    }
    let state = Counted(selection(room: 40))
    state ~> selection(room: 4000)
    #expect(state.count == 0)
    state.modify { $0.order.reverse() }
    #expect(state.count == 1 && state.value.order == [2, 1, 3])
  }
}
