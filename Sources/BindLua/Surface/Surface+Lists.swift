import BindCore

/// `bh.each(list, {key=, insert=, remove=, move=, update=})`.
extension Surface {
  var listFunctions: [Entry] {
    [
      Entry(
        "each",
        """
        (list: Ref, options) -> handle
        Changes of a list as operations on its elements, told apart by keys; each element has a scope of its own. What is in the list already arrives as inserts.
        - key: string|fn(value) = the element itself. The field, or a function, that tells elements apart.
        - insert: fn(ref, key, i). An element has come; ref stays with it wherever it moves.
        - remove: fn(value, key, i). An element has gone.
        - move: fn(ref, key, from, to). An element has another place.
        - update: fn(ref, new, old). An element has another value.
        > bh.each(todo "items", { key = "id", insert = function(item) print(item "title":get()) end })
        """
      ) { [unowned self] call throws(Failure) in try each(call) }
    ]
  }

  private func each(_ call: Call) throws(Failure) {
    let list = try call.cell(1, "list")
    guard call.argument(2).isTable else {
      throw call.wrong(2, "options", expected: "table with key= and insert= or others")
    }
    let options = try call.options(2)
    let functions = LuaEach.Functions(
      insert: try options.function("insert"), remove: try options.function("remove"),
      move: try options.function("move"), update: try options.function("update"))
    let scope = try engine.openScope(for: "each of \(list.name)", observing: true)
    try list.requireList(for: call.name)
    let observer = LuaEach(of: try listKeys(of: list, options), functions, scope: scope, surface: self)
    do { try observer.begin() } catch {
      observer.stop()
      throw error
    }
    try reply(observer, over: [list], to: call)
  }

  /// What tells the elements apart: `key=`, else the elements themselves.
  func listKeys(of list: Cell, _ options: Options) throws(Failure) -> ListKeys {
    switch options["key"] {
    case nil: return ListKeys(of: list, name: "value") { element throws(Failure) in element }
    case .string(let field)?: return list.keys(by: field)
    case .opaque(let opaque)?:
      guard let function = opaque as? LuaReference, function.isFunction else { break }
      return ListKeys(of: list, name: "key", isFunction: true) { [unowned lua] element throws(Failure) in
        try lua.compute(function, [element])
      }
    default: break
    }
    throw .diagnostic(
      Diagnostic(.bindArgument, "\(options.owner): option 'key': a field's name or a function expected"))
  }
}

final class LuaEach: Each {
  struct Functions {
    let insert: LuaReference?
    let remove: LuaReference?
    let move: LuaReference?
    let update: LuaReference?
  }

  private let functions: Functions
  private unowned(unsafe) let surface: Surface

  init(of keys: ListKeys, _ functions: Functions, scope: Scope, surface: Surface) {
    self.functions = functions
    self.surface = surface
    super.init(of: keys, scope: scope)
  }

  override func didStop() {
    super.didStop()
    surface.lua.letGo(of: functions.insert, functions.remove, functions.move, functions.update)
  }

  override func inserted(_ element: Cell, key: Value, at place: Int) throws(Failure) {
    try call(functions.insert, [object(element), key, .integer(Int64(place + 1))])
  }

  override func removed(_ value: Value, key: Value, at place: Int) throws(Failure) {
    try call(functions.remove, [value, key, .integer(Int64(place + 1))])
  }

  override func moved(_ element: Cell, key: Value, from: Int, to: Int) throws(Failure) {
    try call(functions.move, [object(element), key, .integer(Int64(from + 1)), .integer(Int64(to + 1))])
  }

  override func updated(_ element: Cell, _ new: Value, _ old: Value) throws(Failure) {
    try call(functions.update, [object(element), new, old])
  }

  private func call(_ function: LuaReference?, _ arguments: [Value]) throws(Failure) {
    if let function { _ = try surface.lua.run(function, arguments) }
  }

  private func object(_ cell: Cell) -> Value { .opaque(surface.object(cell)) }
}
