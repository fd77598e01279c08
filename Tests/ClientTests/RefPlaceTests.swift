import BindCore
import Testing

/// Which place of a record a property is, and which names a record of a Swift type has.
@Suite(.ownThread) struct RefPlaceTests {
  let client = Client()

  struct Server: ScriptCodable, Equatable {
    var id = 0
    var remoteId = 0
    var name = "n"
    enum CodingKeys: String, CodingKey {
      case id = "local_id"
      case remoteId = "id"
      case name
    }
  }

  enum Theme: String, Codable, ScriptConvertible { case light, dark }
  struct Address: ScriptCodable, Equatable { var zip = "1" }

  struct Page: ScriptCodable, Equatable {
    var count = 1
    var ratio = 2.0
    var note: Int?
    var theme = Theme.dark
    var address: Address?
    var tags: [String] = []
    var home = Address()
    var volume = 5 { didSet { volume = min(max(volume, 0), 10) } }
    var word: String {
      get { "w\(count)" }
      set { count = newValue.count }
    }
  }

  @Test func thePathOfAPlaceInWhatIsDerivedBeginsThere() throws {
    let server = client.ref(Server(), "server")
    let derived = server.map { $0 }
    #expect(derived.path.steps.isEmpty && derived[\.name].path.description == "name")
    #expect(server[\.name].path.description == "name")
  }

  @Test func aPropertyIsWhatShowsItAndNotWhatHasItsName() throws {
    let server = client.ref(Server(), "server")
    try server[\.id].set(7)
    #expect(try server.get() == Server(id: 7, remoteId: 0))
    try server[\.remoteId].set(8)
    #expect(try server.get() == Server(id: 7, remoteId: 8))
    #expect(try server[\.name] == server.at("name"))
    #expect(try server[\.id] != server.at("id"))
  }

  @Test func twoPropertiesThatHaveEachOthersNamesAreSeenThroughTheWhole() throws {
    struct Swapped: ScriptCodable, Equatable {
      var left: Int?
      var right: Int?
      enum CodingKeys: String, CodingKey {
        case left = "right"
        case right = "left"
      }
    }
    let swapped = client.ref(Swapped())
    try swapped[\.left].set(1)
    #expect(try swapped.get() == Swapped(left: 1))
    try swapped[\.right].set(2)
    #expect(try swapped.get() == Swapped(left: 1, right: 2))
    struct Themes: ScriptCodable, Equatable {
      var old = Theme.dark
      var new = Theme.dark
      enum CodingKeys: String, CodingKey {
        case old = "new"
        case new = "old"
      }
    }
    let themes = client.ref(Themes())
    try themes[\.old].set(.light)
    #expect(try themes.get() == Themes(old: .light, new: .dark))
  }

  @Test func aPropertyIsTheSamePlaceWhateverItHolds() throws {
    let page = client.ref(Page(), "page")
    let note = page[\.note]
    #expect(try note == page.at("note") && !note.isDetached)
    try note.observe { self.client.log.append("\($0 ?? -1)") }
    try note.set(4)
    try page[\.ratio].set(0.5)
    #expect(page[\.note] == note)
    try note.set(nil)
    #expect(page[\.note] == note)
    #expect(try page.get() == Page(ratio: 0.5))
    #expect(client.log == ["-1", "4", "-1"])
    #expect(try page[\.theme] == page.at("theme") && page[\.tags] == page.at("tags"))
    #expect(try page[\.address] == page.at("address") && page[\.home.zip] == page.at("home.zip"))
    try page[\.address].set(Address(zip: "2"))
    try page[\.home].set(Address(zip: "3"))
    try page[\.theme].set(.light)
    try page[\.tags].set(["a"])
    let now = try page.get()
    #expect(now.address?.zip == "2" && now.home.zip == "3" && now.theme == .light && now.tags == ["a"])
  }

  @Test func whatIsComputedOrObservedInTheTypeIsSeenThroughTheWhole() throws {
    let page = client.ref(Page(), "page")
    try page[\.volume].set(50)
    try page[\.word].set("four")
    #expect(try page.get().volume == 10 && page[\.count].get() == 4)
  }

  @Test func anUpdateNamesAFieldThatTheTypeDoesNotHave() throws {
    let page = client.ref(Page(), "page")
    try page.observe { _ in self.client.log.append("page") }
    do {
      try page.update(Record([("cuont", .integer(5))]))
      Issue.record("it was taken")
    } catch {
      #expect(diagnostic(of: error)?.id == .bindUnknownField)
      #expect(diagnostic(of: error)?.suggestions.first == "count")
    }
    let inner = Record([("home", .record(Record([("zpi", .string("1"))])))])
    #expect(id { try page.update(inner) } == .bindUnknownField)
    #expect(id { try page[\.home].update(Record([("zpi", .string("1"))])) } == .bindUnknownField)
    #expect(id { try page.at("cuont", as: Int.self).set(5) } == .bindUnknownField)
    let seen = page.through(to: { $0 }, from: { $0 })
    #expect(id { try seen.update(Record([("cuont", .integer(5))])) } == .bindUnknownField)
    try page.update(Record([("cuont", .integer(5))]), ignoringUnknown: true)
    #expect(client.log == ["page"])
    // What is nil has no field yet, and is known all the same.
    try page.update(Record([("note", .integer(5)), ("count", .integer(2))]))
    try page.update(Record([("address", .record(Record([("zip", .string("7"))])))]))
    #expect(try page.get() == Page(count: 2, note: 5, address: Address(zip: "7")))
    try page.update(Record([("note", .null)]))
    #expect(try page.get().note == nil && client.log.count == 4)
    #expect(id { try page.update(Record([("count", .string("bad"))])) } == .bindInvalid)
  }

  @Test func whatTheTypeCannotTellApartIsNoChange() throws {
    let todos = client.ref([Todo(id: 1, text: "tea")], "todos")
    try todos.observe { _ in self.client.log.append("todos") }
    let more = Record([
      ("id", .integer(1)), ("text", .string("tea")), ("done", .boolean(false)), ("from", .string("x")),
    ])
    // Written as a whole it names them all; what comes along with a change of something else is passed over.
    #expect(id { try todos.cast(to: Value.self).set(.list([.record(more)])) } == .bindUnknownField)
    try todos.cast(to: Value.self).modify { $0 = .list([.record(more)]) }
    #expect(client.log == ["todos"])
    let milk: Ref<Todo> = try todos.element(where: "id", equals: 1)
    #expect(id { try milk.update(Record([("txet", .string("milk"))])) } == .bindUnknownField)
    try milk.update(Record([("text", .string("milk"))]))
    #expect(try todos.get() == [Todo(id: 1, text: "milk")])
    // What a free value has besides is no business of an update that does not name it.
    let free = client.ref(Value.record(more))
    try free.cast(to: Todo.self).update(Record([("text", .string("oats"))]))
    #expect(try free.at("from", as: String.self).get() == "x")
  }

  @Test func aPlaceThatNoListHasIsNamed() throws {
    let list = client.ref([1, 2, 3], "list")
    for place in [Int.max, -1, Int.min] { #expect(id { _ = try list.element(at: place) } == .bindPath) }
    #expect(try list.element(at: 2).get() == 3 && list.element(at: 7).isDetached)
  }

  @Test func whetherAPlaceHasGoneIsReadAsAnyOtherValue() throws {
    let list = client.ref([1, 2], "list")
    let second = try list.element(at: 1)
    let todos = client.ref([Todo(id: 1, text: "tea")], "todos")
    let tea: Ref<Todo> = try todos.element(where: "id", equals: 1)
    let words = Ref.computed { "\(second.isDetached) \(tea.isDetached)" }
    try words.observe { self.client.log.append($0) }
    try list.set([1])
    try todos.set([])
    try list.set([1, 3])
    #expect(client.log == ["false false", "true false", "true true", "false true"])
  }

  /// A place that is made by whoever reads it is there as long as he looks.
  @Test func whatReadsAPlaceFollowsItThoughNobodyHoldsIt() throws {
    let engine = client.engine
    let nodes = engine.nodeCount
    let page = client.ref(Page(), "page")
    let list = client.ref([1, 2], "list")
    let zip = Ref.computed { try "zip " + page[\.home][\.zip].get() }
    let first = Ref.computed { try list.element(at: 0).get() }
    let idle = Ref.computed { try page.at("count", as: Int.self).get() + list.element(at: 1).get() }
    #expect(try idle.get() == 3)
    var (zips, firsts, effects): ([String], [Int], [Int]) = ([], [], [])
    let handles = [
      try zip.observe { zips.append($0) }, try first.observe { firsts.append($0) },
      try engine.effect { effects.append(try page[\.count].get()) },
    ]
    try page[\.home][\.zip].set("2")
    try list.set([9, 8])
    try page[\.count].set(5)
    #expect(zips == ["zip 1", "zip 2"] && firsts == [1, 9] && effects == [1, 5])
    #expect(try idle.get() == 13)
    try page.set(Page(count: 6, home: Address(zip: "3")))
    #expect(zips.last == "zip 3" && effects.last == 6)
    #expect(try zip.get() == "zip 3" && idle.get() == 14)
    // Nobody looks at anything of these.
    let alone = client.ref([1, 2], "alone")
    let sum = Ref.computed { try alone.element(at: 0).get() + alone.element(at: 1).get() }
    #expect(try sum.get() == 3)
    try alone.set([10, 20])
    #expect(try sum.get() == 30)
    try alone.element(at: 0).set(1)
    #expect(try sum.get() == 21)
    for handle in handles { handle.stop() }
    try page[\.home][\.zip].set("4")
    #expect(try zip.get() == "zip 4" && zips.last == "zip 3")
    // What they have looked at has gone with them.
    #expect(engine.nodeCount <= nodes + 5)
  }

  // 41, 51
  @Test func aPartOfWhatIsNotThereSaysWhyItCannotBeWritten() throws {
    let todos = client.ref([Todo](), "todos")
    let absent: Ref<Todo> = try todos.element(where: "id", equals: 1)
    #expect(id { try absent.at("text", as: String.self).set("x") } == .bindDetached)
    #expect(absent[\.text].isDetached)
    #expect(id { try absent[\.text].set("x") } == .bindDetached)
    #expect(id { try todos.element(at: 2)[\.text].set("x") } == .bindDetached)
    let none = Ref<Todo>(name: "none")
    #expect(id { try none.at("text", as: String.self).set("x") } == .bindNilHop)
    #expect(id { try none[\.text].set("x") } == .bindNilHop)
    let handle = try client.ref("a").link(to: absent[\.text])
    #expect(try handle.status.get() == .failed)
    try todos.set([Todo(id: 1, text: "b")])
    #expect(try handle.status.get() == .ok && absent[\.text].get() == "a")
  }
}
