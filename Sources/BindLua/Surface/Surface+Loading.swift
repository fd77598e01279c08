import BindCore

/// `bh.loadable` and the methods of what it returns.
extension Surface {
  var loadingFunctions: [Entry] {
    [Entry("loadable") { [unowned self] call throws(Failure) in try loadable(call) }]
  }

  private static let loadableOptions = [
    "load", "transform", "initial", "placeholder", "retry", "timeout", "deadline", "fresh", "gc", "linger", "poll",
    "into",
    "keep_running", "retry_on_observe",
  ]

  private func loadable(_ call: Call) throws(Failure) {
    let hasName = !call.argument(1).isTable
    let options = try call.options(hasName ? 2 : 1, Self.loadableOptions)
    guard let load = try options.function("load") else {
      throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'load': a function is needed"))
    }
    let name = hasName ? try call.string(1, "name").text : "loadable(\(place()))"
    var transform: ((Value) throws(Failure) -> Value)?
    if let function = try options.function("transform") {
      transform = { [unowned lua] value throws(Failure) in try lua.compute(function, [value]) }
    }
    let scope = try engine.openScope(for: "bh.loadable")
    let loadable = Loadable(
      name: name, policy: try policy(options), work: LuaLoader(load, surface: self), transform: transform,
      initial: options["initial"], placeholder: options["placeholder"], into: try options.cell("into"), world: world,
      scope: scope)
    loadable.describeFailure = { [unowned self] failure in errorValue(failure) }
    call.reply(LoadableObject(loadable, surface: self))
  }

  private func policy(_ options: Options) throws(Failure) -> LoadablePolicy {
    var policy = LoadablePolicy()
    policy.retry = try retry(options)
    if let timeout = try options.duration("timeout") { policy.timeout = timeout }
    if let deadline = try options.duration("deadline") { policy.deadline = deadline }
    if options["fresh"] == .string("always") {
      policy.fresh = .always
    } else if let fresh = try options.duration("fresh") {
      policy.fresh = .lasting(fresh)
    }
    if let time = try options.duration("gc") { policy.collectAfter = time }
    if let linger = try options.duration("linger") { policy.linger = linger }
    policy.poll = try options.duration("poll")
    policy.keepsRunning = try options.flag("keep_running") ?? false
    policy.retriesOnObserve = try options.flag("retry_on_observe") ?? true
    return policy
  }

  /// `retry = {max=, base=, cap=}`, or the number of attempts after the first.
  private func retry(_ options: Options) throws(Failure) -> RetryPolicy {
    var policy = RetryPolicy()
    func count(_ value: Value) throws(Failure) -> Int {
      guard case .integer(let number) = value, (0...1_000_000).contains(number) else {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(options.owner): option 'retry': a whole number from 0 or a table expected"))
      }
      return Int(number)
    }
    switch options["retry"] {
    case nil: return policy
    case .record(let fields)?:
      let inner = try Options(owner: "\(options.owner): retry", fields: fields, names: ["max", "base", "cap"])
      if let limit = inner["max"] { policy.limit = try count(limit) }
      if let base = try inner.duration("base") { policy.base = base }
      if let cap = try inner.duration("cap") { policy.cap = cap }
    case let number?: policy.limit = try count(number)
    }
    return policy
  }

  var loadableMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("loadable(\(try call.receiver(LoadableObject.self).loadable.name))"))
      },
      Entry("load") { call throws(Failure) in try call.openLoadable().load() },
      Entry("refresh") { call throws(Failure) in try call.openLoadable().refresh() },
      Entry("retry") { call throws(Failure) in try call.openLoadable().load() },
      Entry("cancel") { call throws(Failure) in try call.openLoadable().cancel() },
      Entry("invalidate") { call throws(Failure) in try call.openLoadable().invalidate() },
      Entry("reset") { call throws(Failure) in try call.openLoadable().reset() },
      Entry("set") { call throws(Failure) in
        let loadable = try call.openLoadable()
        guard call.has(1) else { throw call.wrong(1, "value", expected: "a value (bh.null for none)") }
        loadable.set(call.value(1))
      },
      Entry("await") { [unowned self] call throws(Failure) in
        let loadable = try call.openLoadable()
        let place = lua.position
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          loadable.wait { [unowned self] result in
            switch result {
            case .success(let value): done(.success([value]))
            case .failure(let failure): done(.success([.nil, errorValue(failure, at: place)]))
            }
          }
        }
      },
      Entry("on_loaded") { [unowned self] call throws(Failure) in
        let loadable = try call.openLoadable()
        let function = try call.function(1, "fn")
        loadable.onLoaded { [unowned self, unowned loadable] value in
          handle(function, value, in: loadable.scope, kind: .source, label: "handler of \(loadable.name)")
        }
      },
      Entry("on_failed") { [unowned self] call throws(Failure) in
        let loadable = try call.openLoadable()
        let function = try call.function(1, "fn")
        loadable.onFailed { [unowned self, unowned loadable] error in
          handle(function, error, in: loadable.scope, kind: .source, label: "handler of \(loadable.name)")
        }
      },
      Entry("match") { [unowned self] call throws(Failure) in try match(call) },
    ]
  }

  private static let faces = ["idle", "loading", "failed", "loaded", "reloading", "degraded"]

  /// Calls the handler of the present face, or of the phase it is part of. Tracked inside `computed` and `effect`.
  private func match(_ call: Call) throws(Failure) {
    let loadable = try call.openLoadable()
    let handlers = try call.options(1, Self.faces)
    let cells = loadable.cells
    func cell(_ name: String) throws(Failure) -> Value { try cells.child(.field(ByteString(name))).get() ?? .nil }
    guard case .string(let face) = try cell("face"), case .string(let phase) = try cell("phase") else { return }
    var chosen = try handlers.function(face)
    if chosen == nil { chosen = try handlers.function(phase) }
    guard let function = chosen else { return }
    let arguments: [Value]
    switch phase.text {
    case "failed":
      let retry = CallableObject(kinds.retry) { [weak loadable] in loadable?.load() }
      arguments = [try cell("error"), .opaque(retry)]
    case "loaded": arguments = [try cell("value")]
    default: arguments = []
    }
    try call.reply(try lua.run(function, arguments, results: 1)[0])
  }
}

extension Call {
  fileprivate func openLoadable() throws(Failure) -> Loadable {
    let loadable = try receiver(LoadableObject.self).loadable
    try loadable.checkOpen()
    return loadable
  }
}
