import BindCore

/// The methods of a loadable; those of a job are the same, begun by its schedule.
extension Surface {
  var loadableMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("loadable(\(try call.receiver(LoadableObject.self).loadable.name))"))
      },
      Entry(
        "load",
        """
        ()
        Starts loading unless the value is fresh, or joins what is under way. It returns at once.
        """
      ) { call throws(Failure) in try call.openLoadable().ask(.load) },
      Entry(
        "refresh",
        """
        ()
        Loads anew, whatever is under way.
        """
      ) { call throws(Failure) in try call.openLoadable().ask(.refresh) },
      Entry(
        "retry",
        """
        ()
        Loads again after a failure.
        """
      ) { call throws(Failure) in try call.openLoadable().ask(.load) },
      Entry(
        "cancel",
        """
        ()
        Calls the load off; it is as it was before.
        """
      ) { call throws(Failure) in try call.openLoadable().ask(.cancel) },
      Entry(
        "invalidate",
        """
        ()
        Its value counts as old; if somebody looks, it is loaded again.
        """
      ) { call throws(Failure) in try call.openLoadable().ask(.invalidate) },
      Entry(
        "reset",
        """
        ()
        Forgets value and error.
        """
      ) { [unowned self] call throws(Failure) in
        let loadable = try call.openLoadable()
        try checkMayWrite(loadable)
        loadable.ask(.reset)
      },
      Entry(
        "set",
        """
        (value: any)
        Sets its value, as if it had been loaded.
        """
      ) { [unowned self] call throws(Failure) in try set(try call.openLoadable(), call) },
      Entry(
        "write",
        """
        (options) -> boolean?, err?
        Changes its value optimistically, and outside.
        + write
        """
      ) { [unowned self] call throws(Failure) in
        try write(try call.openLoadable(), call, plan: try call.receiver(LoadableObject.self).plan)
      },
      Entry(
        "next",
        """
        () -> boolean
        Loads the next page; during a reload after that. False if there is none.
        """
      ) { call throws(Failure) in
        let loadable = try call.openLoadable()
        guard let pages = loadable.work as? LuaPages else {
          throw .diagnostic(
            Diagnostic(.bindArgument, "\(call.name): \(loadable.name) has no pages; give it pages={next = fn}"))
        }
        try call.reply(.boolean(try pages.next(of: loadable)))
      },
      Entry(
        "await",
        """
        () -> any, err?
        Waits for the value: joins a load, or starts one.
        """
      ) { [unowned self] call throws(Failure) in
        let loadable = try call.openLoadable()
        try wait(for: loadable, call)
      },
      Entry(
        "on_loaded",
        """
        (fn: fn(value)) -> handle
        Called with each loaded value; it may wait.
        """
      ) { [unowned self] call throws(Failure) in
        try on(.loaded, of: try call.openLoadable(), call, kind: .source) { 0 }
      },
      Entry(
        "on_failed",
        """
        (fn: fn(err)) -> handle
        Called at the end of each failed load; it may wait.
        """
      ) { [unowned self] call throws(Failure) in
        try on(.failed, of: try call.openLoadable(), call, kind: .source) { 0 }
      },
      Entry(
        "match",
        """
        (options) -> any
        Calls the function of its present face and returns what it returns; read inside computed and effect it is tracked.
        + faces
        > profile:match { loading = function() return "…" end, loaded = function(p) return p.name end }
        """
      ) { [unowned self] call throws(Failure) in
        let loadable = try call.openLoadable()
        loadable.isLookedAt = true
        try match(loadable, call) { [weak loadable] in loadable?.ask(.load) }
      },
    ]
  }

  func set(_ loadable: Loadable, _ call: Call) throws(Failure) {
    guard call.has(1) else { throw call.wrong(1, "value", expected: "a value (bh.null for none)") }
    try checkMayWrite(loadable)
    loadable.ask(.set(call.value(1)))
  }

  func checkMayWrite(_ loadable: Loadable) throws(Failure) {
    if engine.mode == .pure { throw .writeInPureFunction(loadable.name) }
  }

  /// - Parameter start: how it is begun; nil: it is loaded, and held while the call waits.
  func wait(for loadable: Loadable, _ call: Call, starting start: (() -> Void)? = nil) throws(Failure) {
    let place = lua.position
    try tasks.wait(in: call) { [unowned self] done throws(Failure) in
      loadable.wait(starting: start) { [unowned self] result in
        switch result {
        case .success(let value): done(.success([value]))
        case .failure(let failure): done(.success([.nil, errorTable(failure, at: place)]))
        }
      }
    }
  }

  /// `on_loaded` and `on_failed`: the handler belongs to the scope in which it is made, and so does what it makes.
  func on(
    _ event: LoadableHandler.Event, of loadable: Loadable, _ call: Call, kind: CauseKind, run: @escaping () -> Int
  ) throws(Failure) {
    let function = try call.function(1, "fn")
    let scope = try engine.openScope(for: call.name)
    let handler = loadable.on(event, in: scope) { [unowned self, unowned loadable, unowned scope] value in
      handle(function, value, in: scope, kind: kind, label: label(of: loadable, kind), run: run())
    }
    call.reply(HandleObject(handler, surface: self))
  }

  private func label(of loadable: Loadable, _ kind: CauseKind) -> String {
    kind == .job ? loadable.name : "handler of \(loadable.name)"
  }

  /// Calls the handler of the present face, or of the phase it is part of. Tracked inside `computed` and `effect`.
  func match(_ loadable: Loadable, _ call: Call, retry: @escaping () -> Void) throws(Failure) {
    let handlers = try call.options(1)
    let cells = loadable.cells
    func cell(_ name: String) throws(Failure) -> Value { try cells.child(.field(ByteString(name))).get() ?? .nil }
    guard case .string(let face) = try cell("face"), case .string(let phase) = try cell("phase") else { return }
    var chosen = try handlers.function(face)
    if chosen == nil { chosen = try handlers.function(phase) }
    guard let function = chosen else { return }
    let arguments: [Value]
    switch phase.text {
    case "failed": arguments = [try cell("error"), .opaque(CallableObject(kinds.retry) { _ in retry() })]
    case "loading": arguments = [try cell("progress")]
    case "loaded" where face == "degraded":
      arguments = [try cell("value"), try cell("error"), .opaque(CallableObject(kinds.retry) { _ in retry() })]
    case "loaded": arguments = [try cell("value")]
    default: arguments = []
    }
    try call.reply(try lua.run(function, arguments, results: 1)[0])
  }

  // MARK: Writes

  /// `x:write{apply=fn(base) → shown, send=fn(new, old, write) → true|answer|nil, err}`. Without a `send` of its own it is
  /// the loadable's, and goes on after a restart.
  func write(_ loadable: Loadable, _ call: Call, plan: LoadablePlan? = nil) throws(Failure) {
    let options = try call.options(1)
    let send = try options.function("send")
    let sending = send == nil ? plan?.durability?.sending : nil
    guard send != nil || sending != nil else {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(call.name): option 'send' is needed: a function of the new and the old value"))
    }
    guard let apply = try options.function("apply") else {
      throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'apply' is needed: a function of the base"))
    }
    try checkMayWrite(loadable)
    let work = LuaSource(
      LuaSource.Functions(
        set: send ?? sending?.functions.set, confirm: try options.function("confirm"),
        resolve: try options.function("resolve") ?? sending?.functions.resolve),
      name: loadable.name, scope: loadable.scope, surface: self)
    let retry: RetryPolicy? = options["retry"] == nil ? sending?.retry : try retry(options)
    let order: WriteOrder = try options.word("order") ?? .serial
    let write = LoadableWrite(
      { [unowned lua] base throws(Failure) in try lua.compute(apply, [base]) }, work, order: order,
      coalesces: try options.flag("coalesce") ?? false, retry: retry, isKept: sending != nil)
    // What cannot be applied to what is there is told to whoever wrote it.
    if let base = loadable.seen.base { try engine.runPure { () throws(Failure) in try write.check(on: base) } }
    if let refusal = loadable.ask(write) {
      try call.replyFailure(.diagnostic(refusal))
    } else {
      try call.reply(.boolean(true))
    }
  }
}

extension Call {
  fileprivate func openLoadable() throws(Failure) -> Loadable {
    let loadable = try receiver(LoadableObject.self).loadable
    try loadable.checkOpen()
    return loadable
  }
}
