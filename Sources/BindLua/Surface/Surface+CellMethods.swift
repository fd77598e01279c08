import BindCore

/// The methods of every cell and Ref. `get`, `peek` and `set` are C's and reach the cell without a `Call`.
extension Surface {
  var cellMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("Ref(\(try call.receiverCell().name))"))
      },
      Entry("has_value") { call throws(Failure) in
        try call.reply(.boolean(try call.receiverCell().hasValue))
      },
      Entry("writable") { call throws(Failure) in
        try call.reply(.boolean(try call.receiverCell().isWritable))
      },
      Entry("detached") { call throws(Failure) in
        try call.reply(.boolean(try call.receiverCell().isDetached))
      },
      Entry("path") { call throws(Failure) in
        try call.reply(.string(try call.receiverCell().path.description))
      },
      Entry("at") { call throws(Failure) in
        let cell = try call.receiverCell()
        let place = try cell.at(try call.string(1, "path"))
        let creates = try call.options(2, ["create"]).flag("create") ?? false
        call.reply(creates ? place.creatingHops : place)
      },
      Entry("why") { [unowned self] call throws(Failure) in try why(try call.receiverCell(), call) },
      Entry("update") { call throws(Failure) in try Self.update(call) },
      Entry("modify") { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let function = try call.function(1, "fn")
        try call.reply(try cell.modify { [unowned lua] value throws(Failure) in try lua.compute(function, [value]) })
      },
      Entry("push") { call throws(Failure) in try Self.push(call) },
      Entry("insert") { call throws(Failure) in
        let cell = try call.receiverCell()
        let index = try Self.index(call)
        let element = call.value(2)
        try call.reply(
          try cell.modify { value throws(Failure) in
            var elements = try value.elements(of: cell)
            guard index <= elements.count + 1 else { throw Self.noPlace(index, elements.count, cell) }
            elements.insert(element, at: index - 1)
            return .list(elements)
          })
      },
      Entry("remove") { call throws(Failure) in
        let cell = try call.receiverCell()
        let index = try Self.index(call)
        try call.reply(
          try cell.modify { value throws(Failure) in
            var elements = try value.elements(of: cell)
            guard index <= elements.count else { throw Self.noPlace(index, elements.count, cell) }
            elements.remove(at: index - 1)
            return .list(elements)
          })
      },
      Entry("toggle") { call throws(Failure) in
        let cell = try call.receiverCell()
        try call.reply(
          try cell.modify { value throws(Failure) in
            guard case .boolean(let flag) = value else {
              throw .diagnostic(Diagnostic(.bindType, "\(cell.stem):toggle: boolean expected, got \(value.typeName)"))
            }
            return .boolean(!flag)
          })
      },
      Entry("reset") { call throws(Failure) in try call.reply(try call.receiverCell().reset()) },
      Entry("touch") { call throws(Failure) in try call.receiverCell().touch() },
      Entry("snapshot") { call throws(Failure) in
        try call.reply(try call.receiverCell().peek() ?? .nil)
      },
      Entry("observe") { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let function = try call.function(1, "fn")
        let options = try call.options(2, ["initial"])
        let scope = try engine.openScope(for: "observer of \(cell.name)", observing: true)
        let observer = LuaObserver(of: cell, function, scope: scope, surface: self)
        observer.start(initial: try options.flag("initial") ?? true)
        call.reply(HandleObject(observer, surface: self))
      },
      Entry("map") { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let function = try call.function(1, "fn")
        let mapped = CombinedCell(
          inputs: [cell], functions: [function], name: "\(cell.stem):map(\(place()))", surface: self)
        try reply(mapped, to: call)
      },
      Entry("through") { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let options = try call.options(1, ["to", "from"])
        let lens = LuaLensCell(
          over: cell, to: try options.function("to"), from: try options.function("from"), surface: self)
        try reply(lens, to: call)
      },
      Entry("by") { call throws(Failure) in
        let list = try call.receiverCell()
        let field = try call.string(1, "field")
        call.reply(try list.keys(by: field).cell(for: call.value(2)))
      },
      Entry("distinct") { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        guard call.has(1) else { return call.reply(DistinctCell(cell)) }
        let distinct = LuaDistinctCell(cell, try call.function(1, "eq"), surface: self)
        try reply(distinct, to: call)
      },
      Entry("debounce") { [unowned self] call throws(Failure) in
        call.reply(
          TimedCell(try call.receiverCell(), .debounce, try call.duration(1, "time"), clock: world.clock))
      },
      Entry("throttle") { [unowned self] call throws(Failure) in
        call.reply(
          TimedCell(try call.receiverCell(), .throttle, try call.duration(1, "time"), clock: world.clock))
      },
      Entry("default") { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let substitute = call.value(1)
        let filled = DefaultCell(cell, substitute, engine: engine)
        call.reply(filled)
      },
    ]
  }

  private static func update(_ call: Call) throws(Failure) {
    let cell = try call.receiverCell()
    let options = try call.options(2, ["unknown"])
    let ignoring: Bool
    switch options["unknown"] {
    case nil, .string("error"): ignoring = false
    case .string("ignore"): ignoring = true
    default:
      throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'unknown': \"ignore\" or \"error\" expected"))
    }
    switch call.value(1) {
    case .record(let fields): try call.reply(try cell.merge(fields, ignoringUnknown: ignoring))
    case .list(let elements) where elements.isEmpty: try call.reply(.written)
    default: throw call.wrong(1, "fields", expected: "table of fields")
    }
  }

  private static func push(_ call: Call) throws(Failure) {
    let cell = try call.receiverCell()
    let element = call.value(1)
    let options = try call.options(2, ["max"])
    var limit = Int.max
    if let number = try options.number("max") {
      guard let whole = Int(exactly: number), whole >= 1 else {
        throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'max': a whole number from 1 expected"))
      }
      limit = whole
    }
    try call.reply(
      try cell.modify { value throws(Failure) in
        var elements = try value.elements(of: cell)
        elements.append(element)
        if elements.count > limit { elements.removeFirst(elements.count - limit) }
        return .list(elements)
      })
  }

  private static func index(_ call: Call) throws(Failure) -> Int {
    guard case .integer(let index) = call.value(1), index >= 1 else {
      throw call.wrong(1, "index", expected: "a list index from 1")
    }
    return Int(index)
  }

  private static func noPlace(_ index: Int, _ count: Int, _ cell: Cell) -> Failure {
    .diagnostic(Diagnostic(.bindDetached, "\(cell.name) has \(count) elements, so there is no place [\(index)]"))
  }
}

extension Value {
  func elements(of cell: Cell) throws(Failure) -> [Value] {
    switch self {
    case .list(let elements): return elements
    case .record(let record) where record.isEmpty: return []
    default: throw .diagnostic(Diagnostic(.bindType, "\(cell.stem): list expected, got \(typeName)"))
    }
  }
}

/// `ref:default(v)`: the value, or another one while there is none.
final class DefaultCell: DerivedCell {
  private let substitute: Value

  init(_ source: Cell, _ substitute: Value, engine: Engine) {
    self.substitute = substitute
    super.init(inputs: [source], name: "\(source.stem):default", engine: engine)
  }

  override func compute() -> Computation {
    do {
      guard let value = try inputs?.first?.get(), !value.isNil else { return .value(substitute) }
      return .value(value)
    } catch {
      return .failed(error)
    }
  }
}
