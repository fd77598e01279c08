import BindCore

/// The methods of every cell and Ref that write its value.
///
/// They are done when they return. What writes a source waits for the answer in a task: `Surface+SourceWrites`.
extension Surface {
  struct WriteMethod {
    let name: String
    let definition: StaticString
    let body: (Call) throws(Failure) -> WriteOutcome

    init(_ name: String, _ definition: StaticString, _ body: @escaping (Call) throws(Failure) -> WriteOutcome) {
      self.name = name
      self.definition = definition
      self.body = body
    }

    /// The same with another way to reply.
    func entry(_ body: @escaping Body) -> Entry { Entry(name, definition, body) }
  }

  /// Without `set`, which is C's.
  var cellWrites: [WriteMethod] {
    [
      WriteMethod(
        "update",
        """
        (fields: table, options?) -> boolean?, err?
        Merges a record deeply, in one wave; what is not named stays. Lists are replaced, bh.null clears.
        - unknown: "error"|"ignore" = "error". What happens to fields that the model does not have.
        > user:update { name = "Grace", address = { country = "us" } }
        """
      ) { call throws(Failure) in try Self.update(call) },
      WriteMethod(
        "modify",
        """
        (fn: fn(value)) -> boolean?, err?
        Writes what fn makes of the value at the moment of the write.
        > count:modify(function(n) return n + 1 end)
        """
      ) { [unowned self] call throws(Failure) in
        let cell = try call.receiverCell()
        let function = try call.function(1, "fn")
        return try cell.change { [lua] value throws(Failure) in try lua.compute(function, [value]) }
      },
      WriteMethod(
        "push",
        """
        (value: any, options?) -> boolean?, err?
        Adds an element at the end of a list.
        - max: integer. So many stay, the newest.
        > history "load":push(0.4, { max = 60 })
        """
      ) { call throws(Failure) in try Self.push(call) },
      WriteMethod(
        "insert",
        """
        (index: integer, value: any) -> boolean?, err?
        Puts an element into a list; what stood there and behind it moves up.
        """
      ) { call throws(Failure) in
        let cell = try call.receiverCell()
        let index = try Self.index(call)
        let element = try Self.element(call, 2)
        return try cell.edit { value throws(Failure) in
          var elements = try value.elements(of: cell)
          guard index <= elements.count + 1 else { throw Self.noPlace(index, elements.count, cell) }
          elements.insert(element, at: index - 1)
          return .list(elements)
        }
      },
      WriteMethod(
        "remove",
        """
        (index: integer) -> boolean?, err?
        Takes an element out of a list.
        """
      ) { call throws(Failure) in
        let cell = try call.receiverCell()
        let index = try Self.index(call)
        return try cell.edit { value throws(Failure) in
          var elements = try value.elements(of: cell)
          guard index <= elements.count else { throw Self.noPlace(index, elements.count, cell) }
          elements.remove(at: index - 1)
          return .list(elements)
        }
      },
      WriteMethod(
        "toggle",
        """
        () -> boolean?, err?
        Turns true into false and back.
        """
      ) { call throws(Failure) in
        let cell = try call.receiverCell()
        return try cell.edit { value throws(Failure) in
          guard case .boolean(let flag) = value else {
            throw .diagnostic(Diagnostic(.bindType, "\(cell.stem):toggle: boolean expected, got \(value.typeName)"))
          }
          return .boolean(!flag)
        }
      },
      WriteMethod(
        "reset",
        """
        () -> boolean?, err?
        Writes the default value.
        """
      ) { call throws(Failure) in try call.receiverCell().reset() },
    ]
  }

  private static func update(_ call: Call) throws(Failure) -> WriteOutcome {
    let cell = try call.receiverCell()
    let options = try call.options(2)
    let ignoring: Bool
    switch options["unknown"] {
    case nil, .string("error"): ignoring = false
    case .string("ignore"): ignoring = true
    default:
      throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'unknown': \"ignore\" or \"error\" expected"))
    }
    switch call.value(1) {
    case .record(let fields): return try cell.merge(fields, ignoringUnknown: ignoring)
    case .list(let elements) where elements.isEmpty: return try cell.mergeNothing()
    default: throw call.wrong(1, "fields", expected: "table of fields")
    }
  }

  private static func push(_ call: Call) throws(Failure) -> WriteOutcome {
    let cell = try call.receiverCell()
    let element = try element(call, 1)
    let options = try call.options(2)
    var limit = Int.max
    if let number = try options.number("max") {
      guard let whole = Int(exactly: number), whole >= 1 else {
        throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'max': a whole number from 1 expected"))
      }
      limit = whole
    }
    return try cell.edit { value throws(Failure) in
      var elements = try value.elements(of: cell)
      elements.append(element)
      if elements.count > limit { elements.removeFirst(elements.count - limit) }
      return .list(elements)
    }
  }

  private static func index(_ call: Call) throws(Failure) -> Int {
    let given: Int? =
      switch call.value(1) {
      case .integer(let index): Int(index)
      case .number(let number): Int(exactly: number)
      default: nil
      }
    guard let given, given >= 1 else {
      throw call.wrong(1, "index", expected: "a list index from 1", sayingValue: true)
    }
    return given
  }

  private static func element(_ call: Call, _ place: Int) throws(Failure) -> Value {
    let value = call.value(place)
    if value.isNil { throw .nilElement(of: call.name) }
    return value
  }

  private static func noPlace(_ index: Int, _ count: Int, _ cell: Cell) -> Failure {
    let elements = count == 1 ? "1 element" : "\(count) elements"
    return .diagnostic(Diagnostic(.bindDetached, "\(cell.name) has \(elements), so there is no place [\(index)]"))
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
