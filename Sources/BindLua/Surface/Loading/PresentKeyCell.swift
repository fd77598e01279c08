import BindCore
import BindGraph

/// One cell of the loadable whose key is the present one. Whoever observes it observes that loadable, and leaves it for
/// another one when the key changes.
final class PresentKeyCell: DerivedCell {
  private let word: String
  private let family: LoadableFamily
  private let key: Cell
  private var kept: Value?
  /// What it shows is a placeholder, or the value of another key that stands in.
  private var isStandIn = false
  /// Somebody observes it, and therefore this one.
  private var isLive = false
  private weak var held: Loadable?

  init(_ word: String, _ family: LoadableFamily, key: Cell, _ engine: Engine) {
    self.word = word
    self.family = family
    self.key = key
    super.init(inputs: nil, name: "\(family.plan.name).\(word)", engine: engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override var hasValue: Bool { super.hasValue && !isStandIn }

  override func compute() -> Computation {
    do {
      let entry = try family.entry(for: try key.get() ?? .nil)
      if isLive { hold(entry) }
      let value = try entry.cells.child(.field(ByteString(word))).get()
      isStandIn = word == "value" && !entry.hasValue
      guard word == "value", family.keepsValue else { return value.map { .value($0) } ?? .absent }
      // Its end may bring no other value.
      _ = try entry.cells.child(.field("face")).get()
      // The old key's value stands in until the new one has its own, or has failed.
      if entry.hasValue || entry.machine.face == .failed { kept = entry.hasValue ? value : nil }
      return (kept ?? value).map { .value($0) } ?? .absent
    } catch {
      return .failed(error)
    }
  }

  override func livenessChanged(_ live: Bool, in graph: Graph) {
    isLive = live
    if !live { hold(nil) }
  }

  /// It counts as observed before it is read: what is seen of it first is that it loads. The old one is left afterwards.
  private func hold(_ entry: Loadable?) {
    guard Loadable.asking.contains(word), entry !== held else { return }
    let left = held
    held = entry
    entry?.observed(true)
    left?.observed(false)
  }
}
