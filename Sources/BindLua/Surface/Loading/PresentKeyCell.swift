import BindCore
import BindGraph

/// One cell of the loadable whose key is the present one. Whoever observes it observes that loadable, and leaves it for
/// another one when the key changes.
final class PresentKeyCell: DerivedCell {
  private let word: String
  private let family: LoadableFamily
  private let key: Cell
  private var kept: Value?
  /// Of which that is the value: what this one itself gives up stands in for nothing.
  private weak var keptOf: Loadable?
  /// Some key has had something to show: from then on nothing is the value nil, as after a loadable's reset.
  private var hasShown = false
  /// Somebody observes it, and therefore this one.
  private var isLive = false
  private weak var held: Loadable?
  /// It is worked out for all, not for a callback that looks through its own writes: only then something follows from it.
  private var isCommitted = false

  init(_ word: String, _ family: LoadableFamily, key: Cell, _ engine: Engine) {
    self.word = word
    self.family = family
    self.key = key
    super.init(inputs: nil, name: "\(family.plan.name).\(word)", engine: engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  /// A placeholder, or the value of another key that stands in, is none.
  override var hasValue: Bool { super.hasValue && (word != "value" || ((try? entry())?.hasValue ?? false)) }

  private func entry() throws(Failure) -> Loadable { try family.entry(for: try key.get() ?? .nil) }

  override func evaluate(in graph: Graph) -> Evaluation {
    isCommitted = true
    defer { isCommitted = false }
    return super.evaluate(in: graph)
  }

  override func compute() -> Computation {
    do {
      let entry = try entry()
      if isLive, isCommitted { hold(entry) }
      let value = try entry.cells.child(.field(ByteString(word))).get()
      guard word == "value" else { return value.map { .value($0) } ?? .absent }
      return show(family.keepsValue ? try standing(value, of: entry) : value)
    } catch {
      return .failed(error)
    }
  }

  /// The old key's value stands in until the new one has its own, or has failed.
  private func standing(_ value: Value?, of entry: Loadable) throws(Failure) -> Value? {
    // Its end may bring no other value.
    _ = try entry.cells.child(.field("face")).get()
    let hasEnded = entry.machine.face == .failed || keptOf === entry
    let stands = entry.hasValue ? value : hasEnded ? nil : kept
    if isCommitted { (kept, keptOf) = (stands, entry.hasValue ? entry : stands == nil ? nil : keptOf) }
    return stands ?? value
  }

  private func show(_ value: Value?) -> Computation {
    if isCommitted, value != nil { hasShown = true }
    return value.map { .value($0) } ?? (hasShown ? .value(.nil) : .absent)
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
    // It is looked at because the key has changed.
    if left != nil { engine.caused(by: key.lastCause) { entry?.observed(true) } } else { entry?.observed(true) }
    left?.observed(false)
  }
}
