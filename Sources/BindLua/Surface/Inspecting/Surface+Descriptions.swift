package import BindCore
import BindViews
internal import CLua

/// What the objects of the surface say of themselves to a person who asks.
extension Surface {
  /// What stands before the value, and the value where there is one.
  struct Description {
    let text: String
    var value: Value?

    init(_ text: String, _ value: Value? = nil) {
      self.text = text
      self.value = value
    }
  }

  func description(of call: Call) -> Description {
    if let function = call.argument(1).function { return Description(words(of: function)) }
    if let object = call.argument(1).object { return description(of: object) }
    if case .null = call.value(1) { return Description("bh.null") }
    return Description("userdata")
  }

  private func words(of function: LuaReference) -> String {
    var place = bh_place()
    guard bh_function_place(lua.lua, function.number, &place) else { return "function" }
    let script = withUnsafeBytes(of: place.script) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return place.line > 0 ? "function (\(script):\(place.line))" : "function (\(script))"
  }

  private func description(of object: HostObject) -> Description {
    switch object {
    case let object as CellObject: cellDescription(object)
    case let object as LoadableObject: standing("loadable \(object.loadable.name)", object.loadable)
    case let object as JobObject: jobDescription(object.job)
    case let object as ViewObject: Description(viewWords(object.view))
    case let object as HandleObject: handleDescription(object)
    case let object as ScopeObject:
      Description("scope \(object.scope.name)\(object.scope.isClosed ? ", closed" : "")")
    case is FieldObject: Description("field declaration")
    case is PermissionsObject: Description("permissions", .record(permissions.record))
    default: Description(object.kind.name)
    }
  }

  private func cellDescription(_ object: CellObject) -> Description {
    let cell = object.cell
    let title = isModel(cell) ? "model" : object.kind.name
    let name = "\(title) \(cell.name)"
    let value: Value?
    do { value = try engine.untracked { () throws(Failure) in try cell.peek() } } catch {
      return Description("\(name), which fails: \(words(of: error))")
    }
    guard let value else { return Description("\(name), without a value") }
    return Description(name, value)
  }

  private func words(of failure: Failure) -> String {
    if case .raised(let error) = failure { error.diagnostic?.message ?? error.text } else { failure.reason }
  }

  private func isModel(_ cell: Cell) -> Bool { models.model(named: cell.name) === cell }

  /// `loadable profile: loaded (12 s ago)`, with the value.
  private func standing(_ name: String, _ loadable: Loadable) -> Description {
    if loadable.machine.isClosed { return Description("\(name), closed") }
    func cell(_ word: ByteString) -> Value {
      let cell = loadable.cells.fields.first { $0.name == word }?.cell
      return ((try? cell?.peek()) ?? nil) ?? .nil
    }
    var text = "\(name): \(loadable.machine.face.rawValue)"
    if loadable.machine.hasValue, let updated = loadable.machine.updatedAt {
      text += " (\(Age(world.clock.now - updated).ago))"
    }
    let error = cell("error")
    if !error.isNil { text += ", \(error.reason)" }
    return Description(text, loadable.hasValue ? cell("value") : nil)
  }

  private func jobDescription(_ job: Job) -> Description { standing(jobWords(job), job.loadable) }

  private func fact(_ word: ByteString, of job: Job) -> Value {
    let cell = job.cells.fields.first { $0.name == word }?.cell
    return ((try? cell?.peek()) ?? nil) ?? .nil
  }

  private func jobWords(_ job: Job) -> String {
    let runs = fact("runs", of: job)
    return "job \(job.name) (\(runs.words) \(runs == .integer(1) ? "run" : "runs")\(job.isStopped ? ", stopped" : ""))"
  }

  /// `job stats (3 runs): loaded (2 s ago), next 2026-01-01T00:00:05Z`, for a list of them.
  package func summary(of job: Job) -> String {
    var text = jobDescription(job).text
    switch fact("next_run", of: job) {
    case .integer(let time): text += ", next \(DateText.text(of: Double(time), in: Greenwich()))"
    case .number(let time): text += ", next \(DateText.text(of: time, in: Greenwich()))"
    default: break
    }
    return text
  }

  private func viewWords(_ view: View) -> String {
    let words = view.plainWords
    return "view \(view.name)" + (view.isStopped ? ", ended" : "") + (words.isEmpty ? "" : ": \(words)")
  }

  private func handleDescription(_ object: HandleObject) -> Description {
    let command = object.item as? Command
    let title = (object.item as? Callback)?.title ?? command?.title ?? "handle"
    let isStopped = (object.item as? Callback)?.isStopped ?? command?.isStopped ?? false
    let place = object.place.isKnown ? " (\(engine.causes.name(object.place.script)):\(object.place.line))" : ""
    return Description(title + place + (isStopped ? ", stopped" : ""))
  }

  // MARK: What can follow

  /// Methods, or paths that begin with `prefix`; nothing is evaluated or started.
  func members(of object: HostObject?, areMethods: Bool, beginningWith prefix: String) -> [String] {
    guard let object else { return [] }
    if areMethods { return (methodNames[object.kind] ?? []).filter { !$0.hasPrefix("__") } }
    switch object {
    case let object as CellObject:
      return Self.paths(in: object.cell as? RecordCell, beginningWith: prefix) + object.cell.statusCellNames
    case let object as LoadableObject: return object.loadable.cells.fields.map(\.name.text)
    case let object as JobObject: return object.job.cells.fields.map(\.name.text)
    case let object as ViewObject: return object.view.kind.properties.map(\.name)
    case let object as HandleObject: return object.item is any StatusCells ? Binding.statusCellNames : []
    case is PermissionsObject: return PermissionsPicture.names
    default: return []
    }
  }

  /// The fields of the record that the path before its last dot leads to.
  private static func paths(in record: RecordCell?, beginningWith prefix: String) -> [String] {
    var record = record
    var head = ""
    for part in prefix.split(separator: ".", omittingEmptySubsequences: false).dropLast() {
      record = record?.fields.first { $0.name.text == part }?.cell as? RecordCell
      head += part + "."
    }
    return (record?.fields ?? []).map { head + $0.name.text }.filter { $0.hasPrefix(prefix) }
  }

  /// `user.na`: models and their fields.
  package func modelPaths(beginningWith prefix: String) -> [String] {
    guard let dot = prefix.firstIndex(of: ".") else { return models.names.filter { $0.hasPrefix(prefix) } }
    let name = String(prefix[..<dot])
    let rest = String(prefix[prefix.index(after: dot)...])
    return Self.paths(in: models.model(named: name), beginningWith: rest).map { name + "." + $0 }
  }

  /// The options of a function, named as a script does: `ui.slider`, `bh.job.every`.
  package func optionNames(of names: [String]) -> [String] {
    if names.isEmpty { return [] }
    return reference.lookUp(names.joined(separator: ".")).pages.first?.definition.options.map(\.name) ?? []
  }
}
