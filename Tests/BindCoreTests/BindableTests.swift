import BindCore
import Testing

/// CONTRACT.md's rules over Swift's bindables. The number of a rule stands in front of its test.
@Suite struct BindableTests {
  private let engine = Engine()

  private func bindable<Value>(_ value: Value, _ name: String = "bindable") -> Bindable<Value> {
    Bindable(value, name: name, engine: engine)
  }

  // 1
  @Test func everyObserverHasRunBeforeUpdateReturns() {
    let value = bindable(1)
    var seen: [Int] = []
    value.observe { seen.append($0) }
    value.update(with: 2)
    #expect(seen == [1, 2])
  }

  // 6
  @Test func observersRunInOrderOfRegistration() {
    let value = bindable(0)
    var order: [Int] = []
    for index in 0..<20 { value.observe(initial: false) { _ in order.append(index) } }
    value.update(with: 1)
    #expect(order == Array(0..<20))
  }

  // 7
  @Test func oldIsTheValueOfTheObserversOwnPreviousDelivery() {
    let value = bindable(1)
    var pairs: [[Int?]] = []
    value.observeChanges { pairs.append([$0, $1]) }
    value.update(with: 2)
    value.update(with: 3)
    #expect(pairs == [[1, nil], [2, 1], [3, 2]])
  }

  // 8, 9, 10
  @Test func anUpdateInsideAnObserverIsHeldAndLaterObserversSeeTheWavesValueFirst() {
    let value = bindable(0)
    var log: [String] = []
    value.observe(initial: false) { new in
      log.append("a\(new)")
      if new == 1 {
        value.update(with: 2)
        log.append("own\(value.value ?? -1)")
      }
    }
    value.observe(initial: false) { new in log.append("b\(new)") }
    value.update(with: 1)
    #expect(log == ["a1", "own2", "b1", "a2", "b2"])
  }

  // 11
  @Test func aLoopOfWritesIsStoppedReportedAndLeavesTheGraphUsable() {
    let value = bindable(0, "counter")
    var reports: [Report] = []
    engine.onReport = { reports.append($0) }
    let loop = value.observe(initial: false) { value.update(with: $0 + 1) }
    value.update(with: 1)
    #expect(reports.count == 1)
    guard case .diagnostic(let found)? = reports.first?.failure as? Failure else {
      Issue.record("no diagnostic in \(reports)")
      return
    }
    #expect(found.id == .bindCycle)
    #expect(found.notes.contains { $0.contains("counter") })
    #expect(value.value == 100)
    loop.stop()
    var seen: [Int] = []
    value.observe(initial: false) { seen.append($0) }
    value.update(with: 7)
    #expect(seen == [7])
  }

  // 14, 15
  @Test func aBindableWithoutAValueDeliversNothingUntilTheFirstUpdate() {
    let value = Bindable<Int>(engine: engine)
    var pairs: [[Int?]] = []
    value.observeChanges { pairs.append([$0, $1]) }
    #expect(pairs.isEmpty)
    #expect(!value.hasValue)
    value.update(with: 1)
    #expect(pairs == [[1, nil]])
  }

  // 17
  @Test func equalValuesNotifyNobody() {
    let number = bindable(Double.nan)
    var runs = 0
    number.observe(initial: false) { _ in runs += 1 }
    number.update(with: .nan)
    #expect(runs == 0)
    number.update(with: 0.0)
    number.update(with: -0.0)
    #expect(runs == 1)
    let short = bindable(Float.nan)
    short.observe(initial: false) { _ in runs += 1 }
    short.update(with: .nan)
    #expect(runs == 1)
  }

  private final class Plain {}
  private struct Incomparable { var number = 0 }

  // 17
  @Test func referencesCompareByIdentityAndIncomparableValuesAreAlwaysNew() {
    let object = Plain()
    let reference = bindable(object)
    var references = 0
    reference.observe(initial: false) { _ in references += 1 }
    reference.update(with: object)
    reference.update(with: Plain())
    #expect(references == 1)
    let value = bindable(Incomparable())
    var values = 0
    value.observe(initial: false) { _ in values += 1 }
    value.update(with: Incomparable())
    #expect(values == 1)
  }

  // 17
  @Test func whatIsInsideOptionalsAndListsIsComparedTheSameWay() {
    var runs = 0
    func changes<Value>(_ first: Value, _ second: Value) -> Int {
      let value = bindable(first)
      value.observe(initial: false) { _ in runs += 1 }
      runs = 0
      value.update(with: second)
      return runs
    }
    let object = Plain()
    #expect(changes(Optional(Double.nan), .nan) == 0)
    #expect(changes([1, Double.nan], [1, .nan]) == 0)
    #expect(changes(["a": [Float?.some(.nan)]], ["a": [.nan]]) == 0)
    #expect(changes(Optional(object), object) == 0)
    #expect(changes([object], [object]) == 0)
    #expect(changes(Optional(object), nil) == 1)
    #expect(changes([object], [Plain()]) == 1)
    #expect(changes([1, Double.nan], [.nan, 1]) == 1)
    #expect(changes(Optional(Double.nan), 1) == 1)
    #expect(changes(Optional(Incomparable()), Incomparable()) == 1)
  }

  private final class Named: Equatable {
    static func == (left: Named, right: Named) -> Bool { true }
  }

  // 18
  @Test func identityComparesObjectsAlsoBehindProtocolsAndTheRestAsUsual() {
    let named = Named()
    let value = Bindable(named, equals: .identity, engine: engine)
    let hidden = Bindable<any Equatable>(named, equals: .identity, engine: engine)
    let number = Bindable(1, equals: .identity, engine: engine)
    var runs = 0
    value.observe(initial: false) { _ in runs += 1 }
    hidden.observe(initial: false) { _ in runs += 1 }
    number.observe(initial: false) { _ in runs += 1 }
    value.update(with: named)
    hidden.update(with: named)
    number.update(with: 1)
    #expect(runs == 0)
    value.update(with: Named())
    hidden.update(with: Named())
    number.update(with: 2)
    #expect(runs == 3)
  }

  // 18
  @Test func equalityCanBeChosen() {
    let tens = Bindable(10, equals: .function { $0 / 10 == $1 / 10 }, engine: engine)
    var seen: [Int] = []
    tens.observe { seen.append($0) }
    tens.update(with: 19)
    tens.update(with: 20)
    #expect(seen == [10, 20])
  }

  // 19, 21
  @Test func aTransactionIsOneWaveAndThereAndBackNotifiesNobody() throws {
    let first = bindable(1)
    let second = bindable(1)
    var log: [String] = []
    first.observe(initial: false) { log.append("first \($0) \(second.value ?? 0)") }
    second.observe(initial: false) { log.append("second \($0)") }
    try engine.transaction {
      first.update(with: 2)
      second.update(with: 3)
      second.update(with: 1)
      #expect(first.value == 2)
    }
    #expect(log == ["first 2 1"])
  }

  private struct Stop: Error {}

  // 21
  @Test func aTransactionThatThrowsLeavesNothing() {
    let value = bindable(1)
    var seen: [Int] = []
    value.observe { seen.append($0) }
    #expect(throws: Stop.self) {
      try engine.transaction {
        value.update(with: 2)
        value.observe { seen.append($0 * 100) }
        throw Stop()
      }
    }
    value.update(with: 3)
    #expect(seen == [1, 3])
    #expect(value.value == 3)
  }

  // 24
  @Test func anInnerTransactionThatThrowsDropsOnlyItsOwnWrites() throws {
    let value = bindable(1)
    let other = bindable(1)
    var seen: [Int] = []
    value.observe { seen.append($0) }
    try engine.transaction {
      value.update(with: 2)
      _ = try? engine.transaction {
        value.update(with: 9)
        other.update(with: 9)
        throw Stop()
      }
      #expect(value.value == 2)
      #expect(other.value == 1)
    }
    #expect(seen == [1, 2])
  }

  // 33
  @Test func nothingRunsAfterStopAlsoNotInTheSameWave() {
    let value = bindable(0)
    var log: [String] = []
    var second: BindableObservation?
    value.observe(initial: false) { _ in
      log.append("first")
      second?.stop()
    }
    second = value.observe(initial: false) { _ in log.append("second") }
    value.update(with: 1)
    second?.stop()
    #expect(log == ["first"])
  }

  // 35
  @Test func anObserverAddedDuringDeliveryGetsTheCurrentValueAfterTheWave() {
    let value = bindable(0)
    var log: [String] = []
    var isAdded = false
    value.observe(initial: false) { new in
      log.append("a\(new)")
      if !isAdded {
        isAdded = true
        value.observe { log.append("new\($0)") }
      }
    }
    value.observe(initial: false) { log.append("b\($0)") }
    value.update(with: 1)
    value.update(with: 2)
    #expect(log == ["a1", "b1", "new1", "a2", "b2", "new2"])
  }
}

private struct User: Equatable {
  struct Colors: Equatable { var primary = "grey" }
  var name: String
  var followersCount = 0
  var colors = Colors()
}

@Suite struct KeyPathBindingTests {
  private let engine = Engine()

  @Test func bindSetsThePropertyNowAndAfterEachChange() {
    let user = Bindable(User(name: "Ada"), engine: engine)
    let label = Label()
    user.bind(\.name, to: label, \.text)
    user.bind(\.name, to: label, \.hint)
    #expect(label.text == "Ada")
    #expect(label.hint == "Ada")
    user.update(with: User(name: "Bob"))
    #expect(label.text == "Bob")
    #expect(label.hint == "Bob")
  }

  @Test func bindReachesNestedPropertiesAndTransforms() {
    let user = Bindable(User(name: "Ada"), engine: engine)
    let label = Label()
    user.bind(\.colors.primary, to: label, \.color)
    user.bind(\.followersCount, to: label, \.text, transform: String.init)
    #expect(label.color == "grey")
    #expect(label.text == "0")
    user.update(with: User(name: "Ada", followersCount: 7, colors: .init(primary: "red")))
    #expect(label.color == "red")
    #expect(label.text == "7")
  }

  @Test func aPartThatDidNotChangeDoesNotTouchItsTarget() {
    let user = Bindable(User(name: "Ada"), engine: engine)
    let label = Label()
    user.bind(\.colors.primary, to: label, \.color)
    user.update(with: User(name: "Bob"))
    #expect(label.writes == 1)
  }

  // 31
  @Test func aDeadTargetIsReachedByNoWriteAndGoneAtTheNextUpdate() {
    let user = Bindable(User(name: "Ada"), engine: engine)
    var label: Label? = Label()
    weak let watched = label
    if let label { user.bind(\.name, to: label, \.text) }
    #expect(user.observerCount == 1)
    label = nil
    #expect(watched == nil)
    user.update(with: User(name: "Bob"))
    #expect(user.observerCount == 0)
  }

  private final class Caption: BindingTarget { var text = "" }

  // 50
  @Test func bindIsAWriterOfItsPropertyLikeTheOperators() {
    var reports: [Report] = []
    let engine = Engine.current
    engine.onReport = { reports.append($0) }
    defer { engine.onReport = { _ in } }
    let user = Bindable(User(name: "Ada"))
    let caption = Caption()
    let first = user.bind(\.name, to: caption, \.text)
    let second = user.bind(\.colors.primary, to: caption, \.text)
    #expect((caption[\.text] <- user[\.colors.primary]) == nil)
    #expect(second.isStopped && !first.isStopped && caption.text == "Ada")
    #expect(reports.compactMap { ($0.failure as? Diagnostic)?.id } == [.bindTwoWriters, .bindTwoWriters])
    caption.unbind()
    #expect(first.isStopped && user.observerCount == 0)
    user.bind(\.colors.primary, to: caption, \.text)
    #expect(caption.text == "grey")
    caption.unbind(\.text)
    caption[\.text] <- user[\.name]
    #expect(user.bind(\.followersCount, to: caption, \.text, transform: String.init).isStopped)
    #expect(caption.text == "Ada" && reports.count == 3)
  }

  // 13
  @Test func aTransformOrConverterThatWritesIsRefusedAndReported() {
    var reports: [Report] = []
    let engine = Engine.current
    engine.onReport = { reports.append($0) }
    defer { engine.onReport = { _ in } }
    final class Slider: Control {
      static var canonical: ReferenceWritableKeyPath<Slider, Double> { \.value }
      var value = 0.0
      let edits = EditEvent()
    }
    let user = Bindable(User(name: "Ada"))
    let (other, drawn) = (Bindable(0, name: "other"), Bindable(0, name: "drawn"))
    let label = Label()
    user.bind(\.followersCount, to: label, \.text) { count in
      other.update(with: count + 1)
      return "\(count)"
    }
    let slider = Slider()
    slider <~> (
      user[\.followersCount],
      { view, count in
        drawn.update(with: count)
        view.value = Double(count)
      },
      { view in
        other.update(with: 9)
        return Int(view.value)
      }
    )
    slider.value = 40
    slider.edits.send()
    #expect(label.text == "40" && user.value?.followersCount == 40)
    #expect(other.value == 0 && drawn.value == 40 && !reports.isEmpty)
    #expect(
      reports.allSatisfy { report in
        if case .diagnostic(let found)? = report.failure as? Failure { found.id == .bindPure } else { false }
      })
  }

  private struct SyncService {
    func sync(then completion: (User) -> Void) { completion(User(name: "Synced")) }
  }

  @Test func updateIsTheCompletionOfASync() {
    let user = Bindable(User(name: "Ada"), engine: engine)
    SyncService().sync(then: user.update)
    #expect(user.value?.name == "Synced")
  }

  @Test func aBindableThatDiesTakesItsObserversAlong() {
    var user: Bindable<User>? = Bindable(User(name: "Ada"), engine: engine)
    user?.observe { _ in }
    let nodes = engine.nodeCount
    #expect(nodes == 2)
    user = nil
    #expect(engine.nodeCount == 0)
  }
}
