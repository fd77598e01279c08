import BindCore
import Testing

/// Values, what is computed of them, and who observes.
@Suite(.ownThread) struct RefTests {
  let client = Client()

  @Test func aComputedValueFollowsWhatItReadsOnceAWave() throws {
    let price = client.ref(4), count = client.ref(3)
    var runs = 0
    let total = Ref.computed(engine: client.engine) {
      runs += 1
      return try price.get() * count.get()
    }
    #expect(runs == 0)
    var seen: [Int] = []
    try total.observe { seen.append($0) }
    try client.engine.transaction {
      try price.set(5)
      try count.set(10)
    }
    try price.set(5)
    #expect(seen == [12, 50])
    #expect(runs == 2)
  }

  @Test func aBindableIsAnInputAndItsPartsAreRefs() throws {
    struct User { var name = "Ada", age = 36 }
    let user = Bindable(User(), name: "user", engine: client.engine)
    let words = Ref.computed(engine: client.engine) { "\(user.value?.name ?? "?") \(user.value?.age ?? 0)" }
    let age = user.ref(\.age, name: "age")
    try words.observe { self.client.log.append($0) }
    try age.observe { self.client.log.append("\($0)") }
    user.update(with: User(name: "Eve", age: 36))
    try age.set(37)
    #expect(client.log == ["Ada 36", "36", "Eve 36", "37", "Eve 37"])
    #expect(user.value?.age == 37)
    #expect(user.ref(\.age) == age)
    #expect(age.name == "user.age")
  }

  @Test func aPartThatIsReadOnlyAndOneThatIsWritableAreTwoRefs() throws {
    struct User { var age = 36 }
    let user = Bindable(User(), name: "user", engine: client.engine)
    let readable: KeyPath<User, Int> = \.age
    let (seen, written) = (user.ref(readable), user.ref(\.age))
    try written.set(37)
    #expect(try seen.get() == 37 && !seen.isWritable && written == user.ref(\.age))
    #expect(id { try seen.set(1) } == .bindReadOnly)
  }

  @Test func aRefKeepsItsBindableAlive() throws {
    struct User { var name = "Ada" }
    var user: Bindable<User>? = Bindable(User(), engine: client.engine)
    weak let weakUser = user
    var name = user?.ref(\.name)
    user = nil
    try name?.set("Eve")
    #expect(try name?.get() == "Eve")
    name = nil
    #expect(weakUser == nil)
    #expect(client.engine.nodeCount == 0)
  }

  @Test func combinedAndMappedValuesHaveDeclaredInputs() throws {
    let first = client.ref("Ada"), last = client.ref("Lovelace"), age = client.ref(36)
    let words = Ref<String>.combine(first, last, age) { "\($0) \($1), \($2)" }
    let length = words.map(\.count)
    try length.observe { self.client.log.append("\($0)") }
    try first.set("Eve")
    try age.set(7)
    #expect(try words.get() == "Eve Lovelace, 7")
    #expect(client.log == ["16", "15"])
  }

  @Test func withoutAValueNothingIsDeliveredAndWhatFollowsHasNoneEither() throws {
    let late = Ref<Int>(name: "late", engine: client.engine)
    let twice = late.map { $0 * 2 }
    let more = Ref.computed(engine: client.engine) { try late.get() + 1 }
    try late.observe { self.client.log.append("\($0)") }
    try twice.observe { self.client.log.append("twice \($0)") }
    try more.observe { self.client.log.append("more \($0)") }
    #expect(client.log.isEmpty && !late.hasValue && twice.value == nil)
    #expect(id { _ = try late.get() } == .bindNilHop)
    #expect(try late.cast(to: Int?.self).default(7).get() == 7)
    try late.set(1)
    #expect(client.log == ["1", "twice 2", "more 2"])
    #expect(client.reports.isEmpty)
  }

  @Test func anObserverHearsOfOldNewAndWhy() throws {
    let cell = client.ref(1, "n")
    try cell.observe { new, old, cause in
      self.client.log.append(
        "\(new) \(old.map { "\($0)" } ?? "-") \(cause.kind.name) \(cause.label ?? "-") \(cause.isFirst)")
    }
    try client.engine.transaction(label: "edit", metadata: Record([("who", .string("ada"))])) { try cell.set(2) }
    try cell.touch()
    #expect(client.log == ["1 - initial - true", "2 1 write edit false", "2 2 touch - false"])
    var place: SourcePosition?
    var who: Record?
    try cell.observe(initial: false) { _, _, cause in (place, who) = (cause.position, cause.metadata) }
    let line = #line + 1
    try cell.set(3)
    #expect(place?.line == line && place?.script.hasSuffix("RefTests.swift") == true)
    #expect(who == nil)
    #expect(cell.why.contains("RefTests.swift:\(line)"))
  }

  @Test func aPartOfABindableNamesTheBindingThatHasWrittenIt() throws {
    let source = client.ref(3, "source")
    let user = Bindable(["age": 1], name: "user", engine: client.engine)
    let age = user.ref(\.["age"], name: "age")
    let line = #line + 1
    try source.map { Int?($0) }.bind(to: age)
    try source.set(9)
    for why in [user.why, age.why] {
      #expect(why.contains("= binding source"), "\(why)")
      #expect(why.contains("RefTests.swift:\(line)"))
      #expect(why.contains("caused by  write  →  source"))
    }
  }

  @Test func whatIsComputedFromABindableFollowsFromIt() throws {
    let user = Bindable(1, name: "user", engine: client.engine)
    let plain = Bindable(1, engine: client.engine)
    let other = client.ref(1, "other")
    let sum = Ref.computed(name: "sum") { try (user.value ?? 0) + (plain.value ?? 0) + other.get() }
    try sum.observe { _ in }
    #expect(sum.why.contains("never written"))
    let line = #line + 1
    user.modify { $0 = 5 }
    #expect(sum.why.contains("follows from  user\n"))
    #expect(sum.why.contains("write  →  user  ClientTests/RefTests.swift:\(line)"))
    try other.set(2)
    #expect(sum.why.contains("follows from  other\n"))
    plain.update(with: 7)
    #expect(sum.why.contains("follows from  bindable\n"))
    let picture = client.engine.picture(as: .text)
    #expect(picture.contains("computed  sum  ←  user, bindable, other"), "\(picture)")
  }

  @Test func anObserverTakesOneTwoOrThreeArguments() throws {
    let cell = client.ref(1)
    var seen = 0
    var words: [String] = []
    try cell.observe { seen = $0 }
    try cell.observe { words.append("\($0) \($1 ?? 0)") }
    try cell.observe { new, old in words.append("\(new) after \(old ?? 0)") }
    try cell.observe { new, _, cause in words.append("\(new) \(cause.kind.name)") }
    try cell.observe { new in words.append("\(new)") }
    try cell.observe { _ in }
    try cell.set(2)
    #expect(seen == 2)
    #expect(words == ["1 0", "1 after 0", "1 initial", "1", "2 1", "2 after 1", "2 write", "2"])
  }

  @Test func equalValuesAreNoChangeUnlessTheCellSaysSo() throws {
    let usual = client.ref(Double.nan)
    let always = Ref(1, equals: .never, engine: client.engine)
    let even = Ref(1, equals: .custom { old, new in old == new || new == .integer(9) }, engine: client.engine)
    try usual.observe { _ in self.client.log.append("usual") }
    try always.observe { _ in self.client.log.append("always") }
    try even.observe { self.client.log.append("even \($0)") }
    try usual.set(.nan)
    try always.set(1)
    try even.set(9)
    try even.set(2)
    #expect(client.log == ["usual", "always", "even 1", "always", "even 2"])
  }

  @Test func whatAnObserverWritesIsHeldAndReadByItselfOnly() throws {
    let cell = client.ref(1), echo = client.ref(0)
    try cell.observe { new in
      try echo.set(new * 10)
      self.client.log.append("writer \(try echo.get())")
    }
    try cell.observe { _ in self.client.log.append("other \(try echo.get())") }
    try echo.observe { self.client.log.append("echo \($0)") }
    client.log = []
    try cell.set(2)
    #expect(client.log == ["writer 20", "other 10", "echo 20"])
  }

  @Test func anErrorStopsNobodyAndGoesToItsScope() throws {
    let cell = client.ref(1)
    var heard: [String] = []
    let scope = try client.engine.withScope("screen") { scope in
      scope.onError { heard.append($0.message) }
      try cell.observe { _ in throw Broken() }
    }
    try cell.observe { self.client.log.append("\($0)") }
    try cell.set(2)
    #expect(client.log == ["1", "2"] && heard.count == 2 && heard[0].contains("Broken"))
    #expect(client.reports.isEmpty)
    scope.close()
    try cell.set(3)
    #expect(heard.count == 2 && scope.isClosed)
  }

  @Test func tenErrorsInARowSuspendAndResumeReArms() throws {
    let cell = client.ref(0)
    var isBroken = true
    let handle = try cell.observe { _ in if isBroken { throw Broken() } }
    for number in 1...12 { try cell.set(number) }
    #expect(handle.isSuspended && handle.errorCount == 10)
    #expect(handle.lastFailure?.thrown as? Broken == Broken())
    #expect(client.ids.last == .bindSuspended)
    isBroken = false
    handle.resume()
    #expect(!handle.isSuspended && handle.runCount == 11)
  }

  @Test func aComputedValueHoldsItsErrorUntilAnInputChanges() throws {
    let cell = client.ref(0)
    let inverse = Ref.computed(engine: client.engine) {
      guard try cell.get() != 0 else { throw Broken(number: 7) }
      return 10 / (try cell.get())
    }
    let shown = client.ref(-1)
    let handle = try inverse.bind(to: shown)
    for _ in 0..<2 {
      do {
        _ = try inverse.get()
        Issue.record("it has a value")
      } catch { #expect(error.thrown as? Broken == Broken(number: 7)) }
    }
    #expect(try handle.status.get() == .failed && shown.get() == -1)
    try cell.set(5)
    #expect(try handle.status.get() == .ok && shown.get() == 2)
    #expect(client.reports.count == 1)
  }

  @Test func readingItselfIsACycleAndALoopOfWritesToo() throws {
    var own: Ref<Int>?
    let cell = Ref.computed(name: "own", engine: client.engine) { try (own?.get() ?? 0) + 1 }
    own = cell
    #expect(id { _ = try cell.get() } == .bindCycle)
    own = nil
    let one = client.ref(0), two = client.ref(0)
    try one.observe { try two.set($0 + 1) }
    try two.observe { try one.set($0 + 1) }
    #expect(client.ids.contains(.bindCycle))
  }

  @Test func whatOnlyComputesWritesNothing() throws {
    let cell = client.ref(1), other = client.ref(1)
    let bad = Ref.computed(engine: client.engine) {
      try other.set(2)
      return 1
    }
    #expect(id { _ = try bad.get() } == .bindPure)
    let mapped = cell.map { value in
      try self.client.engine.effect {}
      return value
    }
    #expect(id { _ = try mapped.get() } == .bindPure)
    #expect(try other.get() == 1)
  }

  @Test func anEffectRunsAgainForWhatItReadAndCleansUp() throws {
    let cell = client.ref(1), other = client.ref(10)
    let engine = client.engine
    let handle = try engine.effect {
      self.client.log.append("run \(try cell.get()) \(engine.withoutTracking { other.value ?? 0 })")
      try engine.onClose { self.client.log.append("clean") }
    }
    try other.set(11)
    try cell.set(2)
    handle.stop()
    handle.stop()
    try cell.set(3)
    #expect(client.log == ["run 1 10", "clean", "run 2 11", "clean"])
    #expect(client.engine.observerCount == 0)
  }

  @Test func whatACleanupObservesEndsWithTheScope() throws {
    let cell = client.ref(1), bindable = Bindable(1, engine: client.engine)
    let client = client
    let handle = try client.engine.effect {
      try client.engine.onClose { bindable.observe { client.log.append("bindable \($0)") } }
      try client.engine.onClose { try cell.observe { client.log.append("cell \($0)") } }
    }
    handle.stop()
    #expect(client.ids == [.bindDisposed])
    client.log = []
    bindable.update(with: 2)
    try cell.set(2)
    #expect(client.log == [])
    #expect(client.engine.observerCount == 0)
  }

  @Test func pausedItHearsOfTheNewestWhenItGoesOn() throws {
    let cell = client.ref(1)
    let handle = try cell.observe { self.client.log.append("\($0)") }
    handle.pause()
    try cell.set(2)
    try cell.set(3)
    handle.resume()
    #expect(client.log == ["1", "3"] && !handle.isPaused)
    handle.stop()
    #expect(client.engine.observerCount == 0 && handle.isStopped)
  }

  @Test func whatIsReadInsideATransactionIsOfItsOwnRefAlsoIfThatIsLetGo() throws {
    let user = client.ref(Todo(id: 36, text: "Ada"), "user"), one = client.ref(10), two = client.ref(20)
    try client.engine.transaction {
      for number in 0..<200 {
        try user[\.text].set("Bob \(number)")
        #expect(try user[\.text].get() == "Bob \(number)" && user[\.id].get() == 36)
        try one.set(number)
        #expect(try one.map { $0 + 1 }.get() == number + 1 && two.map { $0 + 1 }.get() == 21)
      }
    }
  }

  @Test func whatHasStoppedLetsGoOfWhatItCaptured() throws {
    final class Screen {
      var handles: [Handle] = []
      var link: BindingHandle?
      var seen = 0
    }
    let cell = client.ref(1), other = client.ref(1)
    var screen: Screen? = Screen()
    weak let gone = screen
    if let screen {
      screen.handles = [
        try cell.observe { screen.seen += $0 }, try client.engine.effect { screen.seen += try cell.get() },
        try client.ref([1]).each(by: { $0 }, ListChanges(insert: { _, _, _ in screen.seen += 1 })),
      ]
      screen.link = try cell.link(to: other, validate: { $0 + screen.seen * 0 })
      for handle in screen.handles { handle.stop() }
      screen.link?.stop()
    }
    screen = nil
    #expect(gone == nil && client.engine.observerCount == 0)
    var handle: Handle?
    handle = try cell.observe { if $0 > 1 { handle?.stop() } }
    try cell.set(2)
    #expect(handle?.isStopped == true && client.engine.observerCount == 0)
  }

  @Test func anObserverOfAnObjectEndsWithIt() throws {
    final class Label { var text = "" }
    let cell = client.ref("a")
    var label: Label? = Label()
    try cell.observe(for: label!) { $0.text = $1 }
    try cell.set("b")
    #expect(label?.text == "b" && client.engine.observerCount == 1)
    label = nil
    try cell.set("c")
    #expect(client.engine.observerCount == 0)
  }

  @Test func whatComesBackAfterNothingAsItWasIsNoChange() throws {
    let gate = client.ref(true), cell = client.ref(1), none = Ref<Int>()
    let seen = Ref.computed { try gate.get() ? cell.get() : none.get() }
    try seen.observe { self.client.log.append("\($0)") }
    try gate.set(false)
    #expect(!seen.hasValue)
    try gate.set(true)
    try cell.set(2)
    #expect(client.log == ["1", "2"])
  }

  @Test func aValueThatTheTypeCannotHoldIsRefusedWhoeverWritesIt() throws {
    enum Theme: String, ScriptConvertible { case light, dark }
    struct Odd: ScriptCodable {
      var text = "x"
      init() {}
      init(from decoder: any Decoder) throws { throw Broken() }
      func encode(to encoder: any Encoder) throws { throw Broken() }
    }
    let theme = client.ref(Theme.dark), small = client.ref(Int8(1)), todo = client.ref(Todo(id: 1, text: "a"))
    #expect(id { try theme.cast(to: String.self).set("zzz") } == .bindInvalid)
    #expect(id { try small.cast(to: Int.self).set(1000) } == .bindInvalid)
    #expect(id { try todo.at("id", as: String.self).set("one") } == .bindInvalid)
    #expect(theme.value == .dark && small.value == 1 && todo.value?.id == 1)
    let odd = Ref<Odd>()
    #expect(id { try odd.set(Odd()) } == .bindInvalid)
    let gaps = client.ref([1, nil] as [Int?])
    try gaps.append(nil)
    #expect(try gaps.get() == [1, nil, nil])
    try small.bind(to: client.ref(Int8?.none))
  }

  @Test func distinctTellsWhatAFunctionCallsAChange() throws {
    let cell = client.ref(1)
    let far = cell.distinct { abs($0 - $1) < 10 }
    try far.observe { self.client.log.append("\($0)") }
    for value in [2, 5, 20, 21] { try cell.set(value) }
    #expect(client.log == ["1", "20"])
    let far2 = cell.distinct { abs($0 - $1) < 10 }
    let handle = try far2.observe { _ in }
    handle.stop()
    try cell.set(24)
    try far2.observe { self.client.log.append("anew \($0)") }
    #expect(try client.log.removeLast() == "anew 24" && far2.get() == 24)
    client.log.removeAll { $0 == "24" }
    let touched = client.ref(1)
    try touched.distinct().observe { self.client.log.append("touched \($0)") }
    try touched.touch()
    #expect(client.log.last == "touched 1" && client.log.count == 3)
  }

  @Test func whatHasAnotherTypeIsSaidWithBoth() throws {
    let any = client.ref(Value.string("x"), "any")
    do {
      _ = try any.cast(to: Int.self).get()
      Issue.record("it was read")
    } catch { #expect(diagnostic(of: error)?.message == "any: integer expected (Int), got string (\"x\")") }
  }

  @Test func valuesOfOtherTypesGoThrough() throws {
    enum Theme: String, ScriptConvertible { case light, dark }
    struct Session: HostValue { var number: Int }
    let theme = client.ref(Theme.light)
    try theme.observe { self.client.log.append($0.rawValue) }
    try theme.set(.dark)
    let session = client.ref(Session(number: 1))
    try session.observe { self.client.log.append("\($0.number)") }
    try session.set(Session(number: 1))
    try session.set(Session(number: 2))
    let counts = client.ref(["a": 1])
    try counts.modify { $0["b"] = 2 }
    #expect(try counts.get() == ["a": 1, "b": 2])
    #expect(client.log == ["light", "dark", "1", "2"])
  }

  @Test func aChainOfAnyDepthIsReadAtItsFarEnd() throws {
    let first = client.ref(0)
    var chain = [first]
    for _ in 0..<20_000 {
      let before = chain[chain.count - 1]
      chain.append(Ref.computed(engine: client.engine) { try before.get() + 1 })
    }
    #expect(try chain.last?.get() == 20_000)
    try first.set(1)
    #expect(try chain.last?.get() == 20_001)
    while chain.popLast() != nil {}
  }

  @Test func thePictureOfTheGraphIsTheSameBytesEachTime() throws {
    let price = client.ref(4, "price")
    try price.map { $0 * 2 }.observe { _ in }
    let text = client.engine.picture(as: .text)
    #expect(text == client.engine.picture(as: .text) && text.contains("price"))
    #expect(client.engine.picture(as: .json).hasPrefix("{"))
  }
}
