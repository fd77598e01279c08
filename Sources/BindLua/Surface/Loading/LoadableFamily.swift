import BindCore
import BindGraph

/// The loadables of one declaration with `key=`, one for each key that is in use.
final class LoadableFamily {
  let plan: LoadablePlan
  let keepsValue: Bool
  let key: LuaReference
  private var entries: [CanonicalKey: Loadable] = [:]

  init(_ plan: LoadablePlan, key: LuaReference, keepsValue: Bool) {
    self.plan = plan
    self.key = key
    self.keepsValue = keepsValue
  }

  /// Those that are in use.
  var present: [Loadable] { entries.values.filter { !$0.machine.isClosed }.sorted { $0.name < $1.name } }

  /// The loadable of that key, made when it is first asked for.
  func entry(for value: Value) throws(Failure) -> Loadable {
    guard let key = CanonicalKey(value) else {
      throw .diagnostic(
        Diagnostic(.bindKey, "\(plan.name): a key is a value with contents, not a \(value.typeName)"))
    }
    if let entry = entries[key], !entry.machine.isClosed { return entry }
    let entry = plan.make(key: value)
    entries[key] = entry
    // What nobody has looked at for long is let go; who still holds it finds a new one under the key.
    entry.onForget = { [weak self, unowned entry] in
      guard let self, entry.options.policy.collectAfter != nil, self.entries[key] === entry else { return }
      self.entries[key] = nil
    }
    return entry
  }
}

/// A family as scripts hold it: `article(7)` is one loadable, `article "value"` the value of the present key.
final class FamilyObject: HostObject, @unchecked Sendable {
  let family: LoadableFamily
  private unowned(unsafe) let surface: Surface
  private var present: [String: PresentKeyCell] = [:]
  private var keyCell: Cell?

  init(_ family: LoadableFamily, surface: Surface) {
    self.family = family
    self.surface = surface
    super.init(kind: surface.kinds.family)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  /// The loadable that a call with these arguments means.
  func entry(_ arguments: [Value]) throws(Failure) -> LoadableObject {
    let key = try surface.lua.compute(family.key, arguments)
    return LoadableObject(try family.entry(for: key), plan: family.plan, surface: surface)
  }

  /// A name of a cell is that cell of the present key; any other string is a key.
  override func resolve(path: ByteString) throws -> HostObject {
    do {
      guard Loadable.cellNames.contains(path.text) else { return try entry([.string(path)]) }
      return surface.object(try cell(path.text))
    } catch { throw surface.raisable(error) }
  }

  private func cell(_ name: String) throws(Failure) -> PresentKeyCell {
    if let cell = present[name] { return cell }
    let cell = PresentKeyCell(name, family, key: try key(), surface.engine)
    present[name] = cell
    return cell
  }

  private func key() throws(Failure) -> Cell {
    if let keyCell { return keyCell }
    let cell = surface.computed(family.key, name: "key of \(family.plan.name)")
    keyCell = cell
    return cell
  }
}

/// One cell of the loadable whose key is the present one. Whoever observes it observes that loadable, and leaves it for
/// another one when the key changes.
final class PresentKeyCell: DerivedCell {
  private let word: String
  private let family: LoadableFamily
  private let key: Cell
  private var kept: Value?
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

  override func compute() -> Computation {
    do {
      let entry = try family.entry(for: try key.get() ?? .nil)
      if isLive { hold(entry) }
      let value = try entry.cells.child(.field(ByteString(word))).get()
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

extension Surface {
  var familyMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("loadable family(\(try call.receiver(FamilyObject.self).family.plan.name))"))
      },
      Entry("__call") { call throws(Failure) in
        let arguments = (1...max(call.count, 1)).map { call.value($0) }
        call.reply(try call.receiver(FamilyObject.self).entry(arguments))
      },
      Entry("invalidate") { call throws(Failure) in
        for entry in try call.receiver(FamilyObject.self).family.present { entry.invalidate() }
      },
      Entry("refresh") { call throws(Failure) in
        for entry in try call.receiver(FamilyObject.self).family.present where entry.machine.isObserved {
          entry.refresh()
        }
      },
    ]
  }
}
