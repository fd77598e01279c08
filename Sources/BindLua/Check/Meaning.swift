/// What an expression of a script gives, as far as it is certain without running it.
indirect enum Meaning {
  case unknown
  /// `_ENV`.
  case environment
  case text(String)
  /// Of Lua's own, or of a test file.
  case global(String)
  /// By the word that scripts use for it, such as `ui`.
  case module(String)
  case function(module: String, name: String)
  /// Asked for and not there.
  case missing(module: String, name: String)
  case table(TableMeaning)
  case object(ObjectMeaning)
  case method(ObjectMeaning, name: String)
  case closure(FunctionReading)

  /// What a name gives that has been given it: of a table nobody knows what has been done to it since.
  var named: Meaning { if case .table = self { .unknown } else { self } }

  var object: ObjectMeaning? { if case .object(let object) = self { object } else { nil } }

  /// Functions of the script that whoever gets it may call.
  var closures: [FunctionReading] {
    switch self {
    case .closure(let function): [function]
    case .table(let table): table.closures
    default: []
    }
  }
}

/// A table that is written down where it is used.
struct TableMeaning {
  var fields: [(name: String, line: Int)] = []
  /// Others may have been added.
  var isOpen = false
  var closures: [FunctionReading] = []
}

/// An object of bindhost's.
struct ObjectMeaning {
  enum Paths {
    case unknown
    /// Those of the model with this name, from a path in it on.
    case model(String, at: String)
    /// Names of cells.
    case names([String], owner: String, noun: String)
  }

  enum Kind { case ref, loadable, job, view, handle }

  let kind: Kind
  let paths: Paths
}

/// A function of a script, with what is known of what it has from outside.
final class FunctionReading {
  let code: DumpReader.Function
  let inner: [FunctionReading]
  private(set) weak var outer: FunctionReading?
  var upvalues: [Meaning]
  /// What it raises may be caught by whoever calls it.
  var isGuarded = false

  init(_ code: DumpReader.Function) {
    self.code = code
    inner = code.inner.map(FunctionReading.init)
    upvalues = Array(repeating: .unknown, count: code.upvalues.count)
    for function in inner { function.outer = self }
  }

  var isGuardedSomewhere: Bool { isGuarded || outer?.isGuardedSomewhere ?? false }

  /// Upvalues that it, or a function in it, assigns.
  private(set) lazy var assignedUpvalues: Set<Int> = {
    var assigned: Set<Int> = []
    for word in code.code {
      let instruction = Instruction(word)
      if instruction.opcode == .setUpvalue { assigned.insert(instruction.b) }
    }
    for function in inner {
      for index in function.assignedUpvalues where index < function.code.captures.count {
        let capture = function.code.captures[index]
        if !capture.isLocal { assigned.insert(capture.index) }
      }
    }
    return assigned
  }()

  /// Whether a local that is captured at a place holds what it holds there for as long as it is in scope.
  func isStable(_ register: Int, at place: Int) -> Bool {
    let active = code.locals.filter { $0.contains(place) || $0.lowerBound == place }
    guard register < active.count else { return false }
    let scope = active[register]
    for index in scope where index < code.code.count && index != place {
      guard let writes = Instruction(code.code[index]).writes else { continue }
      if writes.from <= register, register <= writes.through ?? Int.max { return false }
    }
    return !inner.contains { function in
      function.assignedUpvalues.contains { index in
        index < function.code.captures.count && function.code.captures[index].isLocal
          && function.code.captures[index].index == register
      }
    }
  }
}
