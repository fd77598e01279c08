import Testing

@testable import BindCore

private struct User: Equatable {
  var name = "Ada"
  var age = 36
  var nick: String?
}

/// Not final.
private class Input: Editable {
  var text = ""
  var hint: String?
  var tag = 0
  let edits = EditEvent()
  func type(_ new: String) {
    text = new
    edits.send()
  }
}

private class TrimmedInput: Input {
  var width = 0
  override var text: String {
    get { super.text }
    set { super.text = String(newValue.prefix(4)) }
  }
}

private final class SearchField: TrimmedInput, Control {
  static var canonical: ReferenceWritableKeyPath<SearchField, String> { \.text }
}

/// Objects that are bound by property, also of classes that are not final; and many bindings of one object.
@Suite struct EditableTests {
  private let engine = Engine.current
  private let user = Bindable(User(), name: "user")

  @Test func aClassThatIsNotFinalIsBoundBothWaysByProperty() {
    let input = Input()
    let binding = input[\.text] <-> user[\.name]
    input[\.hint] <- user[\.name]
    #expect(input.text == "Ada")
    input.type("Grace")
    #expect(user.value?.name == "Grace" && input.hint == "Grace" && binding?.status == .ok)
    user.modify { $0.name = "Joan" }
    #expect(input.text == "Joan")
    input.unbind(\.text)
    input.type("nobody listens")
    #expect(user.value?.name == "Joan" && input.edits.handlerCount == 0)
    input.unbind()
    #expect(user.observerCount == 0)
  }

  @Test func soIsASubclassWithWhatItMakesOfTheValue() {
    let input = TrimmedInput()
    input[\.text] <-> user[\.name]
    input[\.width] <- user[\.age]
    input.type("Gracious")
    #expect(user.value?.name == "Grac" && input.text == "Grac" && input.width == 36)
    let plain: Input = TrimmedInput()
    plain[\.text] <-> user[\.name]
    plain.type("Johanna")
    #expect(user.value?.name == "Joha" && input.text == "Joha")
    // A final one may be a control too.
    let field = SearchField()
    field <-> user[\.name]
    field.type("Mary Ann")
    #expect(user.value?.name == "Mary" && input.text == "Mary" && plain.text == "Mary")
  }

  @Test func functionsConvertForAPropertyThatIsNamed() {
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    defer { engine.onReport = { _ in } }
    let input = Input()
    let age = input[\.text] <~> (user[\.age], { $0.text = "\($1)" }, { Int($0.text) })
    #expect(input.text == "36")
    input.type("many")
    #expect(age?.status == .invalid && age?.input as? String == "many" && user.value?.age == 36)
    input.type("37")
    #expect(age?.status == .ok && user.value?.age == 37)
    let other = input[\.text] <~> (user[\.name], { $0.text = $1 }, { $0.text })
    #expect(other?.status == .failed && other?.isStopped == true && reports.count == 1)
    let perhaps = TrimmedInput()
    perhaps[\.text] <~> (user[\.nick], { $0.text = $1 ?? "" }, { $0.text.isEmpty ? nil : $0.text })
    perhaps.type("Ad")
    #expect(user.value?.nick == "Ad")
    perhaps.type("")
    #expect(user.value?.nick == nil && perhaps.text.isEmpty)
    var gone: Input? = Input()
    let place = gone?[\.text]
    gone = nil
    if let place { #expect((place <~> (user[\.age], { $0.text = "\($1)" }, { Int($0.text) })) == nil) }
  }

  @Test func anErasedPathIsLinkedToAPropertyThatIsNamed() throws {
    let (name, nick) = (Input(), TrimmedInput())
    try user.link(AnyWritableKeyPath(\User.name), to: name[\.text])
    try user.link(AnyWritableKeyPath(\User.nick), to: nick[\.text], default: "none")
    #expect(name.text == "Ada" && nick.text == "none")
    name.type("Grace")
    nick.type("Gracie")
    #expect(user.value == User(name: "Grace", nick: "Grac"))
    let found = #expect(throws: Diagnostic.self) { try user.link(AnyWritableKeyPath(\User.age), to: name[\.text]) }
    #expect(found?.message == "Input holds a String, the property of User is a Int")
    let other = #expect(throws: Diagnostic.self) { try user.link(AnyWritableKeyPath(\User.name), to: name[\.text]) }
    #expect(other?.id == .bindTwoWriters)
  }

  // MARK: Many

  /// Of one test case: several run at once.
  private final class Tally { var count = 0 }

  /// What is asked of it is counted.
  private final class Counted: ObjectBinding {
    let tally: Tally
    let own: AnyKeyPath?
    var ownPlace = -1
    var isStopped = false
    init(_ property: AnyKeyPath?, _ tally: Tally) {
      own = property
      self.tally = tally
    }
    var property: AnyKeyPath? {
      tally.count += 1
      return own
    }
    var place: Int {
      get {
        tally.count += 1
        return ownPlace
      }
      set {
        tally.count += 1
        ownPlace = newValue
      }
    }
    var isOfLivingObject: Bool {
      tally.count += 1
      return true
    }
    func stop() { isStopped = true }
  }

  private final class Sheet: BindingTarget {
    var cells = [Int](repeating: 0, count: 4000)
    subscript(cell index: Int) -> Int {
      get { cells[index] }
      set { cells[index] = newValue }
    }
  }

  @Test(arguments: [false, true]) func manyBindingsOfOneObjectCostWhatTheirNumberIs(fromTheEnd: Bool) {
    let sheet = Sheet()
    func steps(_ count: Int, named: Bool) -> Int {
      let tally = Tally()
      let bindings = (0..<count).map { Counted(named ? \Sheet.[cell: $0] : nil, tally) }
      tally.count = 0
      for binding in bindings {
        #expect(engine.refusal(of: binding.own, in: sheet, named: "sheet", model: "user") == nil)
        engine.keep(binding, of: ObjectIdentifier(sheet))
      }
      #expect(engine.bindings(of: sheet).count == count)
      if named { #expect(engine.writer(of: \Sheet.[cell: count / 2], in: sheet) === bindings[count / 2]) }
      for binding in fromTheEnd ? bindings.reversed() : bindings {
        if let property = binding.own { #expect(engine.writer(of: property, in: sheet) === binding) }
        engine.forget(binding, of: ObjectIdentifier(sheet))
      }
      #expect(engine.bindings(of: sheet).isEmpty && engine.objectBindings[ObjectIdentifier(sheet)] == nil)
      return tally.count
    }
    for named in [false, true] {
      let (few, many) = (steps(500, named: named), steps(4000, named: named))
      #expect(many < 9 * few, "\(few) for 500, \(many) for 4000")
    }
  }

  @Test func theBindingsOfAnObjectEndInTheirOrderAndThoseOfADeadOneAtItsSuccessors() {
    let sheet = Sheet()
    let bindings = (0..<20).compactMap { index in sheet[\.[cell: index]] <- user[\.age] }
    #expect(bindings.count == 20 && sheet.cells[..<21] == ArraySlice(Array(repeating: 36, count: 20) + [0]))
    #expect((sheet[\.[cell: 7]] <- user[\.age]) == nil)
    for index in stride(from: 0, to: 20, by: 2) { sheet.unbind(\.[cell: index]) }
    #expect(bindings.filter(\.isStopped).count == 10)
    #expect((sheet[\.[cell: 6]] <- user[\.age]) != nil && (sheet[\.[cell: 7]] <- user[\.age]) == nil)
    user.modify { $0.age = 40 }
    #expect(sheet.cells[..<8] == [36, 40, 36, 40, 36, 40, 40, 40])
    sheet.unbind()
    #expect(bindings.allSatisfy(\.isStopped) && user.observerCount == 0)
    // At the address of one that has died another may live.
    for _ in 0..<50 {
      let label = Label()
      #expect((label[\.text] <- user[\.name]) != nil && (label[\.hint] <- user[\.nick]) != nil)
    }
    engine.onReport = { _ in }
  }

  @Test func whoIsRemovedWhileAnEventIsSentIsNotCalledAndWhoIsAddedNotYet() {
    let event = EditEvent()
    var heard: [Int] = []
    var handlers: [EditEvent.Handler] = []
    for number in 0..<10 {
      handlers.append(
        event.add {
          heard.append(number)
          guard number == 2, heard.count == 3 else { return }
          for gone in [1, 3, 4, 5, 6, 7, 8] { event.remove(handlers[gone]) }
          _ = event.add { heard.append(10) }
        })
    }
    event.send()
    #expect(heard == [0, 1, 2, 9] && event.handlerCount == 4)
    heard = []
    event.send()
    #expect(heard == [0, 2, 9, 10])
  }

  // MARK: Type-erased

  @Test func theNilOfAnotherOptionalTypeIsATypeMismatch() throws {
    final class Sub: Base {}
    class Base {}
    struct Form {
      var nick: String? = "a"
      var object: Base? = Base()
      var anything: Any? = 1
      var twice: Int?? = 1
    }
    var form = Form()
    let nick = AnyWritableKeyPath(\Form.nick)
    let found = #expect(throws: Diagnostic.self) { try nick.set(Int?.none as Any, in: &form) }
    #expect(found?.id == .bindType)
    #expect(found?.message == "a property of Form: Optional<String> expected, got Optional<Int> (nil)")
    #expect(throws: Diagnostic.self) { try nick.set(Int??.some(nil) as Any, in: &form) }
    #expect(form.nick == "a")
    try nick.set(Any?.none as Any, in: &form)
    #expect(form.nick == nil)
    form.nick = "b"
    try nick.set(String??.some(nil) as Any, in: &form)
    #expect(form.nick == nil)
    let object = AnyWritableKeyPath(\Form.object)
    #expect(throws: Diagnostic.self) { try object.set(String?.none as Any, in: &form) }
    #expect(form.object != nil)
    try object.set(Sub?.none as Any, in: &form)
    #expect(form.object == nil)
    try AnyWritableKeyPath(\Form.anything).set(Int?.none as Any, in: &form)
    #expect(form.anything == nil || form.anything as? Int? == .some(nil))
    #expect(throws: Diagnostic.self) { try AnyWritableKeyPath(\Form.twice).set(String?.none as Any, in: &form) }
    #expect(form.twice == 1)
    try AnyWritableKeyPath(\Form.twice).set(Int?.none as Any, in: &form)
    #expect(form.twice != 1)
    // A table of them may be shared by threads.
    let table: any Sendable = [nick]
    #expect(table is [AnyWritableKeyPath<Form>])
  }
}
