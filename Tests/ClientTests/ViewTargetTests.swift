import BindCore
import Testing

/// Objects that only show a model: `<-` and `<~`.
@Suite(.ownThread) struct ViewTargetTests {
  struct Order: Equatable { var count = 1 }
  struct Invoice: Equatable { var total = 0 }

  final class Label: BindingTarget {
    var text = "" { didSet { sets.append(text) } }
    var sets: [String] = []
  }

  /// Makes capitals of what it is given.
  final class Capitals: Control {
    static var canonical: ReferenceWritableKeyPath<Capitals, String> { \.text }
    private var kept = ""
    var text: String {
      get { kept }
      set { kept = newValue.uppercased() }
    }
    let edits = EditEvent()
  }

  /// Holds nothing beyond its limit.
  final class Slider: Control {
    static var canonical: ReferenceWritableKeyPath<Slider, Int> { \.value }
    var limit = 10
    private var kept = 0
    var value: Int {
      get { kept }
      set { kept = min(newValue, limit) }
    }
    let edits = EditEvent()
  }

  let client = Client()

  // 0, 3
  @Test func aClosureSeesWhatHasSettled() throws {
    let order = Bindable(Order()), invoice = Bindable(Invoice())
    let (label, other) = (Label(), Label())
    label <~ (order[\.count], { $0.text = "\($1) for \(invoice.value?.total ?? 0)" })
    order.observe(for: other) { $0.text = "\($1.count) for \(invoice.value?.total ?? 0)" }
    let total = Ref.computed(engine: client.engine) { (order.value?.count ?? 0) * 250 }
    try total.bind(to: invoice.ref(\.total))
    order.modify { $0.count = 3 }
    #expect(label.text == "3 for 750" && other.text == "3 for 750")
    try client.engine.transaction { order.modify { $0.count = 4 } }
    #expect(label.text == "4 for 1000" && other.text == "4 for 1000")
  }

  // 2, 17
  @Test func itIsWrittenOnceInAWaveAndForNoChangeNot() {
    let model = Bindable("X"), field = ControlTests.Field(), capitals = Capitals()
    let (drawn, set) = (Label(), Label())
    drawn <~ (model[\.self], { $0.text = $1 })
    set[\.text] <- model[\.self]
    capitals <-> model[\.self]
    field <-> model[\.self]
    field.type("dora")
    #expect(drawn.sets == ["X", "DORA"] && set.sets == ["X", "DORA"] && field.text == "DORA")
    field.type("Dora")
    #expect(drawn.sets == ["X", "DORA"] && set.sets == ["X", "DORA"] && field.text == "DORA")
  }

  // 6, 8
  @Test func itHasItsTurnAmongTheObserversAndWhatItWritesIsHeld() {
    let model = Bindable(1), seen = Bindable(0), label = Label()
    model.observe(initial: false) { self.client.log.append("first \($0)") }
    label <~ (
      model[\.self],
      { _, value in
        seen.update(with: value)
        self.client.log.append("drawn \(value)")
      }
    )
    model.observe(initial: false) { self.client.log.append("last \($0)") }
    seen.observe(initial: false) { self.client.log.append("seen \($0)") }
    client.log = []
    model.update(with: 2)
    #expect(client.log == ["first 2", "drawn 2", "last 2", "seen 2"])
  }

  /// What a control makes of a value hangs on its other properties.
  // 42
  @Test func aPropertyOfWhatIsEditedSettlesWithTheOthers() throws {
    struct Volume: Equatable {
      var limit = 10
      var level = 5
    }
    let volume = Bindable(Volume()), slider = Slider()
    slider[\.limit] <- volume[\.limit]
    slider <-> volume[\.level]
    volume.update(with: Volume(limit: 100, level: 50))
    #expect(slider.value == 50 && volume.value == Volume(limit: 100, level: 50))
    try client.engine.transaction { volume.update(with: Volume(limit: 200, level: 150)) }
    #expect(slider.value == 150 && volume.value == Volume(limit: 200, level: 150))
  }

  // 31
  @Test func aClosureKeepsNeitherTheModelNorTheObject() {
    let kept = Label()
    weak var model: Bindable<Int>?
    weak var view: Label?
    do {
      let number = Bindable(1), label = Label()
      kept <~ (number[\.self], { $0.text = "\($1)" })
      label <~ (number[\.description], { $0.text = $1 })
      (model, view) = (number, label)
    }
    #expect(model == nil && view == nil && kept.text == "1")
  }
}
