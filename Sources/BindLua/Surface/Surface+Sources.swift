import BindCore

/// `bh.source{get=, set=, …}`: a cell over something outside.
extension Surface {
  var sourceFunctions: [Entry] {
    [
      Entry(
        "source",
        """
        (options) -> source
        A cell over something outside: asked by get, told by set, each of which may wait.
        - get: fn(). Returns the value, or nil and an error.
        - set: fn(new, old). Returns true, the value that now holds, or nil and an error.
        - mode: "read"|"write"|"readwrite" = what get and set allow. What may be done with it.
        - notify: fn(changed). Calls changed() whenever the value outside has changed; what it returns ends the listening.
        - poll: time|"turn". How often get is asked.
        - optimistic: boolean = false. A write is shown before it is confirmed.
        - confirm: fn(new, old). Asked before anything is sent; only true goes on, and what comes with nil or false says why not.
        - resolve: fn(conflict). Decides between base, mine and theirs (nil: nobody knows it).
        - order: "serial"|"parallel"|"latest"|"reject" = "serial". What happens to a write while another one is under way: serial sends it after that one, parallel at once, latest instead of it, and reject refuses it.
        - coalesce: boolean = false. A set takes the place of those that still wait for their turn; what modify writes does not.
        - name: string. What messages call it.
        > local armed = bh.source { get = read_switch, set = function(on)
        >   local res, err = bh.http.put(url, { json = { on = on } })
        >   return res and true, err
        > end }
        """
      ) { [unowned self] call throws(Failure) in try source(call) }
    ]
  }

  private func source(_ call: Call) throws(Failure) {
    guard call.argument(1).isTable else { throw call.wrong(1, "options", expected: "table with get= or set=") }
    let options = try call.options(1)
    let functions = LuaSource.Functions(
      get: try options.function("get"), set: try options.function("set"), confirm: try options.function("confirm"),
      resolve: try options.function("resolve"))
    var policy = try mode(options, functions)
    if let word = try options.string("order") {
      guard let order = WriteOrder(rawValue: word) else {
        throw .diagnostic(
          .unknownName(
            .bindArgument, owner: "bh.source", noun: "order", name: word, known: WriteOrder.allCases.map(\.rawValue)))
      }
      policy.order = order
    }
    policy.isOptimistic = try options.flag("optimistic") ?? false
    policy.coalesces = try options.flag("coalesce") ?? false
    var pollsTurns = false
    if options["poll"] == .string("turn") { pollsTurns = true } else { policy.poll = try options.duration("poll") }
    if let poll = policy.poll, poll <= .zero {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "bh.source: option 'poll': a time longer than zero expected",
          notes: ["leave it out where get is asked by refresh() only; \"turn\" has it asked before each turn"]))
    }
    try refuseIdle(options, functions)
    let scope = try engine.openScope(for: "bh.source")
    let name = try options.string("name") ?? "source(\(place()))"
    let cell = SourceCell(
      name: name, work: LuaSource(functions, name: name, scope: scope, surface: self), policy: policy,
      clock: world.clock, scope: scope, describeFailure: { [unowned self] in errorRecord($0, at: $1) })
    if pollsTurns { addTurnSource(cell) }
    if let notify = try options.function("notify") {
      do { try start(notify, cell, in: scope) } catch {
        cell.discard()
        throw error
      }
    }
    cell.whenEnded { [unowned lua] in
      lua.letGo(of: functions.get, functions.set, functions.confirm, functions.resolve)
    }
    call.reply(cell)
  }

  /// Options that would do nothing, since what they are for is not there.
  private func refuseIdle(_ options: Options, _ functions: LuaSource.Functions) throws(Failure) {
    func refuse(_ names: [ByteString], _ why: String, _ missing: String) throws(Failure) {
      guard let name = names.first(where: { options[$0].map { $0 != .boolean(false) } ?? false }) else { return }
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "bh.source: '\(name.text)' \(why), and there is no '\(missing)'",
          notes: ["give \(missing)=fn, or leave '\(name.text)' out"]))
    }
    if functions.get == nil { try refuse(["poll", "notify"], "asks the getter", "get") }
    if functions.set == nil {
      try refuse(["optimistic", "confirm", "resolve", "order", "coalesce"], "is for what is written", "set")
    }
  }

  private func mode(_ options: Options, _ functions: LuaSource.Functions) throws(Failure) -> SourceCell.Policy {
    var policy = SourceCell.Policy()
    policy.reads = functions.get != nil || functions.set == nil
    policy.writes = functions.set != nil
    switch try options.string("mode") {
    case nil:
      guard functions.get != nil || functions.set != nil else {
        throw .diagnostic(Diagnostic(.bindArgument, "bh.source: give it get=, set= or both"))
      }
    case "read"?: (policy.reads, policy.writes) = (true, false)
    case "write"?: (policy.reads, policy.writes) = (false, true)
    case "readwrite"?: (policy.reads, policy.writes) = (true, true)
    case let word?:
      throw .diagnostic(
        .unknownName(
          .bindArgument, owner: "bh.source", noun: "mode", name: word, known: ["read", "write", "readwrite"]))
    }
    if policy.writes, functions.set == nil {
      throw .diagnostic(Diagnostic(.bindArgument, "bh.source: a source that can be written needs 'set'"))
    }
    if policy.reads, functions.get == nil {
      throw .diagnostic(Diagnostic(.bindArgument, "bh.source: a source that can be read needs 'get'"))
    }
    return policy
  }

  /// Starts the listening; what `notify` returns ends it with the scope.
  private func start(_ notify: LuaReference, _ cell: SourceCell, in scope: Scope) throws(Failure) {
    let signal = CallableObject(kinds.signal) { [weak cell] _ throws(Failure) in
      // What tells of changes may go on for a while after the end.
      try cell?.changedOutside()
    }
    cell.isNotified = true
    let result = try lua.run(notify, [.opaque(signal)], results: 1)[0]
    guard case .opaque(let opaque) = result, let cancel = opaque as? LuaReference, cancel.isFunction else { return }
    cell.whenEnded { [unowned self, scope, name = cell.name] in
      scope.silenceWhatEnds()
      do { _ = try lua.run(cancel, [], results: 0) } catch {
        scope.report(Report(error, during: "cancel of \(name)"))
      }
    }
  }

  /// What calls back into the host: a source's change signal, a loadable's retry, a stream's emit.
  var callableMethods: [Entry] {
    [Entry("__call") { call throws(Failure) in try call.receiver(CallableObject.self).body(call) }]
  }
}
