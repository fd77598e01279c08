import BindCore

/// `bh.bindable`, `bh.model`, `bh.field`, `bh.record`, `bh.computed`, `bh.combine`, `bh.open`, `bh.untracked`.
extension Surface {
  var valueFunctions: [Entry] {
    [
      Entry(
        "bindable",
        """
        (value?: any, options?) -> Ref
        An anonymous cell that scripts write. Without a value it has none yet, and delivers nothing until the first write.
        - equals: fn(old, new)|"identity"|"never" = by content. When a write counts as no change.
        - name: string. What messages call it.
        > local volume = bh.bindable(40)
        > volume:observe(function(new, old) print(new) end)
        > volume:set(60)
        """
      ) { [unowned self] call throws(Failure) in try bindable(call) },
      Entry(
        "model",
        """
        (name: string, fields: table) -> Ref
        A named record of cells; nested tables are nested records. The model is itself the Ref of its whole record.
        > local user = bh.model("user", { name = "Ada", address = { country = "nz" } })
        > user("address.country"):set("de")
        """
      ) { [unowned self] call throws(Failure) in try model(call) },
      Entry(
        "open",
        """
        (name: string) -> Ref
        A model that this script has declared, or that the Swift program exposed, by its name.
        > local user = bh.open "user"
        """
      ) { [unowned self] call throws(Failure) in try open(call) },
      Entry(
        "field",
        """
        (options) -> field
        A declared field of a model or state: its type, its limits, what it is for.
        - default: any. What it holds at the start; its type is the field's, unless type says more.
        - type: "integer"|"number"|"string"|"boolean"|"list"|"record"|"map"|"any". What it may hold.
        - of: "integer"|"number"|"string"|"boolean"|"list"|"record"|"map"|"any". What the elements of a list or map may be.
        - min: number. The least number it may hold.
        - max: number. The greatest number it may hold.
        - one_of: list. The only values it may hold.
        - optional: boolean = false. Whether it may be nil.
        - check: fn(value). Returns ok and a message, or true and another value that is taken instead.
        - doc: string. What it is for, in words.
        > age = bh.field { default = 36, type = "integer", min = 0, max = 150 }
        """
      ) { [unowned self] call throws(Failure) in try field(call) },
      Entry(
        "record",
        """
        (fields?: table) -> table
        The table as a record, also where it is empty: a plain {} would be an empty list.
        > hosts = bh.record {}
        """
      ) { call throws(Failure) in
        // An empty table has no shape: this one is a record, also where `{}` would be a list.
        switch call.value(1) {
        case .record(let fields): try call.reply(.record(fields))
        case .nil: try call.reply(.record(Record()))
        case .list(let elements) where elements.isEmpty: try call.reply(.record(Record()))
        default: throw call.wrong(1, "fields", expected: "table of named fields")
        }
      },
      Entry(
        "computed",
        """
        (fn: fn()) -> derived
        A value that follows from what fn reads with get: worked out when it is read or observed, and only if an input has changed.
        > local total = bh.computed(function() return cart "price":get() * cart "count":get() end)
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        try reply(computed(function, name: "computed(\(place()))"), to: call)
      },
      Entry(
        "combine",
        """
        (inputs: list, fn: fn(a, b)) -> derived
        A value that follows from the listed Refs; fn gets their values in order.
        > bh.combine({ user "first", user "last" }, function(first, last) return first .. " " .. last end)
        """
      ) { [unowned self] call throws(Failure) in
        guard call.argument(1).isTable, case .list(let elements) = call.value(1) else {
          throw call.wrong(1, "inputs", expected: "list of Refs")
        }
        var inputs: [Cell] = []
        for element in elements {
          guard case .opaque(let opaque) = element, let cell = (opaque as? CellObject)?.cell else {
            throw call.wrong(
              1, "inputs", expected: "list of Refs (element \(inputs.count + 1) is of type \(element.typeName))")
          }
          inputs.append(cell)
        }
        let function = try call.function(2, "fn")
        let cell = CombinedCell(inputs: inputs, functions: [function], name: "combine(\(place()))", surface: self)
        try reply(cell, to: call)
      },
      Entry(
        "untracked",
        """
        (fn: fn()) -> any
        Runs fn; what it reads does not become an input of the computed value or effect around it.
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        let results = try engine.untracked { () throws(Failure) in
          try lua.run(function, [], results: Interpreter.allResults)
        }
        try call.reply(results: results)
      },
    ]
  }

  func reply(_ cell: LuaDerivedCell, to call: Call) throws(Failure) {
    examination?.derived.append(cell)
    try cell.settle()
    call.reply(cell)
  }

  /// A cell without functions of its own, whose input may have some.
  func reply(_ cell: DerivedCell, of input: Cell, to call: Call) throws(Failure) {
    call.reply(try object(cell, keeping: input))
  }

  /// The same of a place in another cell, or an element of its list.
  func object(_ place: Cell, in outer: Cell) throws(Failure) -> CellObject {
    var origin = outer
    while let place = origin as? TouchableCell, let around = place.inputs?.first { origin = around }
    return origin is DerivedCell && place is DerivedCell ? try object(place, keeping: outer) : object(place)
  }

  private func object(_ cell: Cell, keeping input: Cell) throws(Failure) -> CellObject {
    let object = object(cell)
    try keep([input], in: object, at: Kinds.derivedUserValues)
    return object
  }

  /// A handle keeps the userdata of the derived cells that it looks at. What their functions capture may lead to the handle: when that has ended
  /// they are collected together.
  func reply(_ item: any ScopeItem, over cells: [Cell?], to call: Call) throws(Failure) {
    let handle = HandleObject(item, surface: self)
    let derived = cells.compactMap { $0 as? DerivedCell }
    if !derived.isEmpty {
      do { try keep(derived, in: handle, at: 1) } catch {
        item.stop()
        throw error
      }
    }
    call.reply(handle)
  }

  private func keep(_ cells: [Cell], in object: HostObject, at place: Int) throws(Failure) {
    try lua.withUserdata(of: object) { () throws(Failure) in try hold(cells, in: object, at: place) }
  }

  /// The userdata of a derived cell keeps those of its inputs: they must not lose their functions before.
  func hold(_ inputs: [Cell], in object: HostObject, at place: Int = Kinds.derivedUserValues) throws(Failure) {
    let list: LuaReference
    do { list = try lua.makeReference(.list(inputs.map { .opaque(self.object($0)) })) } catch { throw Failure(error) }
    _ = lua.setUserValue(place, of: object, to: list)
  }

  /// A cell whose inputs are what the function reads.
  func computed(_ function: LuaReference, name: String) -> LuaDerivedCell {
    ComputedCell(inputs: nil, functions: [function], name: name, surface: self)
  }

  /// Where the script stands, to name what has no name.
  func place() -> String { lua.position?.description ?? "?" }

  private func bindable(_ call: Call) throws(Failure) {
    let options = try call.options(2)
    let value: Value? = call.count >= 1 ? call.value(1) : nil
    let name = try options.string("name") ?? Cell.unnamed
    let cell: LeafCell
    if case .opaque(let function as LuaReference) = options["equals"] {
      cell = LuaComparedCell(value, equals: function, name: name, surface: self)
    } else {
      var declaration = FieldDeclaration.any(value ?? .nil)
      declaration.equality = try equality(options)
      cell = LeafCell(value, declaration: declaration, name: name, engine: engine)
    }
    cell.writtenAt = engine.site()
    call.reply(cell)
  }

  private func equality(_ options: Options) throws(Failure) -> Equality {
    switch options["equals"] {
    case nil: return .value
    case .string("identity"): return .identity
    case .string("never"): return .never
    default:
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(options.owner): option 'equals': a function, \"identity\" or \"never\" expected"))
    }
  }

  // MARK: Models

  private func model(_ call: Call) throws(Failure) {
    let name = try call.string(1, "name").text
    let fields: Record
    switch call.value(2) {
    case .record(let record): fields = record
    case .list(let elements) where elements.isEmpty: fields = Record()
    default: throw call.wrong(2, "fields", expected: "table of fields")
    }
    let model = try RecordCell.build(try tree(of: fields), name: name, engine: engine)
    try models.add(model, named: name)
    model.noteDeclaration(at: engine.site())
    call.reply(model)
  }

  func tree(of record: Record) throws(Failure) -> [(name: ByteString, tree: FieldTree)] {
    var fields: [(name: ByteString, tree: FieldTree)] = []
    for (name, value) in record.fields {
      switch value {
      case .record(let inner): fields.append((name, .record(try tree(of: inner))))
      case .opaque(let opaque):
        if let declared = opaque as? FieldObject {
          fields.append((name, .leaf(try declared.declared())))
        } else {
          fields.append((name, .leaf(.plain(value))))
        }
      default: fields.append((name, .leaf(.plain(value))))
      }
    }
    return fields
  }

  private func open(_ call: Call) throws(Failure) {
    let name = try call.string(1, "name").text
    guard let model = models.model(named: name) else {
      throw .diagnostic(
        .unknownName(.bindPath, owner: "bh.open", noun: "model", name: name, known: models.names))
    }
    call.reply(model)
  }

  private func field(_ call: Call) throws(Failure) {
    let options = try call.options(1)
    let value = options["default"] ?? .nil
    var type = FieldType(ofDefault: value)
    if let name = try options.string("type") { type = try fieldType(name, options) }
    if let element = try options.string("of") {
      let inner = try fieldType(element, options)
      switch type {
      case .list: type = .list(of: inner)
      case .map: type = .map(of: inner)
      default:
        throw .diagnostic(
          Diagnostic(.bindArgument, "bh.field: option 'of' belongs to lists and maps, not to \(type.name)"))
      }
    }
    let limits = (least: try options.number("min"), most: try options.number("max"), oneOf: try options.list("one_of"))
    for (name, limit) in [("min", limits.least), ("max", limits.most)] where limit != nil && !type.isOfNumbers {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "bh.field: option '\(name)' belongs to numbers, not to \(type.name)",
          notes: ["give check=fn, which gets the value and may look at its length or its elements"]))
    }
    if let least = limits.least, let most = limits.most, least > most {
      throw .diagnostic(
        Diagnostic(
          .bindArgument,
          "bh.field: option 'min' (\(Value.short(least))) is greater than 'max' (\(Value.short(most))): nothing fits",
          notes: ["exchange the two, or leave one of them out"]))
    }
    if limits.oneOf?.isEmpty ?? false {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "bh.field: option 'one_of': at least one value expected, got an empty list",
          notes: ["give check=fn, if a function is to say what fits"]))
    }
    let isOptional = try options.flag("optional") ?? (value.isNil && type == .any)
    if value.isNil, !isOptional {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "bh.field: a required \(type.name) field needs a default",
          notes: ["give default=, or optional=true"]))
    }
    let declaration = FieldDeclaration(
      type: type, defaultValue: value, isOptional: isOptional, minimum: limits.least, maximum: limits.most,
      oneOf: limits.oneOf ?? [],
      documentation: try options.string("doc"))
    call.reply(try FieldObject(declaration, check: try options.function("check"), surface: self))
  }

  private func fieldType(_ name: String, _ options: Options) throws(Failure) -> FieldType {
    guard let type = FieldType(named: name) else {
      throw .diagnostic(
        .unknownName(.bindType, owner: options.owner, noun: "type", name: name, known: FieldType.names))
    }
    return type
  }
}

extension FieldType {
  /// Its values may be numbers: they have a least and a greatest one.
  fileprivate var isOfNumbers: Bool {
    switch self {
    case .integer, .number, .any: true
    case .string, .boolean, .list, .record, .map: false
    }
  }
}

/// A field's `check`, or the `validate` of a link: `ok, message`, or `true, coerced`.
///
/// The two overlap: `return v ~= "", "must not be empty"` gives `true` and a message that is no new value. What comes with `true` counts
/// as a new value only if it fits the type; words not if they are what other values give as well, and a sentence not if the check says the
/// same of that, as `return v ~= "bob", v .. " is taken"` does. A longer one not if the check would refuse it, as
/// `return #v < 5, "too long: " .. v` does, or says the same of another value that it refuses.
final class LuaCheck {
  private let function: LuaReference
  private let type: FieldType
  private let defaultValue: Value
  /// As long as the cell, which Swift may keep longer than the host.
  private let lua: Interpreter
  private var constantMessage: Value?
  private var hasProbed = false

  init(_ function: LuaReference, type: FieldType, defaultValue: Value, lua: Interpreter) {
    self.function = function
    self.type = type
    self.defaultValue = defaultValue
    self.lua = lua
  }

  func verdict(_ value: Value) throws(Failure) -> FieldDeclaration.Verdict {
    let results = try lua.run(function, [value], results: 2)
    guard results[0].isTruthy else {
      let reason = RefusalReason(results[1])
      return .invalid(reason?.words ?? "the check refuses it", raised: reason?.raised)
    }
    guard !results[1].isNil, case .success(let coerced) = type.convert(results[1]), coerced != value,
      type != .any || coerced.typeName == value.typeName
    else { return .valid }
    guard case .string = coerced else { return .coerced(coerced) }
    if !hasProbed { probe() }
    if constantMessage != nil, constantMessage != coerced {
      // It may speak of what has changed since.
      probe()
    }
    if constantMessage == coerced { return .valid }
    return isMessage(coerced, about: value) ? .valid : .coerced(coerced)
  }

  /// A sentence in words that the check has for itself too; or a longer one that it would not take, or says of what it refuses too, with
  /// that in the place of the value.
  private func isMessage(_ words: Value, about value: Value) -> Bool {
    guard case .string(let sentence) = words, case .string(let word) = value,
      sentence.bytes.contains(UInt8(ascii: " "))
    else { return false }
    func answer(to asked: String) -> [Value]? { try? lua.run(function, [.string(ByteString(asked))], results: 2) }
    let isLonger = sentence.bytes.count > word.bytes.count
    guard let itself = answer(to: sentence.text), itself[0].isTruthy else { return isLonger }
    if case .string(let again) = itself[1], again != sentence,
      sentence.text.sharesWords(with: again.text, besides: word.text)
    {
      return true
    }
    guard isLonger, !word.bytes.isEmpty else { return false }
    return ["", "0", String(repeating: "0", count: 1000)].contains { probe in
      guard let results = answer(to: probe), !results[0].isTruthy, case .string(let message) = results[1] else {
        return false
      }
      return message.text == sentence.text.replacing(word.text, with: probe)
    }
  }

  /// Words that come with whatever it is asked about are a message.
  private func probe() {
    hasProbed = true
    var found: Value?
    for asked in [defaultValue, .string(ByteString(defaultValue.asText + "0"))] {
      guard let second = try? lua.run(function, [asked], results: 2)[1] else { continue }
      if second == asked || second != found ?? second { return }
      found = second
    }
    constantMessage = found
  }
}

extension String {
  /// Both begin or end with words that are not those of the value, as "ada is taken" and "eve is taken" do.
  fileprivate func sharesWords(with other: String, besides value: String) -> Bool {
    let (one, two, value) = (lowercased(), other.lowercased(), value.lowercased())
    let beginning = zip(one, two).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(beginning).reversed(), two.dropFirst(beginning).reversed()).prefix { $0 == $1 }.count
    // Whole words only: "step 10" and "step 11" have one in common, not two.
    let first = one.prefix(beginning).reversed().drop { $0.isLetter || $0.isNumber }.reversed()
    let last = one.suffix(end).drop { $0.isLetter || $0.isNumber }
    return [String(first), String(last)].contains { shared in
      if value.contains(shared) { return false }
      let own = value.isEmpty ? shared : shared.replacing(value, with: "")
      return own.contains(" ") && own.contains(where: \.isLetter)
    }
  }
}

extension Value {
  /// Its words, where it is some.
  fileprivate var asText: String { if case .string(let words) = self { words.text } else { "" } }
}
