import BindCore

/// The methods of every cell and Ref. `get`, `peek` and `set` are C's and reach the cell without a `Call`.
extension Surface {
  /// C's own, for the reference.
  static var cellBuiltIns: [Entry] {
    [
      Entry(
        "get",
        """
        () -> any
        The value. Inside computed values and effects it becomes an input.
        """
      ) { _ in },
      Entry(
        "peek",
        """
        () -> any
        The value, without becoming an input.
        """
      ) { _ in },
      Entry(
        "set",
        """
        (value: any) -> boolean?, err?
        Writes the value: true, or nil and an error if a rule of the field (min, max, one_of, check) refuses it. A wrong type raises.
        > user "name":set("Grace")
        """
      ) { _ in },
    ]
  }

  /// Of a cell whose writes are done when they return.
  var cellMethods: [Entry] {
    cellReads + cellWrites.map { write in write.entry { call throws(Failure) in try call.reply(try write.body(call)) } }
  }

  /// All but those that write a value.
  var cellReads: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("Ref(\(try call.receiverCell().name))"))
      },
      Entry(
        "has_value",
        """
        () -> boolean
        Whether there is a value; nil is one, too. Tracked like get.
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        // A function that asks depends on it, whatever the read gives.
        if engine.isTracking {
          do throws(Failure) { _ = try cell.read() } catch { if error.isCycle, engine.isInRing { throw error } }
        }
        try call.reply(.boolean(cell.hasValue))
      },
      Entry(
        "writable",
        """
        () -> boolean
        Whether set would be allowed.
        """
      ) { call throws(Failure) in
        try call.reply(.boolean(try call.receiverCell().isWritable))
      },
      Entry(
        "detached",
        """
        () -> boolean
        Whether the list element or optional that it stands for has gone.
        """
      ) { call throws(Failure) in
        let cell = try call.receiverCell()
        if cell.engine.isTracking { _ = try cell.settledLeaf?.read() }
        try call.reply(.boolean(cell.isDetached))
      },
      Entry(
        "path",
        """
        () -> string
        Its path in its model, such as address.country, or in what is derived, such as a view with through. Empty for what stands alone, and for an element whose key has never been there.
        """
      ) { call throws(Failure) in
        try call.reply(.string((try call.receiverCell().toldPath ?? Path()).description))
      },
      Entry(
        "at",
        """
        (path: string, options?) -> Ref
        The Ref at a path below it, as m "path" gives it.
        - create: boolean = false. A write makes missing hops.
        > settings:at("window.size", { create = true }):set(12)
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let place = try cell.at(try call.string(1, "path"))
        let creates = try call.options(2).flag("create") ?? false
        call.reply(try object(creates ? place.creatingHops : place, in: cell))
      },
      Entry(
        "why",
        """
        () -> table
        Why its value is what it is; tostring gives it in words.
        """
      ) { [unowned self] call throws(Failure) in try why(try call.receiverCell(), call) },
      Entry(
        "touch",
        """
        ()
        Delivers the value once more although it is the same: for what Swift has changed in place.
        """
      ) { call throws(Failure) in try call.receiverCell().touch() },
      Entry(
        "snapshot",
        """
        () -> any
        A deep copy of the value. Tracked inside computed and effect, as get is.
        """
      ) { call throws(Failure) in
        try call.reply(try call.receiverCell().get() ?? .nil)
      },
      Entry(
        "observe",
        """
        (fn: fn(new, old, cause), options?) -> handle
        Calls fn now and at every change.
        - initial: boolean = true. Whether it is called with the present value at once.
        > user "name":observe(function(new) print(new) end)
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let function = try call.function(1, "fn")
        let options = try call.options(2)
        let scope = try engine.openScope(for: "observer of \(cell.name)", observing: true)
        let observer = LuaObserver(of: cell, function, scope: scope, surface: self)
        observer.start(initial: try options.flag("initial") ?? true)
        try reply(observer, over: [cell], to: call)
      },
      Entry(
        "map",
        """
        (fn: fn(value)) -> derived
        A read-only value that fn makes of this one.
        > user "age":map(function(age) return age .. " years" end)
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let function = try call.function(1, "fn")
        let mapped = CombinedCell(
          inputs: [cell], functions: [function], name: "\(cell.stem):map(\(place()))", surface: self)
        try reply(mapped, to: call)
      },
      Entry(
        "through",
        """
        (options) -> Ref
        A two-way lens: read through to, written through from.
        - to: fn(value). Turns the value into what is seen.
        - from: fn(value). Turns what is written into the value, or refuses it with nil and a message.
        > settings "age":through { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "a number, please" end }
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        guard call.argument(1).isTable else {
          throw call.wrong(1, "options", expected: "table with to= or from=, or both,")
        }
        let options = try call.options(1)
        let (to, from) = (try options.function("to"), try options.function("from"))
        examination?.examine(converters: (to, from), over: cell, call)
        let lens = LuaLensCell(over: cell, to: to, from: from, surface: self)
        try reply(lens, to: call)
      },
      Entry(
        "by",
        """
        (field: string, key: any) -> Ref
        The element of a list whose field has this value, wherever it stands.
        > todo "items":by("id", 7)
        """
      ) { [unowned self] call throws(Failure) in
        let list = try call.receiverCell()
        let field = try call.string(1, "field")
        try list.requireList(for: call.name)
        call.reply(try object(try list.keys(by: field).follow(call.value(2)), in: list))
      },
      Entry(
        "distinct",
        """
        (eq?: fn(old, new)) -> derived
        The same value, without deliveries that eq, or equality, calls no change.
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        guard call.has(1) else { return try reply(DistinctCell(cell), of: cell, to: call) }
        let distinct = LuaDistinctCell(cell, try call.function(1, "eq"), surface: self)
        try reply(distinct, to: call)
      },
      Entry(
        "debounce",
        """
        (time: time) -> derived
        The value once it has not changed for so long. Time passes while somebody observes it; until then it is the present value.
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let timed = TimedCell(cell, .debounce, try call.duration(1, "time"), clock: world.clock)
        try reply(timed, of: cell, to: call)
      },
      Entry(
        "throttle",
        """
        (time: time) -> derived
        The value, at most once in so long.
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let timed = TimedCell(cell, .throttle, try call.duration(1, "time"), clock: world.clock)
        try reply(timed, of: cell, to: call)
      },
      Entry(
        "default",
        """
        (value: any) -> derived
        The value, or another one while there is none.
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let substitute = call.value(1)
        let filled = DefaultCell(cell, substitute)
        try reply(filled, of: cell, to: call)
      },
    ]
  }
}
