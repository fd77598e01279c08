import BindCore

/// `bh.loadable` and `bh.stream`.
extension Surface {
  var loadingFunctions: [Entry] {
    [
      Entry(
        "loadable",
        """
        (name?: string, options) -> loadable|family
        Something that has to be loaded: idle, loading, failed or loaded. Nothing happens until somebody looks at it or calls load.
        - load: fn(ctx). Returns the value, or nil and an error; it may wait.
        - source: Ref|stream. Gives its values, instead of load.
        - transform: fn(value). What is shown of a value.
        - initial: any. The value before the first load.
        - placeholder: any. Shown while there is no value.
        + retry
        - timeout: time = "30s". How long one attempt may take.
        - deadline: time = "2m". How long all attempts together may take.
        - fresh: time|"always" = 0. How long a value counts as new.
        - gc: time = "5m". How long a value is kept that nobody looks at.
        - linger: time = 0. How long a load goes on when nobody looks any more.
        - poll: time. Loads again so long after the end of the last attempt.
        - key: fn(). Makes it a family: one loadable for each key.
        - keep: "key". The value of another key is shown until there is a new one.
        - into: Ref. Gets each value.
        - mode: "replace"|"append"|"reset"|"swap" = "replace". What an item of a stream does to the value.
        - max: integer. So many items of a stream stay.
        - buffer: integer = 1024. So many items of a stream may wait.
        - overflow: "latest"|"drop"|"fail" = "latest". What happens to more.
        - pages: table. {next = fn(last), max_pages =}: load is called with what next returned.
        - keep_running: boolean = false. A load is not called off when nobody looks.
        - retry_on_observe: boolean = true. A failed one is loaded again when somebody looks.
        - on_reconnect: boolean = false. Loads again when the network is back.
        - poll_hidden: boolean = false. Polls while the screen is hidden, too.
        - pause_hidden: boolean = false. Waits while the screen is hidden.
        - deadline_pauses: boolean = false. The deadline stands still while it waits for the network.
        - delay: time = "200ms". Views show the loading only after so long.
        - min_show: time = "400ms". Views that show the loading do so for so long at least.
        + durability
        > local profile = bh.loadable("profile", { load = function() return bh.http.get(url) end })
        """
      ) { [unowned self] call throws(Failure) in try loadable(call) },
      Entry(
        "stream",
        """
        (fn: fn(emit)) -> stream
        A source of values for source=: fn is called by the first observer and calls emit(value). It goes on after fn where that returns a function that ends it.
        > local ticks = bh.stream(function(emit) emit(1) end)
        """
      ) { [unowned self] call throws(Failure) in
        try stream(call)
      },
    ]
  }

  private func loadable(_ call: Call) throws(Failure) {
    let hasName = !call.argument(1).isTable
    let options = try call.options(hasName ? 2 : 1)
    let name = hasName ? try call.string(1, "name").text : "loadable(\(place()))"
    let scope = try engine.openScope(for: "bh.loadable")
    let plan = LoadablePlan(
      name: name, options: try loadableOptions(options, in: scope), makeWork: try work(options, name, in: scope),
      scope: scope, surface: self,
      presentation: try Presentation(options),
      durability: try durability(options, name: hasName ? name : nil, in: scope))
    guard let key = options["key"] else {
      if options["keep"] != nil {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(call.name): option 'keep' keeps the value of another 'key', and there is none"))
      }
      return call.reply(object(try plan.make(key: nil), of: plan))
    }
    guard case .opaque(let opaque) = key, let function = opaque as? LuaReference, function.isFunction else {
      throw options.wrong("key", expected: "function", key)
    }
    let keeps = try options.string("keep")
    if let keeps, keeps != "key" { throw options.wrong("keep", expected: "\"key\"", .string(keeps)) }
    lua.letGo(of: function, with: scope)
    let family = LoadableFamily(plan, key: function, keepsValue: keeps != nil)
    // Whoever asks for them or not, their writes go on.
    for key in plan.durability?.unsettledKeys ?? [] { _ = try family.entry(for: key) }
    call.reply(FamilyObject(family, surface: self))
  }

  /// The function is held by the userdata: it may mention the stream.
  private func stream(_ call: Call) throws(Failure) {
    let function = try call.function(1, "fn")
    let stream = StreamObject(place: place(), surface: self)
    try lua.hold(function, in: stream)
    call.reply(stream)
  }

  /// What the work is, checked now and made for each loadable.
  private func work(_ options: Options, _ name: String, in scope: Scope) throws(Failure) -> (Value?) -> any LoadableWork
  {
    let load = try options.function("load")
    if let source = options["source"] {
      if load != nil {
        throw .diagnostic(Diagnostic(.bindArgument, "\(options.owner): give it 'load' or 'source', not both"))
      }
      guard case .opaque(let opaque) = source else {
        throw options.wrong("source", expected: "a Ref or a stream", source)
      }
      switch opaque {
      case let stream as StreamObject:
        guard let function = try lua.function(1, of: stream) else { break }
        lua.letGo(of: function, with: scope)
        return { [unowned self, name = stream.name] key in LuaStream(function, name: name, key: key, surface: self) }
      case let object as CellObject:
        // The options that keep it are not kept.
        do { try lua.anchor(object, with: scope) } catch { throw Failure(error) }
        return { [cell = object.cell] _ in CellStream(cell) }
      default: break
      }
      throw options.wrong("source", expected: "a Ref or a stream", source)
    }
    for word in ["mode", "max", "buffer", "overflow"] where options[ByteString(word)] != nil {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(options.owner): option '\(word)' is for a stream: give it source="))
    }
    guard let load else {
      throw .diagnostic(Diagnostic(.bindArgument, "\(options.owner): option 'load' or 'source' is needed"))
    }
    lua.letGo(of: load, with: scope)
    if case .record(let fields)? = options["pages"] {
      let inner = try Options(owner: "\(options.owner): pages", fields: fields, group: .pages)
      guard let next = try inner.function("next") else {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(inner.owner): option 'next' is needed: a function of the last page"))
      }
      lua.letGo(of: next, with: scope)
      let limit = try inner.count("max_pages", atLeast: 1) ?? Int.max
      return { [unowned self] key in LuaPages(load, next: next, limit: limit, key: key, surface: self) }
    } else if let pages = options["pages"] {
      throw options.wrong("pages", expected: "{next = fn}", pages)
    }
    return { [unowned self] key in LuaLoader(load, key: key, surface: self) }
  }

  private func loadableOptions(_ options: Options, in scope: Scope) throws(Failure) -> LoadableOptions {
    var made = LoadableOptions()
    made.policy = try policy(options)
    if let function = try options.function("transform") {
      lua.letGo(of: function, with: scope)
      made.transform = { [unowned lua] value throws(Failure) in try lua.compute(function, [value]) }
    }
    made.initial = options["initial"]
    made.placeholder = options["placeholder"]
    made.target = try options.cell("into")
    if let mode: StreamMode = try options.word("mode") { made.streamMode = mode }
    if let limit = try options.count("max", atLeast: 1) { made.itemLimit = limit }
    if let buffer = try options.count("buffer", atLeast: 1) { made.buffer = buffer }
    if let overflow: LoadableOptions.Overflow = try options.word("overflow") { made.overflow = overflow }
    return made
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
    policy.reloadsOnReconnect = try options.flag("on_reconnect") ?? false
    policy.pausesHidden = try options.flag("pause_hidden") ?? false
    policy.pollsHidden = try options.flag("poll_hidden") ?? false
    policy.pausesDeadline = try options.flag("deadline_pauses") ?? false
    return policy
  }

  /// `retry = {max=, base=, cap=}`, or the number of attempts after the first.
  func retry(_ options: Options) throws(Failure) -> RetryPolicy {
    var policy = RetryPolicy()
    switch options["retry"] {
    case nil: return policy
    case .record(let fields)?:
      let inner = try Options(owner: "\(options.owner): retry", fields: fields, group: .retryTable)
      if let limit = try inner.count("max") { policy.limit = limit }
      if let base = try inner.duration("base") { policy.base = base }
      if let cap = try inner.duration("cap") { policy.cap = cap }
    case .integer(let number)? where (0...1_000_000).contains(number): policy.limit = Int(number)
    case let other?: throw options.wrong("retry", expected: "a whole number from 0 or a table", other)
    }
    return policy
  }
}
