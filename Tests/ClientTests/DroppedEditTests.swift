import BindCore
import Testing

/// What a person has edited, in a transaction that is dropped.
@Suite(.ownThread) struct DroppedEditTests {
  struct User: Equatable {
    var name = "ada"
    var age = 0
  }

  final class Account {
    var age = 0
    var isOpen = false
    var note: String? = "new"
  }

  struct Holder { var account = Account() }

  final class Counter: Control {
    static var canonical: ReferenceWritableKeyPath<Counter, Int> { \.value }
    var value = 0
    var isOn = false
    var hint: String?
    let edits = EditEvent()
    func turn(to new: Int) {
      value = new
      edits.send()
    }
  }

  typealias Field = ControlTests.Field

  let client = Client()

  private func dropped(_ body: () throws -> Void) {
    _ = try? client.engine.transaction {
      try body()
      throw Broken()
    }
  }

  // 0, 21, 22
  @Test func ofAnObjectNothingStaysInItsControlsAndNothingGetsIntoItLater() throws {
    let account = Account(), first = Counter(), second = Counter()
    let model = Bindable(account, name: "account"), age = model.ref(\.age)
    first <-> model[\.age]
    first[\.isOn] <-> model[\.isOpen]
    second <-> model[\.age]
    func isBack() -> Bool { account.age == 0 && first.value == 0 && second.value == 0 }
    dropped {
      try age.set(4)
      first.turn(to: 3)
    }
    #expect(isBack())
    dropped {
      first.turn(to: 4)
      first.turn(to: 3)
    }
    #expect(isBack())
    dropped {
      first.turn(to: 4)
      second.turn(to: 3)
      try age.set(2)
    }
    #expect(isBack())
    let go = client.ref(0)
    try go.observe(initial: false) { _ in
      try age.set(8)
      first.turn(to: 9)
      throw Broken()
    }
    try go.set(1)
    #expect(isBack() && client.reports.count == 1)
    first.isOn.toggle()
    first.edits.send()
    #expect(isBack() && account.isOpen)
    first.turn(to: 4)
    #expect(account.age == 4 && second.value == 4)
  }

  // 22
  @Test func alsoOfAnObjectInAValueAndWhereFunctionsStandBetween() throws {
    let held = Bindable(Holder(), name: "held"), counter = Counter(), field = Field()
    let age = held.ref(\.account.age)
    counter <-> held[\.account.age]
    counter[\.hint] <-> held[\.account.note]
    field <~> (held[\.account.age], { $0.text = "\($1)" }, { Int($0.text) })
    dropped {
      try age.set(4)
      counter.hint = "old"
      counter.turn(to: 3)
      field.type("5")
    }
    #expect(held.value?.account.age == 0 && counter.value == 0 && field.text == "0")
    #expect(held.value?.account.note == "new" && counter.hint == "new")
  }

  // 24
  @Test func ofAnInnerTransactionAnObjectIsShownAsTheOuterHasIt() throws {
    let account = Account(), counter = Counter()
    let model = Bindable(account, name: "account"), age = model.ref(\.age)
    counter <-> model[\.age]
    try client.engine.transaction {
      try age.set(1)
      dropped {
        try age.set(4)
        counter.turn(to: 3)
      }
      #expect(account.age == 1 && counter.value == 1)
    }
    #expect(account.age == 1 && counter.value == 1)
    dropped {
      try age.set(2)
      dropped { counter.turn(to: 3) }
      #expect(account.age == 2 && counter.value == 2)
    }
    #expect(account.age == 1 && counter.value == 1)
  }

  // 0, 19, 24
  @Test func whatTheOuterTransactionPutsBackAfterItIsShown() throws {
    let user = Bindable(User(), name: "user"), field = Field(), other = Field()
    field <-> user[\.name]
    other <-> user[\.name]
    var log: [String] = []
    user.observe(initial: false) { log.append($0.name) }
    func outer() {
      user.modify { $0.name = "outer" }
      dropped { field.type("inner") }
      #expect(field.text == "outer")
      user.modify { $0.name = "ada" }
    }
    try client.engine.transaction(outer)
    #expect(user.value?.name == "ada" && field.text == "ada" && other.text == "ada" && log.isEmpty)
    field.edits.send()
    #expect(user.value?.name == "ada")
    let go = client.ref(0)
    try go.observe(initial: false) { _ in outer() }
    try go.set(1)
    #expect(field.text == "ada" && log.isEmpty)
    // An edit of the outer one that stands, and three deep.
    try client.engine.transaction {
      field.type("edit")
      try client.engine.transaction {
        dropped { field.type("inner") }
        #expect(field.text == "edit")
      }
      user.modify { $0.name = "ada" }
    }
    #expect(field.text == "ada" && user.value?.name == "ada" && log.isEmpty)
  }

  // 22, 45
  @Test func aRefusedInputThatStoodBeforeStandsAgain() throws {
    let user = Bindable(User(), name: "user"), field = Field()
    let binding = field <~> (user[\.age], { $0.text = "\($1)" }, { Int($0.text) })
    binding.standings.observe(initial: false) { self.client.log.append("\($0.status) \($0.input ?? "")") }
    func isRefused() -> Bool { field.text == "x" && binding.status == .invalid && binding.input as? String == "x" }
    field.type("x")
    dropped { field.edits.send() }
    #expect(isRefused())
    dropped {
      field.type("8")
      field.type("y")
    }
    #expect(isRefused())
    try client.engine.transaction {
      user.modify { $0.name = "eve" }
      dropped { field.type("9") }
      #expect(isRefused())
    }
    #expect(isRefused() && client.log == ["invalid x"])
    // The model wins.
    try client.engine.transaction {
      dropped { field.type("9") }
      user.modify { $0.age = 5 }
    }
    #expect(field.text == "5" && binding.status == .ok && client.log == ["invalid x", "ok "])
    dropped { field.type("z") }
    #expect(field.text == "5" && binding.status == .ok)
  }

  // 0, 24, 42
  @Test func aControlThatMakesSomethingElseOfWhatTheOuterHasWrittenIsWrittenBack() throws {
    let user = Bindable(User(), name: "user"), tens = ControlTests.Steps(10), other = Counter()
    let binding = tens <-> user[\.age]
    other <-> user[\.age]
    user.observe(initial: false) { self.client.log.append("\($0.age) \(tens.value) \(other.value)") }
    try client.engine.transaction {
      user.modify { $0.age = 44 }
      dropped { tens.value = 90 }
    }
    try client.engine.transaction {
      user.modify { $0.age = 57 }
      try client.engine.transaction {
        dropped { tens.value = 90 }
        dropped { tens.value = 80 }
      }
    }
    #expect(client.log == ["40 40 40", "50 50 50"] && binding?.status == .ok)
    dropped {
      user.modify { $0.age = 44 }
      dropped { tens.value = 90 }
    }
    other.value = 7  // not sent yet
    user.modify { $0.name = "eve" }
    #expect(user.value?.age == 50 && tens.value == 50 && other.value == 7 && client.reports.isEmpty)
  }

  // 24, 45, 46
  @Test func whatIsRefusedAfterItStandsAsItWouldWithoutIt() throws {
    func end(outer: Int, back: Bool, withEdit: Bool) throws -> String {
      let user = Bindable(User(), name: "user"), field = Field()
      let binding = field <~> (user[\.age], { $0.text = "\($1)" }, { Int($0.text) })
      try client.engine.transaction {
        user.modify { $0.age = outer }
        if withEdit { dropped { field.type("1") } }
        if back { user.modify { $0.age = 0 } }
        field.type("x")
      }
      return "\(user.value?.age ?? -1) \(field.text) \(binding.status)"
    }
    for withEdit in [false, true] {
      #expect(try end(outer: 4, back: false, withEdit: withEdit) == "4 4 ok")
      #expect(try end(outer: 4, back: true, withEdit: withEdit) == "0 x invalid")
      #expect(try end(outer: 0, back: false, withEdit: withEdit) == "0 x invalid")
    }
  }

  // 22, 37
  @Test func ofAModelWithoutAValueTheSameEditCountsAgain() {
    let number = Bindable<Int>(name: "number"), field = Field()
    field <~> (number[\.self], { $0.text = "\($1)" }, { Int($0.text) })
    dropped { field.type("7") }
    #expect(!number.hasValue)
    field.type("7")
    #expect(number.value == 7)
  }
}
