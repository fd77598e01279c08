import BindCore
internal import CLua

/// One call from Lua into the surface: arguments in, results out. Arguments are counted from 1; of a method the
/// receiver is apart.
struct Call {
  unowned(unsafe) let surface: Surface
  let frame: UnsafeMutablePointer<bh_frame>
  unowned(unsafe) let function: SurfaceFunction

  /// 1 for a method: its receiver stands before the arguments.
  private var offset: Int { function.isMethod ? 1 : 0 }
  /// The function's name in messages, such as `bh.bind`.
  var name: String { function.name }

  var count: Int { Int(frame.pointee.argument_count) - offset }
  var mayWait: Bool { frame.pointee.flags & BH_MAY_WAIT.rawValue != 0 }

  /// Tables and functions in an argument can be read once.
  func argument(_ index: Int) -> HostArgument {
    HostArgument(
      raw: index <= count ? frame.pointee.arguments + (offset + index - 1) : nil, interpreter: surface.lua)
  }

  /// True when the argument was given and is not nil.
  func has(_ index: Int) -> Bool { !argument(index).isNil }

  /// The argument as a value; nil (Lua's) when it was not given.
  func value(_ index: Int) -> Value { argument(index).value }

  /// - Parameter argument: its name in the function's definition.
  func wrong(_ index: Int, _ argument: String, expected: String, sayingValue: Bool = false) -> Failure {
    assert(
      index == 0 || function.entry.isMeta || function.definition.parameters.contains { $0.name == argument },
      "\(name) has no parameter '\(argument)'")
    var found = index <= count ? self.argument(index).typeName : "nothing"
    if sayingValue, has(index), value(index).isScalar { found += " (\(value(index)))" }
    return .diagnostic(
      Diagnostic(.bindArgument, "\(name): argument \(index) (\(argument)): \(expected) expected, got \(found)"))
  }

  func function(_ index: Int, _ argument: String) throws(Failure) -> LuaReference {
    guard let function = self.argument(index).function else { throw wrong(index, argument, expected: "function") }
    return function
  }

  func string(_ index: Int, _ argument: String) throws(Failure) -> ByteString {
    guard let string = self.argument(index).string else { throw wrong(index, argument, expected: "string") }
    return string
  }

  /// A path that is not empty, which would be the script's own folder.
  func path(_ index: Int, _ argument: String = "path") throws(Failure) -> String {
    let path = try string(index, argument).text
    guard !path.isEmpty else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(name): argument \(index) (\(argument)): a path expected, got an empty string"))
    }
    return path
  }

  func duration(_ index: Int, _ argument: String) throws(Failure) -> Duration {
    let given = self.argument(index)
    guard !given.isTable, !given.isFunction, !given.isNil, let duration = Duration(given.value) else {
      throw wrong(index, argument, expected: Duration.expectation, sayingValue: !given.isTable && !given.isFunction)
    }
    return duration
  }

  func cell(_ index: Int, _ argument: String) throws(Failure) -> Cell {
    guard let cell = (self.argument(index).object as? CellObject)?.cell else {
      throw wrong(index, argument, expected: "a Ref, bindable or computed")
    }
    return cell
  }

  /// The receiver of a method.
  func receiver<Object: HostObject>(_ type: Object.Type) throws(Failure) -> Object {
    let first = HostArgument(
      raw: frame.pointee.argument_count > 0 ? frame.pointee.arguments : nil, interpreter: surface.lua)
    guard let object = first.object as? Object else {
      let method = name.split(separator: ":").last ?? ""
      throw .diagnostic(Diagnostic(.bindArgument, "\(name): call it with a colon, as in object:\(method)()"))
    }
    return object
  }

  func receiverCell() throws(Failure) -> Cell { try receiver(CellObject.self).cell }

  /// An options table, checked against what the function's definition says: its names and their types.
  func options(_ index: Int) throws(Failure) -> Options {
    guard has(index) else { return Options(owner: name, fields: Record()) }
    guard argument(index).isTable else { throw noOptions(index) }
    switch value(index) {
    case .record(let record): return try checked(record)
    case .list(let elements) where elements.isEmpty: return Options(owner: name, fields: Record())
    default:
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(name): argument \(index) (options): named options expected, got a list"))
    }
  }

  private func checked(_ given: Record) throws(Failure) -> Options {
    var options: Options
    do { options = try Options(owner: name, fields: given, names: function.optionNames) } catch {
      guard surface.passesOver(error) else { throw error }
      // The others count.
      options = Options(
        owner: name, fields: Record(given.fields.filter { function.optionNames.contains($0.name.text) }))
    }
    try options.check(function.optionTypes)
    return options
  }

  /// Options, mostly.
  @inline(__always)
  var endsWithTable: Bool { count > 1 && argument(count).isTable }

  /// Options where none are taken, or behind the place where they are: they would be ignored.
  func refuseSurplusTable() throws(Failure) {
    let parameters = function.definition.parameters
    guard count > parameters.count, !parameters.contains(where: { $0.name == "..." }),
      case .text = function.entry.definition
    else { return }
    switch value(count) {
    case .record(let fields) where fields.isEmpty: return
    case .list(let elements) where elements.isEmpty: return
    default: break
    }
    var notes: [String] = []
    if let place = parameters.firstIndex(where: { $0.type.contains("options") || $0.name.contains("options") }) {
      notes = ["options stand in one table, as argument \(place + 1)"]
      if argument(place + 1).isFunction, function.optionNames.contains("map") {
        notes.append("the function is an option: { map = function() … end }")
      }
    }
    throw .diagnostic(
      Diagnostic(
        .bindArgument,
        "\(name): argument \(count) is a table, and would be ignored: the call is \(name)\(function.definition.call)",
        notes: notes))
  }

  private func noOptions(_ index: Int) -> Failure {
    let failure = wrong(index, function.definition.parameters[index - 1].name, expected: "table")
    guard argument(index).isFunction, case .diagnostic(var diagnostic) = failure,
      let name = ["load", "run", "get"].first(where: function.optionNames.contains)
    else { return failure }
    diagnostic.notes.append("the function is an option: { \(name) = function() … end }")
    return .diagnostic(diagnostic)
  }

  // MARK: Results

  private func nextResult() -> HostResult {
    let index = Int(frame.pointee.result_count)
    frame.pointee.result_count += 1
    return HostResult(raw: frame.pointee.results + index, interpreter: surface.lua)
  }

  func reply(_ value: Value) throws(Failure) {
    var result = nextResult()
    do { try result.set(value) } catch { throw .diagnostic(error) }
  }

  /// What a script's function returned.
  func reply(results: [Value]) throws(Failure) { for result in results { try reply(result) } }

  func reply(_ object: HostObject) {
    var result = nextResult()
    result.set(object)
  }

  func reply(_ cell: Cell) { reply(surface.object(cell)) }

  /// A parsed document as Lua tables.
  func reply(tape: UnsafeMutablePointer<bh_tape>) {
    var result = nextResult()
    result.set(tape: tape)
  }

  /// `true`, or `nil, err` when a constraint refused the value.
  func reply(_ outcome: WriteOutcome) throws(Failure) {
    switch outcome {
    case .written, .pending: try reply(.boolean(true))
    case .refused(let diagnostic): try replyFailure(.diagnostic(diagnostic))
    }
  }

  /// `nil, err`: an expected failure.
  func replyFailure(_ failure: Failure) throws(Failure) {
    try reply(.nil)
    var result = nextResult()
    do {
      switch failure {
      case .diagnostic(let diagnostic), .stopped(let diagnostic): try result.set(error: diagnostic)
      case .raised(let error): try result.set(error.value)
      }
    } catch { throw .diagnostic(error) }
  }
}

/// The fields of an options table that passed the check of names.
struct Options {
  let owner: String
  let fields: Record

  init(owner: String, fields: Record) {
    self.owner = owner
    self.fields = fields
  }

  /// A table inside an options table.
  init(owner: String, fields: Record, group: OptionGroup) throws(Failure) {
    let known = group.options
    try self.init(owner: owner, fields: fields, names: known.map(\.name))
    try check(known.types)
  }

  /// Unknown options are never ignored.
  init(owner: String, fields: Record, names: [String], id: DiagnosticID? = nil) throws(Failure) {
    let id = id ?? (owner.hasPrefix("job.") ? .jobUnknownOption : .bindUnknownOption)
    for (name, _) in fields.fields where !names.contains(name.text) {
      throw .diagnostic(.unknownName(id, owner: owner, noun: "option", name: name.text, known: names))
    }
    self.init(owner: owner, fields: fields)
  }

  /// The one place where types of options are checked; what a reader asks besides, such as limits, it says itself.
  func check(_ types: [String: OptionType]) throws(Failure) {
    for (name, value) in fields.fields {
      guard let type = types[name.text], !type.accepts(value) else { continue }
      if let words = type.words, case .string(let text) = value {
        throw .diagnostic(
          .unknownName(
            .bindArgument, owner: "\(owner): option '\(name.text)'", noun: "word", name: text.text, known: words))
      }
      throw wrong(name, expected: type.expectation, found: type.isPlain ? value.named : value.typeName)
    }
  }

  subscript(name: ByteString) -> Value? { fields[name] }

  func wrong(_ name: ByteString, expected: String, _ found: Value) -> Failure {
    wrong(name, expected: expected, found: found.typeName)
  }

  private func wrong(_ name: ByteString, expected: String, found: String) -> Failure {
    .diagnostic(Diagnostic(.bindArgument, "\(owner): option '\(name.text)': \(expected) expected, got \(found)"))
  }

  /// A path that is not empty, which would be the script's own folder.
  func path(_ name: ByteString) throws(Failure) -> String? {
    let path = try string(name)
    if path?.isEmpty ?? false { throw wrong(name, expected: "a path", found: "an empty string") }
    return path
  }

  func string(_ name: ByteString) throws(Failure) -> String? {
    guard let value = fields[name] else { return nil }
    guard case .string(let string) = value else { throw wrong(name, expected: "string", value) }
    return string.text
  }

  func flag(_ name: ByteString) throws(Failure) -> Bool? {
    guard let value = fields[name] else { return nil }
    guard case .boolean(let flag) = value else { throw wrong(name, expected: "boolean", value) }
    return flag
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(_ name: ByteString) throws(Failure) -> Word?
  where Word.RawValue == String {
    guard let text = try string(name) else { return nil }
    if let word = Word(rawValue: text) { return word }
    throw .diagnostic(
      .unknownName(
        .bindArgument, owner: "\(owner): option '\(name.text)'", noun: "word", name: text,
        known: Word.allCases.map(\.rawValue)))
  }

  /// A whole number.
  func count(_ name: ByteString, atLeast least: Int = 0) throws(Failure) -> Int? {
    guard let value = fields[name] else { return nil }
    guard case .integer(let number) = value, number >= Int64(least), let count = Int(exactly: number) else {
      throw wrong(name, expected: "a whole number from \(least)", found: value.named)
    }
    return count
  }

  func number(_ name: ByteString) throws(Failure) -> Double? {
    guard let value = fields[name] else { return nil }
    switch value {
    case .integer(let integer): return Double(integer)
    case .number(let number): return number
    default: throw wrong(name, expected: "number", value)
    }
  }

  func function(_ name: ByteString) throws(Failure) -> LuaReference? {
    guard let value = fields[name] else { return nil }
    guard case .opaque(let opaque) = value, let function = opaque as? LuaReference, function.isFunction else {
      throw wrong(name, expected: "function", value)
    }
    return function
  }

  func duration(_ name: ByteString) throws(Failure) -> Duration? {
    guard let value = fields[name] else { return nil }
    guard let duration = Duration(value) else {
      throw wrong(name, expected: Duration.expectation, found: value.named)
    }
    return duration
  }

  func list(_ name: ByteString) throws(Failure) -> [Value]? {
    guard let value = fields[name] else { return nil }
    guard case .list(let elements) = value else { throw wrong(name, expected: "list", value) }
    return elements
  }

  func cell(_ name: ByteString) throws(Failure) -> Cell? {
    guard let value = fields[name] else { return nil }
    guard case .opaque(let opaque) = value, let cell = (opaque as? CellObject)?.cell else {
      throw wrong(name, expected: "Ref", value)
    }
    return cell
  }
}

extension Duration {
  /// What a time may be, in messages.
  static var expectation: String {
    "a time such as \"250ms\", \"5s\", \"2m\" or a number of seconds"
  }
}
