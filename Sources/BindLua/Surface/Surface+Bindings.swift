import BindCore

/// `bh.bind`, `bh.effect`, `bh.transaction`, `bh.scope` and what ends them.
extension Surface {
  var bindingFunctions: [Entry] {
    [
      Entry(
        "bind",
        """
        (source: Ref, target: Ref|fn(value), map?: fn(value)|options) -> handle
        One-way: the target follows the source, at once and at every change. A function as target is called with the value.
        - map: fn(value). Turns the source's value into the target's.
        - when: Ref. The binding is active while this is true; otherwise the target has what it had before. Name elements that move by key.
        - on_error: fn(err). Hears of what map raises, instead of bh.on_error.
        - name: string. What messages call it.
        - initial: boolean = true. Whether the present value is delivered at once.
        - replace: boolean = false. Ends the binding that the target has already.
        - priority: number. Of several bindings with one target the highest active one writes.
        - default: any. Stands in for nil where the target needs a value.
        - skip_nil: boolean = false. A nil is not delivered where the target needs a value.
        - create: boolean = false. Makes missing hops of the target's path.
        > bh.bind(user "name", label "text")
        > bh.bind(user "age", label "text", function(age) return age .. " years" end)
        """
      ) { [unowned self] call throws(Failure) in try bind(call) },
      Entry(
        "oneway",
        """
        (ref: Ref) -> derived
        The same value, read-only: a control that is given it shows it and cannot change it.
        > ui.text_field { value = bh.oneway(user "email") }
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.cell(1, "ref")
        try reply(DistinctCell(cell, as: "oneway"), of: cell, to: call)
      },
      Entry(
        "link",
        """
        (source: Ref, target: Ref, options?) -> handle
        Two-way: each end follows the other. At the start the source wins; if it has no value, the target flows back.
        The source wins, too, when one transaction writes both ends.
        - to: fn(value). Turns the source's value into the target's.
        - from: fn(value). Turns the target's value into the source's, or refuses it with nil and a message.
        - validate: fn(value). Returns ok and a message, or true and another value that is taken instead. It looks at what from gave, on the way from the target to the source only.
        - hold_while_editing: boolean = false. While a person edits the target, changes of the source wait.
        > bh.link(settings "celsius", field "value", { to = tostring, from = tonumber })
        """
      ) { [unowned self] call throws(Failure) in try link(call) },
      Entry(
        "effect",
        """
        (fn: fn()) -> handle
        Runs fn now and after every change of what it has read; what it returns is called before the next run and at the end.
        > bh.effect(function() print(user "name":get()) end)
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        let effect = LuaEffect(function, scope: try engine.openScope(for: "effect", observing: true), surface: self)
        effect.start()
        call.reply(HandleObject(effect, surface: self))
      },
      Entry(
        "transaction",
        """
        (options?, fn: fn()) -> any
        All writes of fn become one wave, or none if it raises. Returns what fn returns.
        Reads inside see what fn has written, also through computed values; what is bound or linked follows at the commit.
        One inside another is a savepoint: if it raises, its own writes alone are dropped.
        A refused write (bind.invalid) raises nothing, it returns nil and why: assert(cell:set(v)) drops the rest with it.
        Observers see all options in cause.metadata, whatever their names.
        - label: string. What observers see of it as cause.label.
        - ...: any. What else observers see, in cause.metadata.
        > bh.transaction(function() a:set(1) b:set(2) end)
        """
      ) { [unowned self] call throws(Failure) in try transaction(call) },
      Entry(
        "scope",
        """
        (name?: string, fn: fn()) -> scope
        Everything that fn makes belongs to the scope and ends with it. In a task fn may wait: the call returns when fn has.
        > local screen = bh.scope("screen", function() bh.effect(draw) end)
        > screen:close()
        """
      ) { [unowned self] call throws(Failure) in try scope(call) },
      Entry(
        "on_error",
        """
        (fn: fn(err))
        Hears of errors that nobody caught in the callbacks of this scope, and of warnings (err.warning). Without it they go to standard error.
        > bh.on_error(function(err) bh.log.error(err.message) end)
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        let scope = try engine.openScope(for: "bh.on_error")
        let before = scope.onError
        scope.onError = { [unowned self, unowned scope] report throws(Failure) in
          try handle(report, in: scope, by: function)
        }
        engine.registered(Registration { [weak scope] in scope?.onError = before })
      },
      Entry(
        "on_close",
        """
        (fn: fn())
        Called when the scope around it closes, newest first.
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        let scope = try engine.openScope(for: "bh.on_close")
        scope.onClose { [unowned lua] in _ = try lua.run(function, [], results: 0) }
      },
      Entry(
        "on_exit",
        """
        (fn: fn())
        Called at every end of the run, newest first.
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        exitFunctions.append(function)
        engine.registered(Registration { [unowned self] in exitFunctions.removeAll { $0 === function } })
      },
    ]
  }

  var scopeMethods: [Entry] {
    [
      Entry(
        "close",
        """
        ()
        Ends everything that belongs to the scope, newest first. A second call does nothing.
        """
      ) { call throws(Failure) in try call.receiver(ScopeObject.self).scope.close() },
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("scope(\(try call.receiver(ScopeObject.self).scope.name))"))
      },
      Entry("__close") { call throws(Failure) in try call.receiver(ScopeObject.self).scope.close() },
    ]
  }

  private func bind(_ call: Call) throws(Failure) {
    let source = try call.cell(1, "source")
    var map: LuaReference?
    var options = Options(owner: call.name, fields: Record())
    if let function = call.argument(3).function {
      map = function
    } else {
      options = try call.options(3)
      map = try options.function("map")
    }
    let scope = try engine.openScope(for: "binding of \(source.name)", observing: true)
    if let target = call.argument(2).function {
      return try bind(source, to: target, map: map, options, scope: scope, call)
    }
    guard var target = (call.argument(2).object as? CellObject)?.cell else {
      throw call.wrong(2, "target", expected: "a Ref or a function")
    }
    try Binding.checkEnds(source, target, by: call.name)
    if try options.flag("create") ?? false { target = target.creatingHops }
    let ifNil = try whatIfNil(options)
    try Binding.check(source, into: target, isConverted: map != nil, ifNil: ifNil, by: call.name)
    let rank = try rank(options)
    try Binding.checkWriters(of: target, rank: rank, by: call.name)
    let gate = try options.cell("when")
    let initial = try options.flag("initial") ?? true
    Binding.warnOfLifetime(of: source, into: target, in: scope)
    let inner = try errorScope(options, in: scope)
    let binding = LuaBinding(
      from: source, to: target, map: map, when: gate, rank: rank, label: try options.string("name"), scope: inner,
      surface: self)
    binding.hasOwnScope = inner !== scope
    binding.ifNil = ifNil
    binding.start(initial: initial)
    try reply(binding, over: [source, target, gate], to: call)
  }

  /// A function as target: an observer with a transform before it.
  private func bind(
    _ source: Cell, to target: LuaReference, map: LuaReference?, _ options: Options, scope: Scope, _ call: Call
  ) throws(Failure) {
    for name in ["replace", "priority", "create"] where options[ByteString(name)] != nil {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(call.name): option '\(name)' belongs to a Ref as target, not to a function"))
    }
    let gate = try options.cell("when")
    let input = gate.map { GatedCell(source, when: $0) } ?? source
    let inner = try errorScope(options, in: scope)
    let observer = LuaFunctionBinding(
      of: input, target, map: map, label: try options.string("name"), ifNil: try whatIfNil(options), scope: inner,
      surface: self)
    observer.hasOwnScope = inner !== scope
    observer.start(initial: try options.flag("initial") ?? true)
    try reply(observer, over: [source, gate], to: call)
  }

  private func whatIfNil(_ options: Options) throws(Failure) -> Binding.IfNil {
    let skips = try options.flag("skip_nil") ?? false
    guard let substitute = options["default"] else { return skips ? .skip : .raise }
    if skips {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(options.owner): options 'default' and 'skip_nil' exclude each other",
          notes: ["default= says what stands instead of nil, skip_nil=true leaves nil out: give one of them"]))
    }
    return .use(substitute)
  }

  private func rank(_ options: Options) throws(Failure) -> Binding.Rank {
    if let priority = try options.number("priority") {
      if priority.isNaN { throw .diagnostic(Diagnostic(.bindArgument, "bh.bind: option 'priority' is not a number")) }
      return .priority(priority)
    }
    return try options.flag("replace") ?? false ? .replacing : .only
  }

  private func link(_ call: Call) throws(Failure) {
    let source = try call.cell(1, "source")
    let target = try call.cell(2, "target")
    let options = try call.options(3)
    let functions = LinkFunctions(
      to: try options.function("to"), from: try options.function("from"), validate: try options.function("validate"))
    let holds = try options.flag("hold_while_editing") ?? false
    try Binding.checkEnds(source, target, by: call.name)
    let scope = try engine.openScope(for: "link of \(source.name)", observing: true)
    try Binding.check(
      source, into: target, isConverted: functions.to != nil, by: call.name,
      mend: "give to=fn, which says what the target has instead of nil")
    try Binding.check(
      target, into: source, isConverted: functions.from != nil, by: call.name, asEnd: "source",
      mend: "give from=fn, which says what the source gets instead of nil, or refuses it")
    try Binding.checkWriters(of: target, rank: .shared, by: call.name)
    Binding.warnOfLifetime(of: source, into: target, in: scope)
    examination?.examine(converters: (functions.to, functions.from), over: source, call)
    let link = LuaLink(source, target, functions, scope: scope, surface: self)
    link.holdsWhileEditing = holds
    link.start()
    try reply(link, over: [source, target], to: call)
  }

  /// With `on_error` a binding gets a scope of its own, whose errors go there.
  private func errorScope(_ options: Options, in scope: Scope) throws(Failure) -> Scope {
    guard let function = try options.function("on_error") else { return scope }
    let inner = Scope(name: "binding", in: scope, engine: engine)
    inner.onError = { [unowned self, unowned inner] report throws(Failure) in
      try handle(report, in: inner, by: function)
    }
    return inner
  }

  /// Gives an error to a script's handler, whose writes are one wave or nothing.
  private func handle(_ report: Report, in scope: Scope, by function: LuaReference) throws(Failure) {
    do {
      try engine.inside(scope) {
        try engine.transaction { _ = try lua.run(function, [reportTable(report)], results: 0) }
      }
    } catch { throw Engine.failure(error) }
  }

  // MARK: Transactions and scopes

  private func transaction(_ call: Call) throws(Failure) {
    var label: String?
    var metadata: Record?
    var place = 1
    if call.count >= 2 { place = 2 }
    if call.count >= 2, call.has(1) {
      let given: Record
      switch call.argument(1).isTable ? call.value(1) : .nil {
      case .record(let fields): given = fields
      case .list(let elements) where elements.isEmpty: given = Record()
      default: throw call.wrong(1, "options", expected: "a table such as {label = \"…\"}")
      }
      label = try Options(owner: call.name, fields: given).string("label")
      metadata = given
    }
    let function = try call.function(place, "fn")
    do {
      let body = { try self.lua.run(function, [], results: Interpreter.allResults) }
      let results =
        if let metadata {
          try engine.transaction(label: label, metadata: metadata, body)
        } else {
          try engine.transaction(body)
        }
      try call.reply(results: results)
    } catch {
      throw Engine.failure(error)
    }
  }

  private func scope(_ call: Call) throws(Failure) {
    var name = "scope"
    let place = call.count >= 2 || call.has(1) && !call.argument(1).isFunction ? 2 : 1
    if place == 2, call.has(1) { name = try call.string(1, "name").text }
    let function = try call.function(place, "fn")
    let scope = Scope(name: name, in: try engine.openScope(for: "scope '\(name)'"), engine: engine)
    try tasks.run(function, in: scope, for: call, result: ScopeObject(scope, kind: kinds.scope))
  }
}
