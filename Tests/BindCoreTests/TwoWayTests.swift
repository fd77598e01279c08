import BindCore
import Testing

private struct User: Equatable {
  var name = "Ada"
  var email = "ada@example.org"
  var age = 36
  var nick: String?
  var colors = Colors()
  var initials: String { String(name.prefix(1)) }
  struct Colors: Equatable { var primary = "grey" }
}

private final class Picture {}

private struct Album {
  var title = ""
  var cover = Picture()
}

/// Not to be compared.
private struct Ink { var name = "blue" }

private struct Letter { var ink = Ink() }

private final class InkWell: Control {
  static var canonical: ReferenceWritableKeyPath<InkWell, Ink> { \.ink }
  var ink = Ink()
  let edits = EditEvent()
}

private final class Frame: BindingTarget {
  var picture = Picture() { didSet { sets += 1 } }
  var sets = 0
}

/// CONTRACT 37 to 48 in the seed's own forms, with Swift objects as views.
@Suite struct TwoWayTests {
  private let engine = Engine.current
  private let user = Bindable(User(), name: "user")

  @Test func oneWayFollowsNowAndAfterEachChangeOfThatPart() {
    let label = Label()
    label[\.text] <- user[\.name]
    label[\.hint] <- user[\.colors.primary]
    #expect(label.text == "Ada")
    #expect(label.hint == "grey")
    user.modify { $0.name = "Grace" }
    #expect(label.text == "Grace")
    let sets = label.sets
    user.modify { $0.age = 37 }
    #expect(label.sets == sets)
    let initials = Label()
    initials[\.text] <- user[\.initials]
    #expect(initials.text == "G")
  }

  @Test func twoWayTheModelWinsAtTheStartAndEditsFlowBack() {
    let field = TextField()
    field.text = "left over"
    field[\.text] <-> user[\.email]
    #expect(field.text == "ada@example.org")
    field.type("grace@example.org")
    #expect(user.value?.email == "grace@example.org")
    user.modify { $0.email = "new@example.org" }
    #expect(field.text == "new@example.org")
  }

  @Test func theCanonicalPropertyNeedsNoName() {
    let field = TextField()
    field <-> user[\.name]
    field.type("Grace")
    #expect(user.value?.name == "Grace")
  }

  @Test func anEditRendersOnceAndAnEchoIsNone() {
    let field = TextField()
    field <-> user[\.name]
    var models: [String] = []
    user.observe(initial: false) { models.append($0.name) }
    let sets = field.sets
    field.type("Grace")
    // The edit itself, and the write that shows what settled: the same value.
    #expect(field.sets - sets <= 2)
    field.edits.send()
    field.edits.send()
    #expect(models == ["Grace"])
  }

  @Test func severalControlsHaveOnePartAndSettleBeforeAnyObserver() {
    let fields = (0..<3).map { _ in TextField() }
    for field in fields { field <-> user[\.name] }
    let label = Label()
    label[\.text] <- user[\.name]
    var torn = 0
    user.observe { value in
      if fields.contains(where: { $0.text != value.name }) || label.text != value.name { torn += 1 }
    }
    fields[1].type("Grace")
    #expect(fields.allSatisfy { $0.text == "Grace" })
    #expect(label.text == "Grace")
    user.modify { $0.name = "Joan" }
    #expect(fields.allSatisfy { $0.text == "Joan" })
    #expect(torn == 0)
  }

  @Test func closuresConvertInOneDirectionOrBoth() {
    let label = Label()
    label <~ (user[\.email], { view, email in view.text = "Your e-mail: \(email)" })
    #expect(label.text == "Your e-mail: ada@example.org")
    let stepper = Stepper()
    stepper <~> (user[\.age], { view, age in view.value = Double(age) }, { view in Int(view.value) })
    #expect(stepper.value == 36)
    stepper.step(to: 40)
    #expect(user.value?.age == 40)
    user.modify { $0.age = 41 }
    #expect(stepper.value == 41)
  }

  @Test func theAskingEndIsRewrittenIfTheSettledValueDiffersAlsoIfTheModelDidNotChange() {
    let stepper = Stepper()
    stepper <~> (user[\.age], { view, age in view.value = Double(age) }, { view in Int(view.value) })
    stepper.step(to: 40.7)
    #expect(user.value?.age == 40)
    #expect(stepper.value == 40)
    stepper.step(to: 40.2)
    #expect(stepper.value == 40)
  }

  @Test func aRefusedEditIsKeptAndVisibleAndTheNextOneClearsIt() {
    let field = TextField()
    let binding = field <~> (user[\.age], { view, age in view.text = "\(age)" }, { view in Int(view.text) })
    field.type("many")
    #expect(binding.status == .invalid)
    #expect(binding.input as? String == "many")
    #expect(binding.error != nil)
    #expect(field.text == "many")
    #expect(user.value?.age == 36)
    field.type("37")
    #expect(binding.status == .ok)
    #expect(user.value?.age == 37)
    field.type("x")
    user.modify { $0.age = 38 }  // the model wins
    #expect(field.text == "38")
    #expect(binding.status == .ok)
  }

  @Test func anUnstablePairIsNamedAndLivesOn() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    let stepper = Stepper()
    let binding =
      stepper <~> (user[\.age], { view, age in view.value = Double(age) + 1 }, { view in Int(view.value) })
    stepper.step(to: 50)
    #expect(binding.status == .failed)
    #expect(user.value?.age == 50)
    #expect(reports.count == 1)
    let told = reports.first.map { Diagnostic($0) }
    #expect(told?.message == "50 is shown as 51.0, which reads back as 51: the last value stands")
    #expect(told?.notes.first?.contains("from(to(v)) is v") ?? false)
    user.modify { $0.age = 10 }
    #expect(stepper.value == 11)
    #expect(binding.status == .ok)
  }

  @Test func aDeadViewIsReachedByNoWriteAndGoneAtTheNextUpdate() {
    let before = user.observerCount
    do {
      let field = TextField()
      field <-> user[\.name]
      #expect(user.observerCount == before + 1)
    }
    user.modify { $0.name = "Grace" }
    #expect(user.observerCount == before)
  }

  @Test func unbindEndsOnePropertyOrAll() {
    let field = TextField()
    let label = Label()
    field <-> user[\.name]
    label[\.text] <- user[\.name]
    label[\.hint] <- user[\.email]
    label.unbind(\.text)
    field.unbind()
    user.modify {
      $0.name = "Grace"
      $0.email = "new"
    }
    #expect(label.text == "Ada")
    #expect(label.hint == "new")
    #expect(field.text == "Ada")
    field.type("nobody listens")
    #expect(user.value?.name == "Grace")
    #expect(field.edits.handlerCount == 0)
    label.unbind()
    #expect(user.observerCount == 0)
  }

  @Test func aSecondWriterOfOnePropertyIsRefused() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    let label = Label()
    label[\.text] <- user[\.name]
    #expect((label[\.text] <- user[\.email]) == nil)
    #expect(reports.count == 1)
    #expect(label.text == "Ada")
    engine.onReport = { _ in }
  }

  @Test func twoWayAndWithFunctionsASecondWriterIsRefusedToo() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    defer { engine.onReport = { _ in } }
    let other = Bindable(User(name: "Grace"), name: "other")
    let field = TextField()
    field <-> user[\.name]
    #expect((field <-> other[\.name]) == nil)
    #expect((field[\.text] <- other[\.name]) == nil)
    let binding = field <~> (other[\.name], { view, name in view.text = name }, { view in view.text })
    #expect(binding.isStopped && binding.status == .failed)
    #expect((binding.error as? Diagnostic)?.id == .bindTwoWriters)
    #expect(throws: Diagnostic.self) { try other.link(AnyWritableKeyPath(\.name), to: field) }
    #expect(
      reports.compactMap { ($0.failure as? Diagnostic)?.id } == [.bindTwoWriters, .bindTwoWriters, .bindTwoWriters])
    field.type("Joan")
    #expect(user.value?.name == "Joan" && other.value?.name == "Grace")
    other.modify { $0.name = "Mary" }
    #expect(field.text == "Joan" && field.edits.handlerCount == 1 && other.observerCount == 0)
    let label = Label()
    label[\.text] <- user[\.name]
    field.unbind()
    #expect((field <-> other[\.name]) != nil)
    #expect(field.text == "Mary")
  }

  @Test func anEditWithoutAModelIsRefused() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    defer { engine.onReport = { _ in } }
    let empty = Bindable<User>(name: "empty")
    let field = TextField()
    let binding = field <-> empty[\.name]
    field.type("Grace")
    #expect(binding?.status == .invalid && binding?.input as? String == "Grace")
    #expect((binding?.error as? Diagnostic)?.id == .bindNilHop)
    #expect(field.text == "Grace" && !empty.hasValue)
    empty.update(with: User())
    #expect(binding?.status == .ok && field.text == "Ada")
    let nothing = Bindable<Int>(name: "nothing")
    nothing.modify { $0 += 1 }
    nothing.arrivals.modify { $0 += 1 }
    engine.takeArrivals()
    user.observe { _ in nothing.modify { $0 += 1 } }
    #expect(reports.compactMap { ($0.failure as? Diagnostic)?.id } == [.bindNilHop, .bindNilHop, .bindNilHop])
  }

  @Test func whatCannotBeComparedIsNotCalledUnstable() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    defer { engine.onReport = { _ in } }
    let letter = Bindable(Letter(), name: "letter")
    let well = InkWell()
    let binding = well <-> letter[\.ink]
    well.ink = Ink(name: "red")
    well.edits.send()
    #expect(letter.value?.ink.name == "red")
    #expect(binding?.status == .ok && reports.isEmpty)
  }

  @Test func anEditCountsThatOnlyTheSecondFunctionSees() {
    let choice = Choice()
    let binding =
      choice <~> (
        user[\.age],
        { view, age in
          view.words = "any age"
          view.tag = min(age, 100)
        }, { view in view.tag < 0 ? nil : view.tag }
      )
    let sets = choice.sets
    choice.edits.send()
    #expect(choice.sets == sets && user.value?.age == 36)
    choice.tag = 40
    choice.edits.send()
    #expect(user.value?.age == 40 && binding.status == .ok)
    choice.tag = -1
    choice.edits.send()
    #expect(user.value?.age == 40 && binding.status == .invalid)
    // What the binding itself has put there is no edit, also where it means something else.
    user.modify { $0.age = 120 }
    choice.edits.send()
    #expect(user.value?.age == 120 && binding.status == .ok)
  }

  @Test func anEditInsideAnObserverShowsWhatItComesTo() {
    let field = TextField()
    field <~> (user[\.age], { view, age in view.text = "\(age)" }, { view in Int(view.text) })
    user.observe(initial: false) { if $0.name == "Grace" { field.type("036") } }
    user.modify { $0.name = "Grace" }  // the edit does not change the model
    #expect(user.value?.age == 36)
    #expect(field.text == "36")
  }

  @Test func anEditInADroppedTransactionShowsTheModelAgain() {
    let field = TextField()
    field <-> user[\.name]
    do {
      try engine.transaction {
        field.type("Grace")
        #expect(user.value?.name == "Grace")
        throw Failure.test
      }
    } catch {}
    #expect(user.value?.name == "Ada")
    #expect(field.text == "Ada")
  }

  @Test func anotherPartOfTheModelTouchesNeitherRefusedInputNorWhatWasWrittenByHand() {
    let field = TextField()
    let binding = field <~> (user[\.age], { view, age in view.text = "\(age)" }, { view in Int(view.text) })
    let label = Label()
    label[\.text] <- user[\.name]
    field.type("many")
    label.text = "by hand"
    user.modify { $0.email = "new" }
    #expect(field.text == "many")
    #expect(binding.status == .invalid)
    #expect(label.text == "by hand")
    user.modify {
      $0.age = 40
      $0.name = "Grace"
    }
    #expect(field.text == "40")
    #expect(binding.status == .ok)
    #expect(label.text == "Grace")
  }

  @Test func aClosureIsCalledForItsPartOnly() {
    let label = Label()
    label <~ (user[\.email], { view, email in view.text = email })
    user.modify { $0.age = 50 }
    #expect(label.sets == 1)
    user.touch()
    #expect(label.sets == 2)
  }

  @Test func aTouchDeliversWhatIsTheSameObjectToEveryKindOfBinding() {
    let album = Bindable(Album(), name: "album")
    let (first, second) = (Frame(), Frame())
    first[\.picture] <- album[\.cover]
    album.bind(\.cover, to: second, \.picture)
    let before = (first.sets, second.sets)
    album.modify { $0.title = "new" }
    #expect(first.sets == before.0 && second.sets == before.1)
    album.touch()
    #expect(first.sets == before.0 + 1 && second.sets == before.1 + 1)
  }

  @Test func refusedInputThatIsTakenBackIsNone() {
    let field = TextField()
    let binding = field <~> (user[\.age], { view, age in view.text = "\(age)" }, { view in Int(view.text) })
    field.type("many")
    field.type("36")
    #expect(binding.status == .ok)
    #expect(binding.input == nil)
  }

  @Test func anEditThatTheModelTakesAsItIsIsNotWrittenBack() {
    let field = TextField()
    field <-> user[\.name]
    let sets = field.sets
    field.type("Grace")
    #expect(field.sets == sets + 1)
  }

  @Test func anEditInATransactionShowsWhatItComesToAtTheCommit() throws {
    let field = TextField()
    field <~> (user[\.age], { view, age in view.text = "\(age)" }, { view in Int(view.text) })
    try engine.transaction {
      field.type("040")
      #expect(field.text == "040")
    }
    #expect(user.value?.age == 40)
    #expect(field.text == "40")
    try engine.transaction { field.type("0040") }  // the model does not change
    #expect(field.text == "40")
  }

  @Test func aBindingThatIsMadeInATransactionDeliversAtItsCommit() throws {
    let field = TextField()
    do {
      try engine.transaction {
        user.modify { $0.name += "!" }
        field <-> user[\.name]
        #expect(field.text.isEmpty)
        throw Failure.test
      }
    } catch {}
    #expect(user.value?.name == "Ada")
    #expect(field.text.isEmpty)
    try engine.transaction {
      user.modify { $0.name += "!" }
      field <-> user[\.name]
    }
    #expect(user.value?.name == "Ada!")
    #expect(field.text == "Ada!")
  }

  @Test func aBindingKeepsNeitherItsModelNorItsObject() {
    weak var model: Bindable<User>?
    weak var view: TextField?
    let kept = Label()
    do {
      let user = Bindable(User(), name: "short-lived")
      let field = TextField()
      field <-> user[\.name]
      kept[\.text] <- user[\.name]
      model = user
      view = field
      #expect(model != nil && view != nil)
    }
    #expect(view == nil)
    #expect(model == nil)
    let other = Bindable(User(name: "Grace"))
    #expect((kept[\.text] <- other[\.name]) != nil)  // the first one has ended with its model
    #expect(kept.text == "Grace")
  }

  @Test func anErasedPathLiftsIntoOptionalsAndRefusesOtherTypesWithBoth() throws {
    let loose = [AnyWritableKeyPath(\User.name), AnyWritableKeyPath(\User.age), AnyWritableKeyPath(\User.nick)]
    var value = User()
    try loose[0].set("Grace", in: &value)
    try loose[1].set(40, in: &value)
    try loose[2].set("g", in: &value)
    #expect(value.name == "Grace" && value.age == 40 && value.nick == "g")
    try loose[2].set(String?.none as Any, in: &value)
    #expect(value.nick == nil)
    let found = #expect(throws: Diagnostic.self) { try loose[1].set("forty", in: &value) }
    #expect(found?.id == .bindType)
    #expect(found?.message == "a property of User: Int expected, got String (forty)")
    #expect(value.age == 40)
    #expect(loose[0].get(from: value) as? String == "Grace")
  }

  @Test func aTableOfControlsAndErasedPathsBindsOrNamesBothTypes() throws {
    let field = TextField()
    let nick = TextField()
    try user.link(AnyWritableKeyPath(\User.name), to: field)
    try user.link(AnyWritableKeyPath(\User.nick), to: nick, default: "none")
    #expect(nick.text == "none" && user.value?.nick == nil)
    field.type("Grace")
    nick.type("g")
    #expect(user.value?.name == "Grace")
    #expect(user.value?.nick == "g")
    user.modify { $0.nick = nil }
    #expect(nick.text == "none")
    let optional = #expect(throws: Diagnostic.self) { try user.link(AnyWritableKeyPath(\User.nick), to: TextField()) }
    #expect(optional?.message == "TextField holds a String, the property of User is a Optional<String>")
    let found = #expect(throws: Diagnostic.self) { try user.link(AnyWritableKeyPath(\User.age), to: field) }
    #expect(found?.id == .bindType)
    #expect(found?.message == "TextField holds a String, the property of User is a Int")
  }
}
