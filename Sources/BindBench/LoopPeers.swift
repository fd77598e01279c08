import CBench
import Observation

/// A loop over Swift closures in an array: what a hand-written fan-out costs.
final class ClosureList {
  var observers: [(Int) -> Void] = []
}

final class Sum {
  @exclusivity(unchecked) var value = 0
}

@inline(never)
func notify(_ list: ClosureList, _ value: Int) {
  for observer in list.observers { observer(value) }
}

/// Swift's Observation, armed again after every change: the pattern that a label needs.
@Observable
final class ObservedModel {
  var value = 0
}

final class ObservationLabel {
  let model: ObservedModel
  var text = 0
  var needsUpdate = false

  init(_ model: ObservedModel) {
    self.model = model
    arm()
  }

  func arm() {
    needsUpdate = false
    text = withObservationTracking {
      model.value
    } onChange: { [flag = Unowned(self)] in
      flag.label.needsUpdate = true
    }
  }
}

/// One link of a chain: writes what it reads, plus one, into the next model.
final class ObservationHop {
  let source: ObservedModel
  let target: ObservedModel
  var needsUpdate = false

  init(_ source: ObservedModel, _ target: ObservedModel) {
    self.source = source
    self.target = target
    arm()
  }

  func arm() {
    needsUpdate = false
    target.value =
      1
      + withObservationTracking {
        source.value
      } onChange: { [flag = UnownedHop(self)] in
        flag.hop.needsUpdate = true
      }
  }
}

struct UnownedHop: @unchecked Sendable {
  unowned let hop: ObservationHop
  init(_ hop: ObservationHop) { self.hop = hop }
}

/// `onChange` is `@Sendable`; here it is called on the thread that writes.
struct Unowned: @unchecked Sendable {
  unowned let label: ObservationLabel
  init(_ label: ObservationLabel) { self.label = label }
}

func loopPeers() -> [Case] {
  let list = ClosureList()
  let sums = (0..<Size.fan).map { _ in Sum() }
  for sum in sums { list.observers.append { sum.value &+= $0 } }

  let model = ObservedModel()
  let label = ObservationLabel(model)
  let hub = ObservedModel()
  let fan = (0..<Size.fan).map { _ in ObservationLabel(hub) }
  let chain = (0...Size.chain).map { _ in ObservedModel() }
  let hops = (0..<Size.chain).map { ObservationHop(chain[$0], chain[$0 + 1]) }
  var tick = 0

  return [
    Case("c", "c.loop") { cbench_function_pointers(Int32(Size.fan), 500) },
    Case("c", "swift.closures", operations: 500 * Size.fan) {
      for round in 0..<500 { notify(list, round) }
    },
    Case("a", "swift.observation", operations: 2000) {
      let labels = (0..<2000).map { _ in ObservationLabel(ObservedModel()) }
      require(labels.count == 2000, "a label is missing")
    },
    Case("b", "swift.observation", operations: 2000) {
      for _ in 0..<2000 {
        tick += 1
        model.value = tick
        if label.needsUpdate { label.arm() }
      }
      require(label.text == tick, "Observation missed an update")
    },
    Case("c", "swift.observation", operations: 2 * Size.fan) {
      for _ in 0..<2 {
        tick += 1
        hub.value = tick
        for entry in fan where entry.needsUpdate { entry.arm() }
      }
      require(fan[Size.fan - 1].text == tick, "Observation missed an update")
    },
    Case("d", "swift.observation", operations: 2 * Size.chain) {
      for _ in 0..<2 {
        tick += 1
        chain[0].value = tick
        for hop in hops where hop.needsUpdate { hop.arm() }
      }
      require(chain[Size.chain].value == tick + Size.chain, "Observation missed an update")
    },
  ]
}
