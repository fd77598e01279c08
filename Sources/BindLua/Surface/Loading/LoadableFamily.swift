import BindCore

/// The loadables of one declaration with `key=`, one for each key that is in use.
final class LoadableFamily {
  let plan: LoadablePlan
  let keepsValue: Bool
  let key: LuaReference
  private var entries: [CanonicalKey: Loadable] = [:]
  /// Of which nothing is known any more; who holds one of them finds the same under its key.
  private var forgotten: Set<CanonicalKey> = []
  /// So many of them are worth a look.
  private var manyForgotten = 16

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
    try plan.checkOpen()
    if let entry = entries[key], !entry.machine.isClosed { return entry }
    letGo()
    let entry = try plan.make(key: value)
    entries[key] = entry
    entry.onForget = { [weak self] in self?.forgotten.insert(key) }
    return entry
  }

  /// Ends those that nobody has looked at for long and nobody holds.
  private func letGo() {
    guard forgotten.count >= manyForgotten else { return }
    defer { manyForgotten = max(16, 2 * forgotten.count) }
    for key in forgotten {
      guard let entry = entries[key], !entry.machine.isClosed, !entry.knowsNothing || entry.isHeld else {
        entries.removeValue(forKey: key)?.stop()
        forgotten.remove(key)
        continue
      }
      if !entry.knowsNothing { forgotten.remove(key) }
    }
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
    try family.plan.checkOpen()
    let key = try surface.lua.compute(family.key, arguments)
    return surface.object(try family.entry(for: key), of: family.plan)
  }

  /// A name of a cell is that cell of the present key; any other string is a key.
  override func resolve(path: ByteString) throws -> HostObject {
    do {
      guard Loadable.cellNames.contains(path.text) else { return try entry([.string(path)]) }
      return surface.object(try cell(path.text))
    } catch { throw surface.raisable(error) }
  }

  private func cell(_ name: String) throws(Failure) -> PresentKeyCell {
    try family.plan.checkOpen()
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
      Entry(
        "invalidate",
        """
        ()
        The values of all keys count as old.
        """
      ) { call throws(Failure) in
        for entry in try call.receiver(FamilyObject.self).family.present { entry.ask(.invalidate) }
      },
      Entry(
        "refresh",
        """
        ()
        Loads the keys that somebody looks at anew.
        """
      ) { call throws(Failure) in
        for entry in try call.receiver(FamilyObject.self).family.present where entry.machine.isObserved {
          entry.ask(.refresh)
        }
      },
    ]
  }
}
