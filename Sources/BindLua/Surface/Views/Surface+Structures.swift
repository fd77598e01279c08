import BindCore
import BindViews

/// `ui.async`, `ui.when` and `ui.each`: views whose content is made by functions.
extension Surface {
  // MARK: ui.when and ui.each

  func when(_ kind: ViewKind, _ call: Call) throws(Failure) {
    let condition = try call.cell(1, "ref")
    let function = try call.function(2, "fn")
    let view = try structureView(kind, try call.options(3))
    let place = lua.position
    let content = WhenContent(of: view, condition) { [unowned self] value throws(Failure) in
      try made(by: function, [value], "ui.when", place)
    }
    view.structure = content
    content.start(in: view.scope)
    call.reply(ViewObject(view, surface: self))
  }

  func each(_ kind: ViewKind, _ call: Call) throws(Failure) {
    let list = try call.cell(1, "list")
    let function = try call.function(2, "fn")
    var options = try call.options(3)
    let keys = try listKeys(of: list, options)
    try list.requireList(for: call.name)
    options = Options(owner: options.owner, fields: Record(options.fields.fields.filter { $0.name != "key" }))
    let view = try structureView(kind, options)
    let place = lua.position
    let content = EachContent(of: view, keys) { [unowned self] element, key throws(Failure) in
      try made(by: function, [.opaque(object(element)), key], "ui.each", place)
    }
    view.structure = content
    do { try content.begin() } catch {
      view.stop()
      throw error
    }
    call.reply(ViewObject(view, surface: self))
  }

  private func structureView(_ kind: ViewKind, _ options: Options) throws(Failure) -> View {
    let scope = try engine.openScope(for: "ui.\(kind.name)", observing: true)
    let given = try given(options.fields.fields.map { ($0.name, $0.value) }, kind, in: scope)
    return try View(kind, options: given, number: stage.nextNumber(), scope: scope)
  }

  /// The view that a function returns; nil where it returns nothing.
  /// - Parameter place: where the script gave the function.
  private func made(
    by function: LuaReference, _ arguments: [Value], _ owner: String, _ place: SourcePosition?
  ) throws(Failure) -> View? {
    let result = try lua.run(function, arguments, results: 1)[0]
    if result.isNil { return nil }
    guard case .opaque(let opaque) = result, let object = opaque as? ViewObject else {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(owner): its function returns a view or nil, got \(result.typeName)", at: place))
    }
    return object.view
  }

  // MARK: ui.async

  func async(_ kind: ViewKind, _ call: Call) throws(Failure) {
    let options = try call.options(1)
    let (loadable, start, plan) = try source(of: options)
    guard options["loaded"] != nil else {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(call.name): option 'loaded' is needed: a function of the value"))
    }
    var flicker = FlickerGuard()
    if let delay = try options.duration("delay") ?? plan?.delay { flicker.delay = delay }
    if let least = try options.duration("min_show") ?? plan?.minShow { flicker.minShow = least }
    var makers = LoadableContent.Makers()
    makers.sample = options["placeholder"]
    for face in Face.allCases {
      guard let function = try options.function(ByteString(face.rawValue)) else { continue }
      if face == .loading { makers.followsProgress = lua.parameterCount(function) > 0 }
      makers.faces[face] = maker(function, "ui.async: \(face.rawValue)")
    }
    addDefaults(to: &makers, start)
    let names = kind.optionNames
    let common = Record(options.fields.fields.filter { names.contains($0.name.text) })
    let view = try structureView(kind, Options(owner: call.name, fields: common))
    view.structure = LoadableContent(
      of: view, loadable, makers, guard: flicker,
      retry: .opaque(CallableObject(kinds.retry) { _ throws(Failure) in start() }), clock: world.clock)
    call.reply(ViewObject(view, surface: self))
  }

  private func maker(_ function: LuaReference, _ owner: String) -> LoadableContent.Maker {
    let place = lua.position
    return LoadableContent.Maker { [unowned self] arguments throws(Failure) in
      try made(by: function, arguments, owner, place)
    }
  }

  private func source(of options: Options) throws(Failure) -> (Loadable, () -> Void, Presentation?) {
    guard let source = options["source"] else {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(options.owner): option 'source' is needed: a loadable or a job"))
    }
    guard case .opaque(let opaque) = source else {
      throw options.wrong("source", expected: "a loadable or a job", source)
    }
    switch opaque {
    case let object as LoadableObject:
      let loadable = object.loadable
      try loadable.checkOpen()
      return (loadable, { [weak loadable] in loadable?.ask(.load) }, object.plan.presentation)
    case let object as JobObject:
      let job = object.job
      try job.checkOpen()
      return (job.loadable, { [weak job] in job?.ask { $0.load() } }, nil)
    default: throw options.wrong("source", expected: "a loadable or a job", source)
    }
  }

  /// What is shown where the script says nothing: a person sees that something is under way, and why it is not there.
  private func addDefaults(to makers: inout LoadableContent.Makers, _ start: @escaping () -> Void) {
    if makers.faces[.loading] == nil {
      makers.faces[.loading] = LoadableContent.Maker { [unowned self] _ throws(Failure) in try label("Loading…") }
    }
    if makers.faces[.failed] == nil {
      makers.faces[.failed] = LoadableContent.Maker { [unowned self] arguments throws(Failure) in
        try failure(arguments[0].reason, start)
      }
    }
  }

  private func failure(_ reason: String, _ start: @escaping () -> Void) throws(Failure) -> View {
    let options: [(name: String, given: View.Given)] = [
      ("title", .value(.string("Retry"))), ("on_press", .action(HostAction(start))),
    ]
    let retry = try View(.of(.button), options: options, number: stage.nextNumber(), scope: engine.scope)
    return try View(
      .of(.row), options: [], children: [try label("Failed: \(reason)"), retry], number: stage.nextNumber(),
      scope: engine.scope)
  }

  private func label(_ text: String) throws(Failure) -> View {
    try View(
      .of(.label), options: [("text", .value(.string(ByteString(text))))], number: stage.nextNumber(),
      scope: engine.scope)
  }
}

/// What the host itself does at a press.
private final class HostAction: ViewAction {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  func run(
    _ arguments: [Value], in scope: Scope?, _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun? {
    body()
    completion(.success([.nil, .nil]))
    return nil
  }
}
