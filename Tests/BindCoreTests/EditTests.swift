import BindCore
import Testing

private struct User: Equatable {
  var name = "Ada"
  var age = 36
  var nick: String?
}

private struct Stop: Error {}

/// Edits in transactions and observers, of controls that tell every change, and of bindings that end meanwhile.
@Suite struct EditTests {
  private let engine = Engine.current
  private let user = Bindable(User(), name: "user")

  // 42
  @Test func aLaterEditOfOneTransactionIsNoEchoOfWhatWasThereBefore() throws {
    let (first, second) = (TextField(), TextField())
    first <-> user[\.name]
    second <-> user[\.name]
    try engine.transaction {
      first.type("Grace")
      second.type("Joan")
      first.type("Ada")
    }
    #expect(user.value?.name == "Ada" && first.text == "Ada" && second.text == "Ada")
    try engine.transaction {
      first.type("Grace")
      user.modify { $0.name = "Joan" }
      first.type("Ada")
    }
    #expect(user.value?.name == "Ada" && first.text == "Ada" && second.text == "Ada")
    let start = Bindable(0)
    start.observe(initial: false) { _ in
      first.type("Grace")
      second.type("Joan")
      first.type("Ada")
    }
    start.update(with: 1)
    #expect(user.value?.name == "Ada" && first.text == "Ada" && second.text == "Ada")
  }

  // 42
  @Test func aControlThatTellsWhatTheBindingWritesHasAskedForNothing() {
    user.modify { $0.age = 7 }
    let (fives, threes) = (Notch(5), Notch(3))
    let binding = fives <~> (user[\.age], { $0.value = Double($1) }, { Int($0.value) })
    #expect(user.value?.age == 7 && fives.value == 5 && binding.status == .ok)
    threes <~> (user[\.age], { $0.value = Double($1) }, { Int($0.value) })
    #expect(user.value?.age == 7 && threes.value == 6)
    user.modify { $0.age = 12 }
    #expect(user.value?.age == 12 && fives.value == 10 && threes.value == 12)
    // What a person does counts, and what the control has made of it.
    fives.value = 21
    #expect(user.value?.age == 20 && threes.value == 21 && binding.status == .ok)
  }

  // 22, 33
  @Test func aBindingThatEndsInADroppedTransactionWritesNothingAnyMore() {
    let (first, second) = (TextField(), TextField())
    let binding = first <-> user[\.name]
    second <-> user[\.name]
    _ = try? engine.transaction {
      first.type("Grace")
      second.type("Joan")
      binding?.stop()
      second.unbind()
      first.text = "mine"
      second.text = "mine too"
      throw Stop()
    }
    #expect(first.text == "mine" && second.text == "mine too" && user.value?.name == "Ada")
    #expect(user.observerCount == 0)
  }

  // 22, 24
  @Test func whatAnInnerTransactionDropsShowsWhatTheOuterHasWritten() throws {
    let field = TextField()
    field <-> user[\.name]
    try engine.transaction {
      field.type("Grace")
      _ = try? engine.transaction {
        field.type("Joan")
        throw Stop()
      }
      #expect(field.text == "Grace" && user.value?.name == "Grace")
    }
    #expect(field.text == "Grace" && user.value?.name == "Grace")
    _ = try? engine.transaction {
      field.type("Joan")
      throw Stop()
    }
    field.text = "by hand"
    user.modify { $0.age += 1 }
    #expect(field.text == "by hand")
    // What stood between two that are dropped was the outer one's.
    _ = try? engine.transaction {
      user.modify { $0.name = "pending" }
      _ = try? engine.transaction {
        field.type("Joan")
        throw Stop()
      }
      #expect(field.text == "pending")
      throw Stop()
    }
    #expect(field.text == "Grace" && user.value?.name == "Grace")
  }

  // 22, 45
  @Test func aRefusedEditIsToldToWhoeverObservesTheBindingAndRollsBack() throws {
    let (field, warning) = (TextField(), TextField())
    let binding = field <~> (user[\.age], { $0.text = "\($1)" }, { Int($0.text) })
    binding.standings.bind(\.status.rawValue, to: warning, \.text)
    var inputs: [String?] = []
    binding.standings.observe(initial: false) { inputs.append($0.input as? String) }
    _ = try? engine.transaction {
      field.type("37")
      field.type("many")
      #expect(binding.status == .invalid && binding.input as? String == "many")
      throw Stop()
    }
    #expect(binding.status == .ok && binding.input == nil && binding.error == nil && field.text == "36")
    #expect(inputs.isEmpty && warning.text == "ok")
    field.type("many")
    #expect(inputs == ["many"] && warning.text == "invalid" && binding.standings.value?.error != nil)
    user.modify { $0.age = 40 }
    #expect(inputs == ["many", nil] && warning.text == "ok" && field.text == "40")
    field.type("more")
    _ = try? engine.transaction {
      field.type("41")
      throw Stop()
    }
    #expect(inputs == ["many", nil, "more"] && warning.text == "invalid" && field.text == "more")
  }

  // 37, 45
  @Test func theWholeOfAModelWithoutAValueIsGivenByItsControl() {
    let text = Bindable<String>(name: "text")
    let field = TextField()
    field.text = "typed before"
    let binding = field <-> text[\.self]
    #expect(text.value == "typed before" && binding?.status == .ok)
    let number = Bindable<Int>(name: "number")
    let other = TextField()
    let refused = other <~> (number[\.self], { $0.text = "\($1)" }, { Int($0.text) })
    #expect(!number.hasValue)
    other.type("12")
    #expect(number.value == 12 && refused.status == .ok)
    var seen: [Int] = []
    number.observe { seen.append($0) }
    other.type("13")
    #expect(seen == [12, 13])
  }

  // 45
  @Test func ofAPartThatMayBeNilNilIsAValueAndAnErrorRefuses() {
    let field = TextField()
    let binding =
      field <~> (
        user[\.nick], { $0.text = $1 ?? "" },
        {
          if $0.text == "?" { throw Stop() }
          return $0.text.isEmpty ? nil : $0.text
        }
      )
    field.type("a")
    #expect(user.value?.nick == "a")
    field.type("?")
    #expect(binding.status == .invalid && user.value?.nick == "a")
    field.type("")
    #expect(binding.status == .ok && user.value?.nick == nil && user.value?.name == "Ada")
  }
}
