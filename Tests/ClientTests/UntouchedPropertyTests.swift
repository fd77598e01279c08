import BindCore
import Testing

/// What a control holds as its binding has left it is no edit, whatever the model holds by now.
@Suite(.ownThread) struct UntouchedPropertyTests {
  struct Person: Equatable {
    var name = "ada"
    var isMember = false
    var age = 0
  }

  final class Account {
    var name = "ada"
    var isMember = false
  }

  /// Says that it was edited whenever it is switched.
  final class Switch: Editable {
    var isOn = false { didSet { edits.send() } }
    var title = ""
    let edits = EditEvent()
  }

  final class Panel: Editable {
    var number = 0
    var text = ""
    let edits = EditEvent()
    func turn(to new: Int) {
      number = new
      edits.send()
    }
    func type(_ new: String) {
      text = new
      edits.send()
    }
  }

  typealias Field = ControlTests.Field

  let client = Client()
  let person = Bindable(Person(), name: "person")

  // 0, 42
  @Test func ofAControlThatSaysSoWhenAnotherPropertyIsShown() {
    let control = Switch(), turned = Switch()
    control[\.isOn] <-> person[\.isMember]
    control[\.title] <-> person[\.name]
    turned[\.title] <-> person[\.name]
    turned[\.isOn] <-> person[\.isMember]
    person.observe(initial: false) { self.client.log.append("\($0.name) \(control.title) \(turned.title)") }
    person.update(with: Person(name: "eve", isMember: true))
    #expect(client.log == ["eve eve eve"] && control.isOn && turned.isOn)
    let account = Account(), own = Switch()
    let model = Bindable(account, name: "account")
    own[\.isOn] <-> model[\.isMember]
    own[\.title] <-> model[\.name]
    model.modify {
      $0.name = "eve"
      $0.isMember = true
    }
    #expect(account.name == "eve" && account.isMember && own.title == "eve" && own.isOn)
    #expect(client.reports.isEmpty)
  }

  // 0, 42
  @Test func ofTwoPropertiesOnOnePartEachIsEdited() {
    let panel = Panel()
    panel[\.number] <-> person[\.age]
    panel[\.text] <~> (person[\.age], { $0.text = "\($1)" }, { Int($0.text) })
    func all() -> [String] { ["\(person.value?.age ?? -1)", "\(panel.number)", panel.text] }
    panel.turn(to: 3)
    #expect(all() == ["3", "3", "3"])
    panel.type("8")
    #expect(all() == ["8", "8", "8"])
    panel.turn(to: 4)
    #expect(all() == ["4", "4", "4"] && client.reports.isEmpty)
  }

  struct Point: Equatable {
    var x = 0
    var y = 0
    /// Of both.
    var sum: Int {
      get { x + y }
      set { x = newValue - y }
    }
  }
  struct Shape: Equatable { var origin = Point() }

  final class Place: Editable {
    var origin = Point()
    var x = 0
    var sum = 0
    let edits = EditEvent()
  }

  // 0, 40, 42
  @Test func ofPartsWithinOneAnotherEachIsEdited() {
    let shape = Bindable(Shape(), name: "shape"), place = Place()
    place[\.origin] <-> shape[\.origin]
    place[\.x] <-> shape[\.origin.x]
    place[\.sum] <-> shape[\.origin.sum]
    func agree(on point: Point) -> Bool {
      shape.value?.origin == point && place.origin == point && place.x == point.x && place.sum == point.sum
    }
    place.origin = Point(x: 5, y: 6)
    place.edits.send()
    #expect(agree(on: Point(x: 5, y: 6)))
    place.x = 9
    place.edits.send()
    #expect(agree(on: Point(x: 9, y: 6)))
    place.sum = 7
    place.edits.send()
    #expect(agree(on: Point(x: 1, y: 6)))
  }

  // 0, 42
  @Test func afterAWriteOfTheSameTransactionOrObserverTheWriteStands() throws {
    let field = Field(), number = Field(), control = Switch(), account = Account()
    let model = Bindable(account, name: "account"), name = model.ref(\.name)
    field <-> person[\.name]
    number <~> (person[\.age], { $0.text = "\($1)" }, { Int($0.text) })
    control[\.isOn] <-> model[\.isMember]
    control[\.title] <-> model[\.name]
    func write(_ name: String, _ age: Int) {
      person.modify { ($0.name, $0.age) = (name, age) }
      field.edits.send()
      number.edits.send()
    }
    func agree(on name: String, _ age: Int) -> Bool {
      person.value?.name == name && field.text == name && person.value?.age == age && number.text == "\(age)"
    }
    try client.engine.transaction { write("eve", 7) }
    #expect(agree(on: "eve", 7))
    let go = client.ref(0)
    try go.observe(initial: false) { _ in write("bob", 8) }
    try go.set(1)
    #expect(agree(on: "bob", 8))
    // Another property of the control is edited.
    try client.engine.transaction {
      try name.set("eve")
      control.isOn = true
    }
    #expect(account.name == "eve" && account.isMember && control.title == "eve" && control.isOn)
  }

  // 0, 42
  @Test func ofAControlThatIsBoundInTheSameTransactionTheModelWins() throws {
    let control = Switch(), field = Field()
    try client.engine.transaction {
      control[\.title] <-> person[\.name]
      control[\.isOn] <-> person[\.isMember]
      control.isOn = true
      field <~> (person[\.age], { $0.text = "\($1)" }, { Int($0.text) })
      field.type("4")
    }
    #expect(person.value == Person(name: "ada", isMember: true, age: 4))
    #expect(control.title == "ada" && control.isOn && field.text == "4")
  }
}
