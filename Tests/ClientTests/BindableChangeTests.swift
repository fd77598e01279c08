import BindCore
import Testing

/// What observers of a `Bindable` are told, and who hears of what is written over.
@Suite(.ownThread) struct BindableChangeTests {
  let client = Client()

  /// An end that holds 10 at most.
  private func limited(_ name: String = "n") throws -> Ref<Int> {
    try Ref.model(name, ["n": .value(0, check: { (n: Int) in min(n, 10) })]).at("n")
  }

  // 17
  @Test func whatALinkPutsBackInTheWaveIsNoChange() throws {
    let count = Bindable(0, name: "count"), n = try limited()
    try count.ref(\.self).link(to: n)
    count.update(with: 50)
    #expect(try count.value == 10 && n.get() == 10)
    final class Box { var number = 0 }
    let box = Box()
    count.observeChanges(initial: false) { self.client.log.append("\($0) \($1 ?? -1)") }
    count.bind(\.self, to: box, \.number, initial: false)
    let words = Ref.computed(engine: client.engine) {
      self.client.log.append("computes")
      return count.value ?? 0
    }
    try words.observe { self.client.log.append("words \($0)") }
    client.log = []
    count.update(with: 60)
    #expect(client.log.isEmpty && count.value == 10 && box.number == 0)
    try client.engine.transaction { count.update(with: 70) }
    #expect(client.log.isEmpty && count.value == 10)
    count.update(with: 4)
    #expect(client.log == ["4 10", "computes", "words 4"] && box.number == 4)
    client.log = []
    count.update(with: 11)
    #expect(client.log == ["10 4", "computes", "words 10"] && box.number == 10)
  }

  // 17, 20
  @Test func aTouchIsToldWhateverALinkPutsBack() throws {
    let count = Bindable(0, name: "count"), n = try limited()
    try count.ref(\.self).link(to: n)
    count.update(with: 10)
    count.observe(initial: false) { self.client.log.append("\($0)") }
    let go = Bindable(0)
    go.observe(initial: false) { _ in count.touch() }
    go.observe(initial: false) { _ in count.update(with: 60) }
    go.update(with: 1)
    #expect(client.log == ["10"])
    count.touch()
    #expect(client.log == ["10", "10"])
  }

  // 17
  @Test func theSameObjectBehindAProtocolIsNoChange() {
    final class Tag: Named { var name = "a" }
    let (one, other) = (Tag(), Tag())
    check(Bindable<any Named>(one), one, other)
    check(Bindable<AnyObject>(one), one, other)
    check(Bindable<(any Named)?>(one), one, other)
    check(Bindable<AnyObject?>(one), one, nil)
    check(Bindable<[any Named]>([one]), [one], [other])
    let (both, two) = (Both(), Both())
    check(Bindable<any Named & Sized>(both), both, two)
    // Of a protocol that structs conform to nobody knows.
    let any = Bindable<any Sized>(both)
    var seen = 0
    any.observe(initial: false) { _ in seen += 1 }
    any.update(with: both)
    #expect(seen == 1)
    // It is changed in place, which is told.
    let named = Bindable<any Named>(one)
    var names: [String] = []
    named.observe(initial: false) { names.append($0.name) }
    named.modify { $0.name = "b" }
    #expect(names == ["b"] && one.name == "b")
  }

  private func check<Value>(_ bindable: Bindable<Value>, _ same: Value, _ other: Value) {
    var seen = 0
    bindable.observe(initial: false) { _ in seen += 1 }
    bindable.update(with: same)
    #expect(seen == 0, "\(Value.self)")
    bindable.update(with: other)
    bindable.update(with: other)
    #expect(seen == 1, "\(Value.self)")
  }

  // 7
  @Test func anObserverHearsWhyItHasChanged() throws {
    let count = Bindable(1, name: "count")
    var causes: [ChangeCause] = []
    count.observeChanges { new, old, cause in
      self.client.log.append("\(old ?? -1) \(new) \(cause.kind) \(cause.isFirst)")
      causes.append(cause)
    }
    count.modify { $0 = 2 }
    try client.engine.transaction(label: "both") { count.update(with: 3) }
    count.touch()
    #expect(client.log == ["-1 1 initial true", "1 2 write false", "2 3 write false", "3 3 touch false"])
    #expect(causes[1].position?.script.contains("BindableChangeTests") == true)
    #expect(causes[2].label == "both" && causes[1].label == nil)
    let empty = Bindable<Int>(name: "empty")
    empty.observeChanges(initial: false) { _, _, cause in self.client.log = ["\(cause.kind) \(cause.isFirst)"] }
    empty.update(with: 1)
    #expect(client.log == ["write false"])
  }

  // 14
  @Test func whatIsThereAlreadyCountsAsDeliveredWhereThatIsWanted() throws {
    struct User: Equatable { var name = "Ada", age = 36 }
    final class Label { var text = "", hint: String?, sets = 0 }
    let user = Bindable(User(), name: "user"), label = Label(), other = Label()
    user.bind(\.name, to: label, \.text, initial: false)
    user.bind(\.name, to: label, \.hint, initial: false)
    user.bind(\.age, to: other, \.text, initial: false, transform: { "\($0)" })
    user.bind(\.age, to: other, \.hint, initial: false) { "\($0)" }
    user.observe(for: label, initial: false) { label, _ in label.sets += 1 }
    #expect(label.text == "" && label.hint == nil && other.text == "" && other.hint == nil && label.sets == 0)
    user.modify { $0.age = 37 }
    #expect(label.text == "" && label.hint == nil && other.text == "37" && other.hint == "37" && label.sets == 1)
    user.modify { $0.name = "Grace" }
    #expect(label.text == "Grace" && label.hint == "Grace" && label.sets == 2)
    // In a transaction: what it has written is there already.
    let late = Label()
    try client.engine.transaction {
      user.modify { $0.name = "Joan" }
      user.bind(\.name, to: late, \.text, initial: false)
      user.observe(for: late, initial: false) { late, _ in late.sets += 1 }
    }
    #expect(late.text == "" && late.sets == 0)
    user.modify { $0.name = "Eve" }
    #expect(late.text == "Eve" && late.sets == 1)
  }

  // 37
  @Test func aBindableWithoutAValueTakesThatOfTheOtherEnd() throws {
    let empty = Bindable<String>(name: "empty"), other = client.ref("there")
    empty.observe { self.client.log.append($0) }
    let link = try empty.ref(\.self).link(to: other)
    #expect(try empty.value == "there" && link.status.get() == .ok && client.log == ["there"])
    try other.set("on")
    empty.update(with: "off")
    #expect(try other.get() == "off" && client.log == ["there", "on", "off"])
    let fresh = Bindable<String>(name: "fresh")
    try fresh.ref(\.self).set("x")
    #expect(fresh.value == "x")
    let held = Bindable<String>(name: "held")
    try client.engine.transaction { try held.ref(\.self).set("y") }
    #expect(held.value == "y")
    // Of a part of nothing there is nothing to write.
    struct User: Equatable { var name = "" }
    let nobody = Bindable<User>(name: "nobody")
    #expect(id { try nobody.ref(\.name).set("x") } == .bindNilHop)
    #expect(client.reports.isEmpty)
  }

  // 50
  @Test func aBindableThatIsWrittenOverABindingIsWarnedOf() throws {
    struct Model: Equatable { var i = 0, other = 0 }
    let model = Bindable(Model(), name: "model"), source = client.ref(1, "source")
    try source.bind(to: model.ref(\.i))
    #expect(model.value?.i == 1)
    model.modify { $0.other = 5 }
    try source.set(2)
    #expect(model.value == Model(i: 2, other: 5) && client.ids.isEmpty)
    model.modify { $0.i = 6 }
    #expect(client.ids == [.bindOverwritten] && model.value?.i == 6)
    #expect(client.reports.first?.position?.script.contains("BindableChangeTests") == true)
    model.update(with: Model(i: 7))
    #expect(client.ids.count == 2)
    for i in 0..<2 { model.modify { $0.i = 10 + i } }
    #expect(client.ids.count == 3, "a line says it once")
    // It waits for the commit, and is told of what really changes.
    try client.engine.transaction {
      model.modify { $0.i += 1 }
      model.modify { $0.other = 1 }
      #expect(client.ids.count == 3)
    }
    #expect(client.ids.count == 4)
    _ = try? client.engine.transaction {
      model.modify { $0.i = 99 }
      throw Broken()
    }
    try client.engine.transaction {
      model.modify { $0.i += 1 }
      model.modify { $0.i -= 1 }
    }
    #expect(client.ids.count == 4)
    let go = Bindable(0)
    go.observe(initial: false) { _ in
      model.modify { $0.other = 9 }
      model.modify { $0.i = 30 }
    }
    go.update(with: 1)
    #expect(client.ids.count == 5 && Set(client.ids) == [.bindOverwritten])
  }

  // 50
  @Test func soIsAnObjectThatIsChangedInPlace() throws {
    final class Model { var i = 0, other = 0 }
    let model = Bindable(Model(), name: "model"), source = client.ref(1, "source")
    try source.bind(to: model.ref(\.i))
    model.modify { $0.other = 1 }
    #expect(client.ids.isEmpty)
    model.modify { $0.i = 6 }
    #expect(client.ids == [.bindOverwritten])
  }

  // 49
  @Test(arguments: [false, true]) func whatIsWrittenWithTheEndOfAConditionStands(byAnotherBinding: Bool) throws {
    struct Device: Equatable { var on = true, target = 20 }
    let device = Bindable(Device(), name: "device"), on = client.ref(true, "on")
    if byAnotherBinding { try device.ref(\.on).bind(to: on) }
    try client.ref(99).bind(to: device.ref(\.target), BindingOptions(when: byAnotherBinding ? on : device.ref(\.on)))
    #expect(device.value?.target == 99)
    var targets: [Int?] = []
    func ending(_ body: (Device) throws -> Void) rethrows {
      device.modify { $0.on = true }
      #expect(device.value?.target == 99)
      try body(Device(on: false, target: 60 + targets.count))
      targets.append(device.value?.target)
    }
    ending { device.update(with: $0) }
    ending { end in device.modify { $0 = end } }
    try ending { end in try client.engine.transaction { device.update(with: end) } }
    try ending { end in try client.engine.transaction { device.modify { $0 = end } } }
    let go = Bindable(0)
    var body: () -> Void = {}
    go.observe(initial: false) { _ in body() }
    ending { end in
      body = { device.update(with: end) }
      go.update(with: 1)
    }
    ending { end in
      body = { device.modify { $0 = end } }
      go.update(with: 2)
    }
    #expect(targets == [60, 61, 62, 63, 64, 65])
  }

  // 49
  @Test func soIsWhatIsChangedInAnObjectInPlace() throws {
    final class Device { var on = true, target = 20 }
    let device = Bindable(Device(), name: "device")
    try client.ref(99).bind(to: device.ref(\.target), BindingOptions(when: device.ref(\.on)))
    func end(with target: Int) {
      device.modify { ($0.on, $0.target) = (false, target) }
    }
    end(with: 60)
    #expect(device.value?.target == 60)
    device.modify { $0.on = true }
    #expect(device.value?.target == 99)
    try client.engine.transaction { end(with: 61) }
    #expect(device.value?.target == 61)
  }

  // 38
  @Test func aNumberBeyondTheRangeOfItsTypeIsRefused() throws {
    struct Model: Equatable { var f: Float = 1 }
    let model = Bindable(Model(), name: "model"), f = model.ref(\.f)
    #expect(id { try f.cast(to: Double.self).set(1e300) } == .bindType)
    #expect(model.value?.f == 1)
    try f.set(0.1)
    try f.set(.infinity)
    #expect(model.value?.f == .infinity)
  }
}

private protocol Named: AnyObject { var name: String { get set } }
private protocol Sized {}
private final class Both: Named, Sized {
  var name = ""
}
