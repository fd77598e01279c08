import BindCore
import BindHost
import class BindHost.Host
import Testing

/// One-way and two-way bindings between values.
@Suite(.ownThread) struct RefBindingTests {
  let client = Client()

  @Test func theTargetFollowsInTheWaveOfTheChange() throws {
    let source = client.ref(1, "source"), target = client.ref("", "target")
    try source.observe { _ in self.client.log.append("seen \(try target.get())") }
    let handle = try source.bind(to: target) { "n\($0)" }
    try source.set(2)
    #expect(client.log == ["seen ", "seen n2"])
    handle.stop()
    try source.set(3)
    #expect(try target.get() == "n2")
  }

  @Test func typesPathsAndWritersAreCheckedWhenItIsMade() throws {
    let source = client.ref(Int?.none, "source"), target = client.ref(1, "target")
    #expect(id { try source.cast(to: Int.self).bind(to: target) } == .bindType)
    try source.bind(to: target, default: 7)
    #expect(try target.get() == 7)
    let other = client.ref(2, "other")
    #expect(id { try other.bind(to: target) } == .bindTwoWriters)
    #expect(id { try other.bind(to: target.map { $0 }) } == .bindReadOnly)
    try other.bind(to: target, BindingOptions(replaces: true))
    try source.set(9)
    #expect(try target.get() == 2)
    let quiet = client.ref(3), skipped = client.ref(Int?.none)
    try skipped.bind(to: quiet, default: nil, BindingOptions(skipsNil: true))
    #expect(try quiet.get() == 3)
    let later = client.ref(1), initial = client.ref(0)
    try later.bind(to: initial, BindingOptions(initial: false))
    #expect(try initial.get() == 0)
  }

  // 36
  @Test func aHandleOfAClosedScopeHasNothingToTell() throws {
    let source = client.ref(1, "source"), target = client.ref(0, "target"), words = client.ref("", "words")
    var handles: [BindingHandle] = []
    let screen = try client.engine.withScope("screen") { _ in
      handles = [try source.bind(to: target), try client.ref(2).link(to: client.ref(3))]
    }
    let before = handles[0].status
    #expect(try handles.allSatisfy { try $0.status.get() == .ok && $0.error.get() == nil && $0.input.get().isNil })
    screen.close()
    for handle in handles {
      #expect(id { _ = try handle.status.get() } == .bindDisposed)
      #expect(id { _ = try handle.error.peek() } == .bindDisposed)
      #expect(id { try handle.input.observe { (_: Value) in } } == .bindDisposed)
      #expect(id { _ = try handle.status.map(\.rawValue).get() } == .bindDisposed)
      #expect(id { try handle.error.bind(to: words, default: "none") } == .bindDisposed && words.value == "")
      #expect(handle.status.value == nil && !handle.status.hasValue)
      handle.stop()
    }
    do { _ = try handles[0].status.get() } catch {
      #expect(
        diagnostic(of: error)?.message == "binding source → target was used after its scope 'screen' was closed")
    }
    // A value that somebody holds is a value like any other.
    #expect(try before.get() == .ok)
  }

  // 36
  @Test func aTargetThatOutlivesItsSourceIsWarnedOf() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { _ in })
    defer { host.close() }
    let kept = client.ref(0, "kept"), linked = client.ref(0, "linked")
    var (warnings, line): ([Diagnostic], Int) = ([], 0)
    let lasting = try Source<Int>(name: "lasting", get: .now { 1 })
    try lasting.ref.bind(to: client.ref(0, "other"))
    try host.engine.withScope("screen") { scope in
      scope.onError { warnings.append($0) }
      let dial = try Source<Int>(name: "dial", get: .now { 1 }, set: .now { new, _ in new })
      line = #line + 1
      try dial.ref.bind(to: kept)
      try dial.ref.link(to: linked)
      try dial.ref.bind(to: client.ref(0, "own"))
    }.close()
    #expect(warnings.map(\.id) == [.bindLifetime, .bindLifetime] && warnings.allSatisfy { $0.severity == .warning })
    #expect(warnings.map(\.position?.line) == [line, line + 1] && client.reports.isEmpty)
    #expect(warnings.first?.message == "kept lives longer than dial, which ends with scope 'screen'")
  }

  @Test func whatMendsAMistakeIsSaidAsSwiftWritesIt() throws {
    let source = client.ref(Int?.none, "source"), target = client.ref(1, "target")
    func notes(_ body: () throws(Failure) -> Void) -> [String] {
      do throws(Failure) { try body() } catch { return error.asDiagnostic.notes }
      return []
    }
    #expect(
      notes { () throws(Failure) in try source.cast(to: Int.self).bind(to: target) } == [
        "give default: or skipsNil: true"
      ])
    #expect(
      notes { () throws(Failure) in try source.cast(to: Int.self).link(to: target) } == [
        "give forward: and backward:, which say what stands instead of nil"
      ])
    try client.ref(2).bind(to: target)
    #expect(
      notes { () throws(Failure) in try client.ref(3).bind(to: target) }
        .contains { $0.hasPrefix("give replaces: true to end that one, or priority:") })
    #expect(
      notes { () throws(Failure) in try target.map { $0 }.set(1) }
        .contains { $0.hasSuffix("give the lens a way back: through(to:from:)") })
  }

  @Test func aConditionGivesBackWhatItCovered() throws {
    let alarm = client.ref(false), words = client.ref("quiet"), red = client.ref("red"), color = client.ref("")
    try words.bind(to: color)
    try red.bind(to: color, BindingOptions(when: alarm, priority: 1))
    try alarm.set(true)
    #expect(try color.get() == "red")
    try words.set("calm")
    try alarm.set(false)
    #expect(try color.get() == "calm")
  }

  @Test func whatHadNoValueHasNoneAgain() throws {
    let alarm = client.ref(true), red = client.ref("red"), color = Ref<String>(engine: client.engine)
    let length = color.map { $0.count }
    try color.observe { new, old, cause in self.client.log.append("\(new) \(old ?? "-") \(cause.isFirst)") }
    let binding = try red.bind(to: color, BindingOptions(when: alarm))
    #expect(try length.get() == 3)
    try alarm.set(false)
    #expect(!color.hasValue && color.value == nil && !length.hasValue)
    #expect(id { _ = try color.get() } == .bindNilHop)
    try alarm.set(true)
    try client.engine.transaction {
      binding.stop()
      #expect(!color.hasValue && !length.hasValue)
    }
    #expect(!color.hasValue && client.log == ["red - true", "red - true"])
    try color.set("blue")
    #expect(client.log.last == "blue - true" && client.reports.isEmpty)
  }

  @Test func aLinkFollowsBothWaysAndTheSourceWins() throws {
    let model = client.ref("model"), view = client.ref("view")
    try model.link(to: view)
    #expect(try view.get() == "model")
    var torn = 0
    try view.observe { if $0 != (try model.get()) { torn += 1 } }
    try model.observe { if $0 != (try view.get()) { torn += 1 } }
    try view.set("edited")
    try model.set("set")
    #expect(try model.get() == "set" && view.get() == "set" && torn == 0)
    let empty = Ref<String>(engine: client.engine), full = client.ref("full")
    try empty.link(to: full)
    #expect(try empty.get() == "full")
  }

  @Test func refusedInputIsKeptAndVisibleUntilTheNextValidOne() throws {
    let age = client.ref(36, "age"), text = client.ref("", "text")
    let link = try age.link(
      to: text, forward: { "\($0)" },
      backward: { text in
        guard let number = Int(text) else { throw InvalidInput("a whole number, please") }
        return number
      })
    try link.status.observe { self.client.log.append($0.rawValue) }
    try text.set("old")
    #expect(try link.status.get() == .invalid && link.input.get() == .string("old") && age.get() == 36)
    #expect(try link.error.get()?.contains("a whole number, please") == true)
    try text.set("37")
    #expect(try age.get() == 37 && link.input.get().isNil)
    try text.set("x")
    try age.set(40)
    #expect(try text.get() == "40")
    #expect(client.log == ["ok", "invalid", "ok", "invalid", "ok"])
  }

  @Test func aValidatorReadsOthersAndIsAskedAgain() throws {
    let limit = client.ref(10), model = client.ref(1), view = client.ref(1)
    let link = try model.link(
      to: view,
      validate: { value in
        if value > (try limit.get()) { throw InvalidInput("too much") }
        return max(value, 0)
      })
    try view.set(20)
    #expect(try model.get() == 1 && link.status.get() == .invalid)
    try limit.set(30)
    #expect(try model.get() == 20 && link.status.get() == .ok)
    try view.set(-5)
    #expect(try model.get() == 0 && view.get() == 0)
  }

  @Test func aValidatorThatLooksAtItsSourceSpeaksOfWhatStoodThereBefore() throws {
    struct Auction: Sendable, ScriptCodable { var bid = 36 }
    let auction = Bindable(Auction(), name: "auction"), view = client.ref("")
    let bid = auction.ref(\.bid, name: "bid")
    // The object itself shows nobody what it held before.
    let link = try bid.link(
      to: view, forward: { "\($0)" }, backward: { Int($0) ?? 0 },
      validate: { value in
        if value <= auction.value!.bid { throw InvalidInput("not higher") }
        return value
      })
    try view.set("40")
    #expect(try bid.get() == 40 && link.status.get() == .ok)
    try view.set("39")
    #expect(try bid.get() == 40 && link.status.get() == .invalid)
    let price = client.ref(3), text = client.ref("")
    try price.link(
      to: text, forward: { "\($0)" }, backward: { Int($0) ?? 0 },
      validate: { value in min(value, try price.get() + 10) })
    for expected in [13, 23, 30] {
      try text.set("30")
      #expect(try price.get() == expected)
    }
  }

  // 47
  @Test func aConverterThatRefusesBecauseOfABindableIsAskedAgain() throws {
    let limit = Bindable(10, name: "limit", engine: client.engine)
    let price = client.ref(3), text = client.ref("")
    let link = try price.link(
      to: text, forward: { "\($0)" },
      backward: { words in
        guard let number = Int(words), number <= limit.value! else { throw InvalidInput("too much") }
        return number
      })
    try text.set("20")
    #expect(try price.get() == 3 && link.status.get() == .invalid)
    limit.update(with: 15)
    #expect(try price.get() == 3 && link.status.get() == .invalid)
    limit.update(with: 20)
    #expect(try price.get() == 20 && link.status.get() == .ok)
  }

  @Test func ringsSettleInOneWaveAndUnstablePairsAreNamed() throws {
    let ring = (0..<4).map { client.ref(0, "ring\($0)") }
    for place in ring.indices { try ring[place].link(to: ring[(place + 1) % 4]) }
    var runs = 0
    let sum = Ref.computed(engine: client.engine) { try ring.reduce(0) { try $0 + $1.get() } }
    try sum.observe { value in
      runs += 1
      #expect(value % 4 == 0)
    }
    try ring[2].set(5)
    #expect(runs == 2 && ring.allSatisfy { $0.value == 5 })
    let one = client.ref(0.0, "one"), two = client.ref(0.0, "two")
    let link = try one.link(to: two, forward: { $0 + 1 }, backward: { $0 + 1 })
    try two.set(5)
    #expect(try link.status.get() == .failed || client.ids.contains(.bindUnstable))
  }

  @Test func aBindableAndAnotherAreLinkedByTheirParts() throws {
    struct Settings { var volume = 3 }
    struct Screen { var slider = 0.0, label = "" }
    let settings = Bindable(Settings(), name: "settings", engine: client.engine)
    let screen = Bindable(Screen(), name: "screen", engine: client.engine)
    try settings.ref(\.volume).link(to: screen.ref(\.slider), forward: Double.init, backward: { Int($0) })
    try settings.ref(\.volume).bind(to: screen.ref(\.label)) { "\($0) of 10" }
    screen.modify { $0.slider = 7.4 }
    #expect(settings.value?.volume == 7)
    #expect(screen.value?.slider == 7 && screen.value?.label == "7 of 10")
    settings.update(with: Settings(volume: 2))
    #expect(screen.value?.slider == 2 && screen.value?.label == "2 of 10")
    try client.engine.transaction { screen.modify { $0.slider = 9 } }
    #expect(settings.value?.volume == 9)
  }

  // 31, 33, 49, 50
  @Test func whatEndsInAFunctionThatOnlyComputesIsGoneAndGivesBack() throws {
    let source = client.ref(1), low = client.ref(10), target = client.ref(0), on = client.ref(true)
    var handle: BindingHandle?
    handle = try source.bind(to: target, BindingOptions(when: on)) {
      handle?.stop()
      return $0
    }
    #expect(try target.get() == 1)
    try source.set(2)
    #expect(try handle?.handle.isStopped == true && target.get() == 0)
    #expect(client.engine.observerCount == 0)
    // The one below goes on.
    try low.bind(to: target, BindingOptions(priority: 0))
    handle = nil
    handle = try source.bind(to: target, BindingOptions(priority: 1)) {
      handle?.stop()
      return $0
    }
    #expect(try target.get() == 2)
    try source.set(3)
    #expect(try target.get() == 10)
    try low.set(11)
    #expect(try target.get() == 11 && client.engine.observerCount == 1)
    // With its scope, in something that is only derived, and read outside of any wave.
    let other = client.ref(0)
    var scope: Scope?
    scope = try client.engine.withScope("screen") { _ in try source.bind(to: other, BindingOptions(when: on)) }
    let words = Ref.computed {
      if try source.get() == 5 { scope?.close() }
      return try source.get()
    }
    #expect(try words.get() == 3 && other.get() == 3)
    let watch = try words.observe { (_: Int) in }
    try source.set(5)
    watch.stop()
    #expect(try other.get() == 0)
    #expect(client.engine.observerCount == 1)
  }
}
