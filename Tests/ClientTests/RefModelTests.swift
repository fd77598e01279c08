import BindCore
import Testing

/// Models, places in them, lenses, lists.
@Suite(.ownThread) struct RefModelTests {
  let client = Client()

  func user() throws -> Ref<Record> {
    try Ref.model(
      "user",
      [
        "name": "Ada", "age": .number(36, in: 0...150), "theme": .choice("light", of: ["light", "dark"]),
        "address": ["country": "nz", "zip": .value(String?.none)],
        "todos": .value([Todo]()), "likes": .value([String: Int]()),
      ], engine: client.engine)
  }

  @Test func aPartThatIsBoundAndWrittenByHandIsWarnedOf() throws {
    struct User { var name = "Ada" }
    let user = Bindable(User(), name: "user"), source = client.ref("S", "source")
    let name = user.ref(\.name)
    try source.bind(to: name)
    try name.set("hand")
    #expect(user.value?.name == "hand" && client.ids == [.bindOverwritten])
    try client.engine.transaction { try name.set("twice") }
    try client.engine.transaction { try name.set("twice") }
    #expect(client.ids == [.bindOverwritten, .bindOverwritten])
    try source.set("T")
    #expect(user.value?.name == "T" && client.ids.count == 2)
  }

  @Test func aFieldIsARefWithItsTypeAndRules() throws {
    let user = try user()
    let age: Ref<Int> = try user.at("age")
    let country: Ref<String> = try user.at("address.country")
    try user.observe { _ in self.client.log.append("user") }
    try age.observe { self.client.log.append("age \($0)") }
    try country.observe { self.client.log.append("country \($0)") }
    client.log = []
    try country.set("de")
    #expect(client.log == ["country de", "user"] || client.log == ["user", "country de"])
    #expect(id { try age.set(200) } == .bindInvalid)
    #expect(id { try user.at("theme", as: String.self).set("blue") } == .bindInvalid)
    #expect(try age.get() == 36)
    #expect(age.path.description == "age" && country.name == "user.address.country")
    #expect(id { _ = try user.at("nam", as: String.self) } == .bindPath)
    #expect(id { try user.at("age", as: String.self).set("x") } == .bindType)
    try age.reset()
    #expect(id { _ = try Ref<Record>.model("m", ["a": 1, "a": 2]) } == .bindDuplicate)
  }

  @Test func anUpdateMergesInOneWave() throws {
    let user = try user()
    var waves = 0
    try user.observe(initial: false) { _ in waves += 1 }
    try user.update(Record([("name", .string("Eve")), ("address", .record(Record([("zip", .string("1"))])))]))
    #expect(waves == 1)
    #expect(try user.at("address.zip", as: String?.self).get() == "1")
    #expect(try user.at("address.country", as: String.self).get() == "nz")
    try user.update(Record([("address", .record(Record([("zip", .null)])))]))
    #expect(try user.at("address.zip", as: String?.self).get() == nil)
    #expect(id { try user.update(Record([("nme", .string("x"))])) } == .bindUnknownField)
    try user.update(Record([("nme", .string("x"))]), ignoringUnknown: true)
  }

  @Test func aCheckRefusesOrTakesAnotherValue() throws {
    let name = try Ref<Record>.model(
      "m",
      [
        "name": .value("ada") { text in
          if text.isEmpty { throw InvalidInput("a name, please") }
          return text.lowercased()
        }
      ], engine: client.engine
    ).at("name", as: String.self)
    try name.set("EVE")
    #expect(try name.get() == "eve")
    do {
      try name.set("")
      Issue.record("it was taken")
    } catch { #expect(diagnostic(of: error)?.message.contains("a name, please") == true) }
  }

  @Test func aLensReadsAndWritesThroughItsFunctions() throws {
    let celsius = client.ref(20.0, "celsius")
    let fahrenheit = celsius.through(to: { $0 * 9 / 5 + 32 }, from: { ($0 - 32) * 5 / 9 })
    let words = fahrenheit.through(
      to: { "\(Int($0))" },
      from: { text in
        guard let number = Double(text) else { throw InvalidInput("a number, please") }
        return number
      })
    #expect(try words.get() == "68")
    try words.set("32")
    #expect(try celsius.get() == 0)
    do {
      try words.set("warm")
      Issue.record("it was taken")
    } catch { #expect(diagnostic(of: error)?.id == .bindInvalid) }
    #expect(!celsius.map { $0 }.isWritable && words.isWritable)
    #expect(id { try celsius.map { $0 }.set(1) } == .bindReadOnly)
    let readOnly = celsius.through(to: { $0 })
    #expect(!readOnly.isWritable && id { try readOnly.set(1) } == .bindReadOnly)
  }

  @Test func aPropertyOfAValueIsALensIntoIt() throws {
    let todo = client.ref(Todo(id: 1, text: "tea"), "todo")
    let text = todo[\.text], done = todo[\.done]
    try todo.observe { self.client.log.append("\($0.text) \($0.done)") }
    try text.set("milk")
    try done.toggle()
    try client.engine.transaction {
      try text.set("bread")
      try done.toggle()
      #expect(try todo.get() == Todo(id: 1, text: "bread"))
    }
    #expect(client.log == ["tea false", "milk false", "milk true", "bread false"])
    let trigger = client.ref(0)
    for word in ["a", "b"] { try trigger.observe(initial: false) { _ in try text.modify { $0 += word } } }
    try trigger.observe(initial: false) { _ in try done.set(true) }
    try trigger.set(1)
    #expect(try todo.get() == Todo(id: 1, text: "breadab", done: true))
  }

  @Test func storedPropertiesOfARecordArePlacesOfTheirOwn() throws {
    let todo = client.ref(Todo(id: 1, text: "tea"), "todo")
    try todo[\.done].observe { self.client.log.append("done \($0)") }
    let words = client.ref("milk"), flag = client.ref(true)
    try words.bind(to: todo[\.text])
    try flag.bind(to: todo[\.done])
    #expect(id { try words.bind(to: todo[\.text]) } == .bindTwoWriters)
    #expect(id { try todo.bind(to: todo) } != nil)
    try words.set("bread")
    #expect(try todo.get() == Todo(id: 1, text: "bread", done: true))
    #expect(client.log == ["done false", "done true"])
    #expect(try todo[\.text] == todo.at("text"))
  }

  @Test func anElementIsFollowedByItsKey() throws {
    let user = try user()
    let todos: Ref<[Todo]> = try user.at("todos")
    try todos.set([Todo(id: 1, text: "tea"), Todo(id: 2, text: "milk")])
    let milk: Ref<Todo> = try todos.element(where: "id", equals: 2)
    try milk[\.text].observe { self.client.log.append($0) }
    try todos.insert(Todo(id: 3, text: "oats"), at: 0)
    try milk[\.done].set(true)
    #expect(try todos.get().map(\.done) == [false, false, true])
    try todos.set([])
    #expect(milk.isDetached)
    #expect(try milk.get().text == "milk")
    #expect(id { try milk.set(Todo(id: 2, text: "x")) } == .bindDetached)
    try todos.set([Todo(id: 2, text: "cream")])
    #expect(!milk.isDetached && client.log == ["milk", "cream"])
    #expect(id { try todos.remove(at: 4) } == .bindDetached)
    #expect(try todos.element(at: 0)[\.text].get() == "cream")
    try todos.append(Todo(id: 5, text: "x"), limit: 1)
    #expect(try todos.get().map(\.id) == [5])
  }

  @Test func aBindingIsDeliveredOnceMoreWhenItsTargetReturns() throws {
    let todos = client.ref([Todo(id: 1, text: "tea")], "todos"), words = client.ref("milk")
    let element: Ref<Todo> = try todos.element(where: "id", equals: 1)
    let binding = try words.bind(to: element[\.text])
    try element[\.text].observe { self.client.log.append($0) }
    try todos.set([])
    try words.set("bread")
    #expect(try binding.status.get() == .failed)
    try todos.set([Todo(id: 1, text: "tea")])
    #expect(try todos.get().map(\.text) == ["bread"])
    #expect(try binding.status.get() == .ok)
    #expect(client.log == ["milk", "bread"])
  }

  @Test func aHopThatIsMissingIsMadeWhereThatIsAskedFor() throws {
    let settings = client.ref(Value.record(Record()), "settings")
    let width: Ref<Int> = try settings.at("window.width", creating: true)
    #expect(id { try settings.at("window.height", as: Int.self).set(1) } == .bindNilHop)
    try width.set(80)
    #expect(try settings.at("window.width", as: Int.self).get() == 80)
  }

  @Test func hopsAreMadeBelowAKeyAndBelowALensToo() throws {
    let list = client.ref([Value.record(Record([("id", .integer(1))]))], "list")
    let element = try list.element(where: "id", equals: 1)
    #expect(id { try element.at("window.width", as: Int.self).set(1) } == .bindNilHop)
    try element.at("window.width", as: Int.self, creating: true).set(80)
    #expect(try list.at("[1].window.width", as: Int.self).get() == 80)
    let whole = client.ref(Value.record(Record()), "whole")
    let seen: Ref<Value> = whole.through(to: { $0 }, from: { $0 })
    #expect(id { try seen.at("a.b", as: Int.self).set(1) } == .bindNilHop)
    var options = BindingOptions()
    options.creates = true
    try client.ref(7, "source").bind(to: try seen.at("a.b", as: Int.self), options)
    #expect(try whole.at("a.b", as: Int.self).get() == 7)
  }

  @Test func theChangesOfAListAreOperationsThatTurnOldIntoNew() throws {
    let list = client.ref([Todo(id: 1, text: "a"), Todo(id: 2, text: "b"), Todo(id: 3, text: "c")], "todos")
    var copy: [Int] = []
    var closed: [Int] = []
    let handle = try list.each(
      by: \.id,
      ListChanges(
        insert: { todo, id, place in
          copy.insert(id, at: place)
          try self.client.engine.onClose { closed.append(id) }
          try todo[\.text].observe(initial: false) { self.client.log.append("\(id) is \($0)") }
        }, remove: { value, id, place in copy.remove(at: place) },
        move: { _, id, from, to in copy.insert(copy.remove(at: from), at: to) },
        update: { _, new, old in self.client.log.append("\(old.text) to \(new.text)") }))
    #expect(copy == [1, 2, 3])
    try list.set([Todo(id: 3, text: "c"), Todo(id: 4, text: "d"), Todo(id: 1, text: "A")])
    #expect(copy == [3, 4, 1] && closed == [2])
    #expect(Set(client.log) == ["a to A", "1 is A"])
    #expect(id { try list.append(Todo(id: 3, text: "again")) } == .bindKey)
    #expect(copy == [3, 4, 1])
    handle.stop()
    #expect(Set(closed) == [1, 2, 3, 4])
    #expect(client.engine.observerCount == 0)
  }

  @Test func anEditInsideACallbackGivesASecondSetOfOperations() throws {
    let list = client.ref([1], "list")
    try list.each(
      by: { $0 },
      ListChanges(insert: { _, key, place in
        self.client.log.append("\(key) at \(place)")
        if key < 3 { try list.append(key + 1) }
      }))
    #expect(client.log == ["1 at 0", "2 at 1", "3 at 2"])
    #expect(try list.get() == [1, 2, 3])
  }
}
