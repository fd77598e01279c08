import BindCore
import Testing

/// Controls that are bound both ways.
@Suite(.ownThread) struct ControlTests {
  struct User: Equatable {
    var name = "Ada"
    var age = 36
    var nick: String?
  }

  final class Slider: Control {
    static var canonical: ReferenceWritableKeyPath<Slider, Double> { \.value }
    var value = 0.0 { didSet { sets += 1 } }
    private(set) var sets = 0
    let edits = EditEvent()
    func slide(to new: Double) {
      value = new
      edits.send()
    }
  }

  final class Field: Control {
    static var canonical: ReferenceWritableKeyPath<Field, String> { \.text }
    var text = ""
    let edits = EditEvent()
    func type(_ new: String) {
      text = new
      edits.send()
    }
  }

  let client = Client()
  let user = Bindable(User(), name: "user")

  // 0, 42
  @Test func theAskingControlIsRewrittenBeforeAnyObserverRuns() throws {
    let (slider, other) = (Slider(), Slider())
    for one in [slider, other] {
      one <~> (user[\.age], { $0.value = Double($1) }, { Int($0.value) })
    }
    user.observe(initial: false) { self.client.log.append("\($0.age) \(slider.value) \(other.value)") }
    let words = Ref.computed(engine: client.engine) { "\(self.user.value?.age ?? 0) \(slider.value)" }
    try words.observe(initial: false) { self.client.log.append("computed \($0)") }
    let sets = slider.sets
    slider.slide(to: 41.7)
    #expect(client.log.sorted() == ["41 41.0 41.0", "computed 41 41.0"])
    #expect(slider.sets == sets + 2, "by the person, and once by the binding")
    client.log = []
    try client.engine.transaction { slider.slide(to: 50.2) }
    #expect(client.log.sorted() == ["50 50.0 50.0", "computed 50 50.0"])
    // 43
    client.log = []
    slider.slide(to: 50.9)
    #expect(slider.value == 50 && client.log.isEmpty)
  }

  // 0, 8
  @Test func anEditInsideAnObserverOfAnEditComesToWhatItComesTo() {
    let slider = Slider()
    let binding = slider <~> (user[\.age], { $0.value = Double($1) }, { Int($0.value) })
    user.observe(initial: false) {
      self.client.log.append("\($0.age) \(slider.value)")
      if $0.age == 41 { slider.slide(to: 42.7) }
    }
    slider.slide(to: 41.7)
    #expect(client.log == ["41 41.0", "42 42.0"] && slider.value == 42 && binding.status == .ok)
  }

  /// Keeps multiples of its step only, and says that it was edited whenever it is set.
  final class Steps: Control {
    static var canonical: ReferenceWritableKeyPath<Steps, Int> { \.value }
    private let step: Int
    private var kept = 0
    let edits = EditEvent()
    init(_ step: Int) { self.step = step }
    var value: Int {
      get { kept }
      set {
        kept = newValue / step * step
        edits.send()
      }
    }
  }

  // 42
  @Test func aControlThatMakesSomethingElseOfTheModelsValueIsWrittenBackOnce() throws {
    let tens = Steps(10), plain = Steps(1)
    plain <-> user[\.age]
    let made = tens <-> user[\.age]
    let binding = try #require(made)
    #expect(user.value?.age == 30 && tens.value == 30 && plain.value == 30 && binding.status == .ok)
    user.observeChanges(initial: false) { self.client.log.append("\($0.age) \($1?.age ?? 0) \(plain.value)") }
    user.modify { $0.age = 57 }
    #expect(client.log == ["50 30 50"] && tens.value == 50)
    user.modify { $0.age = 59 }
    try client.engine.transaction { user.modify { $0.age = 58 } }
    #expect(client.log == ["50 30 50"] && user.value?.age == 50 && binding.status == .ok)
    // An edit elsewhere is what comes of it here.
    plain.value = 64
    #expect(user.value?.age == 60 && plain.value == 60 && tens.value == 60)
    user.modify { $0.name = "Grace" }
    #expect(user.value?.age == 60 && client.reports.isEmpty)
  }

  /// Keeps its value within its range, and says nothing of that.
  final class RangedSlider: Control {
    static var canonical: ReferenceWritableKeyPath<RangedSlider, Int> { \.value }
    let edits = EditEvent()
    var most = 100 { didSet { value = min(value, most) } }
    var value = 0 { didSet { if value > most { value = most } } }
  }

  // 0, 42
  @Test func whatAControlMakesOfItsValueWhenAnotherPropertyIsWrittenIsTakenToo() throws {
    let slider = RangedSlider()
    let most = Bindable(100, name: "most", engine: client.engine)
    slider <-> user[\.age]
    slider[\.most] <- most[\.self]
    user.modify { $0.age = 80 }
    user.observeChanges(initial: false) { now, _ in self.client.log.append("\(now.age) \(slider.value)") }
    most.update(with: 50)
    #expect(client.log == ["50 50"] && user.value?.age == 50)
    // What the model says in the same wave wins.
    try client.engine.transaction {
      most.update(with: 20)
      user.modify { $0.age = 10 }
    }
    #expect(client.log == ["50 50", "10 10"] && slider.value == 10)
    most.update(with: 90)
    #expect(client.log.count == 2 && user.value?.age == 10)
    // Also where its range is written before it.
    let other = RangedSlider()
    let top = Bindable(90, name: "top", engine: client.engine)
    other[\.most] <- top[\.self]
    other <-> user[\.age]
    user.modify { $0.age = 70 }
    try client.engine.transaction {
      top.update(with: 40)
      user.modify { $0.age = 30 }
    }
    #expect(user.value?.age == 30 && other.value == 30 && slider.value == 30)
    // And where both are parts of one model, of which something else changes too.
    struct Range: Equatable { var most = 100, value = 80, step = 1 }
    let range = Bindable(Range(), name: "range", engine: client.engine)
    let last = RangedSlider()
    last[\.most] <- range[\.most]
    last <-> range[\.value]
    range.modify { $0.most = 50 }
    #expect(range.value == Range(most: 50, value: 50) && last.value == 50)
    range.modify { ($0.most, $0.step) = (40, 2) }
    #expect(range.value == Range(most: 40, value: 40, step: 2) && last.value == 40)
    range.modify { ($0.most, $0.value) = (30, 10) }
    #expect(range.value == Range(most: 30, value: 10, step: 2) && last.value == 10)
  }

  // 0, 42, 44
  @Test func whatItMakesOfAValueThatIsWrittenAfterItsEditIsWrittenBackToo() throws {
    let tens = Steps(10)
    let binding = tens <-> user[\.age]
    user.observe(initial: false) { self.client.log.append("\($0.age) \(tens.value)") }
    for age in [25, 45, 30] {
      try client.engine.transaction {
        tens.value = 20
        user.modify { $0.age = age }
      }
    }
    let go = client.ref(0)
    try go.observe(initial: false) { _ in
      tens.value = 50
      self.user.modify { $0.age += 5 }
    }
    try go.set(1)
    #expect(client.log == ["20 20", "40 40", "30 30", "50 50"] && binding?.status == .ok && client.reports.isEmpty)
  }

  final class Odd {
    var age = 0 { didSet { if age % 2 == 0 { age += 1 } } }
  }

  // 44
  @Test func aModelThatNeverAgreesWithTheEditIsNamed() {
    let odd = Odd(), tens = Steps(10)
    let model = Bindable(odd, name: "odd")
    let binding = tens <-> model[\.age]
    #expect(binding?.status == .ok && odd.age == 0)
    tens.value = 20
    #expect(odd.age == 21 && tens.value == 20 && binding?.status == .failed && client.ids == [.bindUnstable])
  }

  // 42, 44
  @Test func twoThatNeverAgreeAreNamedAndTheLastValueStands() throws {
    let tens = Steps(10), sevens = Steps(7)
    tens <-> user[\.age]
    let made = sevens <-> user[\.age]
    let binding = try #require(made)
    #expect(client.ids == [.bindUnstable])
    user.modify { $0.age = 70 }
    #expect(user.value?.age == 70 && tens.value == 70 && sevens.value == 70 && binding.status == .ok)
    user.observe(initial: false) { self.client.log.append("\($0.age)") }
    user.modify { $0.age = 75 }
    #expect(client.log == ["70"] || client.log.isEmpty)
    user.modify { $0.age = 20 }
    #expect(client.ids.count >= 2 && client.ids.allSatisfy { $0 == .bindUnstable })
    #expect(client.log.count <= 2 && user.value.map { "\($0.age)" } == client.log.last ?? "70")
  }

  // 42
  @Test func whatAFunctionShowsMayBeLessThanTheValue() {
    struct Price: Equatable { var cents = 1999 }
    let price = Bindable(Price(), name: "price"), field = Field()
    field <~> (price[\.cents], { $0.text = "\($1 / 100)" }, { Int($0.text).map { $0 * 100 } })
    #expect(field.text == "19" && price.value?.cents == 1999)
    price.update(with: Price(cents: 250))
    #expect(field.text == "2" && price.value?.cents == 250 && client.reports.isEmpty)
  }

  @Test func aTableOfControlsIsBound() throws {
    let (name, age) = (Field(), Field())
    let table: [(any Control, AnyWritableKeyPath<User>)] = [(name, .init(\.name)), (Slider(), .init(\.age))]
    try user.link(table[0].1, to: table[0].0)
    name.type("Grace")
    #expect(user.value?.name == "Grace")
    #expect(id { for (control, path) in table.dropFirst() { try user.link(path, to: control) } } == .bindType)
    let nick = Field()
    try user.link(.init(\.nick), to: nick, default: "none")
    #expect(nick.text == "none")
    #expect(id { try user.link(.init(\.nick), to: age) } == .bindType)
  }

  // 26
  @Test func theLabelOfATransactionReachesWhateverFollowsFromIt() throws {
    let field = Field(), x = client.ref(0), linked = client.ref(0), bound = client.ref(0), far = client.ref(0)
    field <-> user[\.name]
    try x.link(to: linked)
    try linked.bind(to: bound)
    try bound.link(to: far)
    var labels: [String?] = []
    user.observeChanges(initial: false) { _, _, cause in labels.append(cause.label) }
    for ref in [x, linked, bound, far] {
      try ref.observe(initial: false) { (_: Int, _: Int?, cause: ChangeCause) in
        labels += [cause.label, client.engine.runningLabel]
      }
    }
    try client.engine.transaction(label: "typing") { field.type("Grace") }
    #expect(labels == ["typing"])
    labels = []
    try client.engine.transaction(label: "import") { try x.set(1) }
    #expect(labels == Array(repeating: "import", count: 8))
    labels = []
    try client.engine.transaction(label: "back") { try linked.set(2) }
    #expect(labels == Array(repeating: "back", count: 8))
    labels = []
    try x.set(3)
    field.type("Ada")
    #expect(labels == Array(repeating: nil, count: 9))
  }
}
