/// What can be said of a chunk without running it: a walk over each function's instructions that knows what registers hold as
/// long as only one way leads there.
final class ScriptReading {
  /// What is asked of bindhost's registry.
  struct Names {
    /// Of a module.
    let contains: (_ module: String, _ name: String) -> Bool
    let isModule: (String) -> Bool
    let definition: (_ module: String, _ name: String) -> Definition?
    /// What a call gives.
    let result: (_ module: String, _ name: String, _ arguments: [Meaning]) -> Meaning
  }

  enum Use {
    case path(String, of: ObjectMeaning)
    case method(String, of: ObjectMeaning)
    case assignment(String, to: ObjectMeaning)
    /// Of a record that is written.
    case field(String, of: ObjectMeaning)
    case function(module: String, name: String)
    case option(String, module: String, name: String, known: [String])
  }

  struct Finding {
    let use: Use
    let line: Int
    /// Of the call around, if that is another one.
    let callLine: Int
    fileprivate let function: FunctionReading
  }

  private let names: Names
  /// What the modules of the script return, by the name for `require`.
  private let modules: [String: Meaning]
  /// Globals that are assigned once.
  private let globals: [String: Meaning]
  private(set) var assigned: [String: [Meaning]] = [:]
  /// Names that the script itself puts into modules of bindhost.
  private(set) var added: Set<String> = []
  /// How often each name that a module lacks is read and not called: who asks whether it is there.
  private(set) var questions: [String: Int] = [:]
  private(set) var models: [String] = []
  private(set) var returned: Meaning = .unknown
  private var found: [Finding] = []

  init(_ names: Names, modules: [String: Meaning], globals: [String: Meaning]) {
    self.names = names
    self.modules = modules
    self.globals = globals
  }

  /// What is found where nobody is there to catch it.
  var findings: [Finding] { found.filter { !$0.function.isGuardedSomewhere } }

  func read(_ main: DumpReader.Function) {
    let reading = FunctionReading(main)
    if let environment = main.upvalues.firstIndex(of: "_ENV") { reading.upvalues[environment] = .environment }
    read(reading)
  }

  private func read(_ function: FunctionReading) {
    let walk = Walk(function)
    while let place = walk.next() { perform(Instruction(function.code.code[place]), at: place, walk) }
    for inner in function.inner { read(inner) }
  }

  // MARK: Instructions

  private func perform(_ instruction: Instruction, at place: Int, _ walk: Walk) {
    let code = walk.function.code
    let (a, b, c) = (instruction.a, instruction.b, instruction.c)
    let line = code.line(of: place)
    func constant(_ index: Int) -> String? { code.strings[index] }
    func given() -> Meaning { instruction.k ? .unknown : walk[c] }
    switch instruction.opcode {
    case .move?: walk.set(a, walk[b].named)
    case .loadK?: walk.set(a, constant(instruction.bx).map { .text($0) } ?? .unknown)
    case .getUpvalue?: walk.set(a, walk.upvalue(b))
    case .getTabUp?: walk.set(a, field(constant(c), of: walk.upvalue(b), line, walk.function))
    case .getField?: walk.set(a, field(constant(c), of: walk[b], line, walk.function))
    case .getTable?:
      guard case .text(let name) = walk[c] else { return walk.set(a, .unknown) }
      walk.set(a, field(name, of: walk[b], line, walk.function))
    case .selfCall?:
      var name = instruction.k ? constant(c) : nil
      if !instruction.k, case .text(let text) = walk[c] { name = text }
      let receiver = walk[b]
      let method = field(name, of: receiver, line, walk.function)
      walk.set(a + 1, receiver.named)
      walk.set(a, method)
    case .newTable?: walk.set(a, .table(TableMeaning()))
    case .setField?: put(constant(b), given(), into: a, line, walk)
    case .setTable?:
      if case .text(let name) = walk[b] {
        put(name, given(), into: a, line, walk)
      } else {
        put(nil, given(), into: a, line, walk)
      }
    case .setIndex?:
      let given = given().closures
      walk.change(a) { $0.closures += given }
    case .setList?:
      let given = (a..<(a + b)).flatMap { walk[$0 + 1].closures }
      walk.change(a) { $0.closures += given }
    case .setTabUp?: assign(constant(b), given(), to: walk.upvalue(a), line, walk.function)
    case .closure?:
      guard instruction.bx < walk.function.inner.count else { return walk.set(a, .unknown) }
      let inner = walk.function.inner[instruction.bx]
      inner.upvalues = inner.code.captures.map { capture in
        if !capture.isLocal { return walk.upvalue(capture.index) }
        return walk.function.isStable(capture.index, at: place) ? walk[capture.index].named : .unknown
      }
      walk.set(a, .closure(inner))
    case .call?, .tailCall?:
      let count = b == 0 ? nil : b - 1
      let arguments = (0..<(count ?? 0)).map { walk[a + 1 + $0] }
      let result = call(walk[a], arguments, isOpen: count == nil, line, walk.function)
      walk.forget(instruction)
      walk.set(a, result)
      if instruction.opcode == .tailCall { noteReturn(result, of: walk.function) }
    case .returnOne?: noteReturn(walk[a], of: walk.function)
    case .returnAny?: if b == 2 { noteReturn(walk[a], of: walk.function) }
    default: walk.forget(instruction)
    }
  }

  private func noteReturn(_ meaning: Meaning, of function: FunctionReading) {
    if function.outer == nil { returned = meaning.named }
  }

  private func put(_ name: String?, _ given: Meaning, into register: Int, _ line: Int, _ walk: Walk) {
    assign(name, given, to: walk[register], line, walk.function)
    walk.change(register) { table in
      if let name { table.fields.append((name, line)) } else { table.isOpen = true }
      table.closures += given.closures
    }
  }

  private func assign(
    _ name: String?, _ given: Meaning, to target: Meaning, _ line: Int, _ function: FunctionReading
  ) {
    guard let name else { return }
    switch target {
    case .environment: assigned[name, default: []].append(given.named)
    case .module: added.insert(name)
    case .object(let object):
      found.append(Finding(use: .assignment(name, to: object), line: line, callLine: line, function: function))
    default: break
    }
  }

  // MARK: Expressions

  private func field(_ name: String?, of base: Meaning, _ line: Int, _ function: FunctionReading) -> Meaning {
    guard let name else { return .unknown }
    switch base {
    case .environment: return globals[name] ?? .global(name)
    case .module(let module):
      if names.definition(module, name) != nil { return .function(module: module, name: name) }
      if names.contains(module, name) { return names.isModule(name) ? .module(name) : .unknown }
      questions[name, default: 0] += 1
      return .missing(module: module, name: name)
    case .object(let object):
      found.append(Finding(use: .method(name, of: object), line: line, callLine: line, function: function))
      return .method(object, name: name)
    default: return .unknown
    }
  }

  /// Tests run these functions themselves.
  private static let testGlobals: Set = ["describe", "it", "before_each", "after_each"]

  private func call(
    _ callee: Meaning, _ arguments: [Meaning], isOpen: Bool, _ line: Int, _ function: FunctionReading
  ) -> Meaning {
    func note(_ use: Use, at place: Int? = nil) {
      found.append(Finding(use: use, line: place ?? line, callLine: line, function: function))
    }
    switch callee {
    case .global("require"):
      guard arguments.count == 1, case .text(let name) = arguments[0] else { return .unknown }
      if name == "bindhost" { return .module("bh") }
      let word = name.hasPrefix("bindhost.") ? String(name.dropFirst(9)) : ""
      return names.isModule(word) ? .module(word) : modules[name] ?? .unknown
    case .function(let module, let name):
      checkOptions(module, name, arguments, note)
      if ["model", "state"].contains(name), module == "bh", case .text(let model)? = arguments.first {
        models.append(model)
      }
      return names.result(module, name, arguments)
    case .missing(let module, let name):
      questions[name, default: 0] -= 1
      note(.function(module: module, name: name))
      return .unknown
    case .object(let object):
      guard arguments.count == 1, !isOpen, case .text(let path) = arguments[0] else { return .unknown }
      note(.path(path, of: object))
      guard case .model(let model, let start) = object.paths else {
        return .object(ObjectMeaning(kind: .ref, paths: .unknown))
      }
      let inside = start.isEmpty ? path : start + "." + path
      return .object(ObjectMeaning(kind: .ref, paths: .model(model, at: inside)))
    case .method(let object, let name):
      // With a third argument others may be allowed.
      if ["set", "update"].contains(name), arguments.count == 2, !isOpen, case .table(let table) = arguments[1] {
        for field in table.fields { note(.field(field.name, of: object), at: field.line) }
      }
      return .unknown
    case .global(let name) where Self.testGlobals.contains(name): return .unknown
    default:
      // Whoever is called may catch what they raise.
      for closure in arguments.flatMap(\.closures) { closure.isGuarded = true }
      return .unknown
    }
  }

  private func checkOptions(
    _ module: String, _ name: String, _ arguments: [Meaning], _ note: (Use, Int?) -> Void
  ) {
    guard let definition = names.definition(module, name), !definition.allowsOthers,
      let place = definition.parameters.firstIndex(where: { $0.type.split(separator: "|").contains("options") })
    else { return }
    let known = definition.options.map(\.name)
    // A name in front may be left out.
    let isMovable = place == 1 && definition.parameters[0].isOptional && definition.parameters[0].type == "string"
    for (index, argument) in arguments.enumerated() {
      guard case .table(let table) = argument,
        index == place || (isMovable && index == 0)
      else { continue }
      for field in table.fields where !known.contains(field.name) {
        note(.option(field.name, module: module, name: name, known: known), field.line)
      }
    }
  }
}

/// Registers, instruction after instruction.
private final class Walk {
  let function: FunctionReading
  private var registers: [Int: (meaning: Meaning, since: Int)] = [:]
  private var place = -1
  /// For each place, from where one can come there: the nearest place before it, the farthest behind it.
  private var origins: [Int: (before: Int?, behind: Int?)] = [:]

  init(_ function: FunctionReading) {
    self.function = function
    for (place, word) in function.code.code.enumerated() {
      guard let target = Instruction(word).target(from: place) else { continue }
      var known = origins[target] ?? (nil, nil)
      if target > place { known.before = min(known.before ?? place, place) } else { known.behind = place }
      origins[target] = known
    }
  }

  func next() -> Int? {
    place += 1
    guard place < function.code.code.count else { return nil }
    guard let origin = origins[place] else { return place }
    // What was written since on one of the ways is certain no more.
    if let before = origin.before { registers = registers.filter { $0.value.since <= before } }
    if let behind = origin.behind {
      for index in place...max(behind, place) { forget(Instruction(function.code.code[index])) }
    }
    return place
  }

  subscript(register: Int) -> Meaning { registers[register]?.meaning ?? .unknown }
  func upvalue(_ index: Int) -> Meaning { index < function.upvalues.count ? function.upvalues[index] : .unknown }

  func set(_ register: Int, _ meaning: Meaning) { registers[register] = (meaning, place) }

  func change(_ register: Int, _ body: (inout TableMeaning) -> Void) {
    guard case .table(var table)? = registers[register]?.meaning else { return }
    body(&table)
    registers[register]?.meaning = .table(table)
  }

  func forget(_ instruction: Instruction) {
    guard let writes = instruction.writes else { return }
    if let last = writes.through {
      for register in writes.from...max(last, writes.from) { registers[register] = (.unknown, place) }
    } else {
      for register in registers.keys where register >= writes.from { registers[register] = (.unknown, place) }
    }
  }
}
