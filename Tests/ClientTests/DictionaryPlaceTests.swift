import BindCore
import Testing

/// Keys of dictionaries inside of Swift types that are decoded.
@Suite(.ownThread) struct DictionaryPlaceTests {
  struct Item: ScriptCodable, Equatable {
    var id = 1
    var sizes: [String: Int] = ["w": 1]
  }

  struct House: ScriptCodable, Equatable {
    var rooms: [String: Int] = ["hall": 1, "bath": 2]
    var items: [String: Item] = ["lamp": Item()]
    var list = [Item()]
    var word: String?
  }

  let client = Client()

  // 51
  @Test func aKeyThatIsRemovedIsAPlaceThatHasGone() throws {
    let house = client.ref(House(), "house")
    let hall: Ref<Int> = try house.at("rooms.hall"), lampId: Ref<Int> = try house.at("items.lamp.id")
    let width: Ref<Int> = try house.at("list[1].sizes.w"), word: Ref<String?> = try house.at("word")
    try hall.observe(initial: false) { self.client.log.append("\($0)") }
    try word.set("w")
    func removeAll() throws {
      try house.set(House(rooms: ["bath": 3], items: [:], list: [Item(sizes: [:])], word: nil))
    }
    try removeAll()
    #expect(try hall.get() == 1 && hall.isDetached && client.log.isEmpty)
    #expect(try lampId.get() == 1 && lampId.isDetached)
    #expect(try width.get() == 1 && width.isDetached)
    #expect(try word.get() == nil && !word.isDetached, "a field that is nil")
    #expect(id { try hall.set(5) } == .bindDetached && id { try lampId.set(5) } == .bindDetached)
    #expect(id { try width.set(5) } == .bindDetached && id { try hall.touch() } == .bindDetached)
    try word.set("again")
    // In a transaction, too.
    try house.set(House())
    #expect(try hall.get() == 1 && !hall.isDetached && client.log.isEmpty)
    try client.engine.transaction {
      try removeAll()
      #expect(try hall.get() == 1 && hall.isDetached)
      #expect(id { try hall.set(5) } == .bindDetached)
    }
    #expect(client.log.isEmpty)
    try house.set(House(rooms: ["hall": 7]))
    #expect(try hall.get() == 7 && !hall.isDetached && client.log == ["7"])
    try hall.set(8)
    #expect(try house.get().rooms == ["hall": 8])
  }

  // 51
  @Test func aKeyThatWasNeverThereIsMadeByAWrite() throws {
    let house = client.ref(House(), "house")
    let attic: Ref<Int> = try house.at("rooms.attic")
    try attic.set(4)
    #expect(try house.get().rooms["attic"] == 4)
  }

  // 51
  @Test func soInDictionariesOfDictionariesPartsAndElementsByKey() throws {
    let nested = client.ref(["a": ["b": 1]], "nested")
    let inner: Ref<Int> = try nested.at("a.b")
    try nested.set(["a": [:]])
    #expect(try inner.get() == 1 && inner.isDetached && id { try inner.set(2) } == .bindDetached)

    struct Street: Equatable { var house = House() }
    let street = Bindable(Street(), name: "street"), hall: Ref<Int> = try street.ref(\.house).at("rooms.hall")
    street.modify { $0.house.rooms = [:] }
    #expect(try hall.get() == 1 && hall.isDetached && id { try hall.set(2) } == .bindDetached)

    let items = client.ref([Item()], "items")
    let item: Ref<Item> = try items.element(where: "id", equals: 1), width: Ref<Int> = try item.at("sizes.w")
    try items.set([Item(sizes: [:])])
    #expect(try width.get() == 1 && width.isDetached && id { try width.set(2) } == .bindDetached)
  }
}
