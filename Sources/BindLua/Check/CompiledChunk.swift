import BindCore

/// What a chunk does with globals and with what bindhost gives it, read from Lua's own compiled form, functions inside functions included.
///
/// It is what the interpreter will run, so there is no second opinion about scopes. Lua 5.4's format; anything else gives
/// nothing.
package struct CompiledChunk {
  /// One place where a global is read or written.
  package struct Access: Equatable {
    package let name: String
    package let line: Int
    package let isWrite: Bool
    /// The script asks whether it is there: `if x then`, `x or y`, `y or x`, `type(x)`, `x == nil`, `not x`.
    package let isQuestion: Bool
  }

  package private(set) var accesses: [Access] = []
  let main: DumpReader.Function?

  /// - Parameter bytes: what `lua_dump` writes, with debug information.
  init(_ bytes: [UInt8]) {
    var reader = DumpReader(bytes)
    main = reader.readHeader() ? reader.readFunction() : nil
    if let main { collect(main) }
  }

  private mutating func collect(_ function: DumpReader.Function) {
    var scan = GlobalScan(function)
    accesses += scan.accesses()
    for inner in function.inner { collect(inner) }
  }
}

/// The instructions of one function, looked through for `_ENV.name`.
private struct GlobalScan {
  private enum Opcode: UInt32 {
    case loadK = 3, getUpvalue = 9, getTabUp = 11, getTable = 12, setTabUp = 15, setTable = 16, not = 51, jump = 56,
      equal = 57
    case equalK = 60, test = 66, testSet = 67, call = 68
  }

  private let function: DumpReader.Function
  /// Which upvalue is `_ENV`.
  private let environment: UInt32?
  /// Registers that hold `_ENV`, or a constant string; where a function has too many constants for one instruction.
  private var environmentRegisters: Set<UInt32> = []
  private var names: [UInt32: String] = [:]

  init(_ function: DumpReader.Function) {
    self.function = function
    environment = function.upvalues.firstIndex(of: "_ENV").map { UInt32($0) }
  }

  mutating func accesses() -> [CompiledChunk.Access] {
    var found: [CompiledChunk.Access] = []
    for (place, word) in function.code.enumerated() {
      let (a, b, c) = (word >> 7 & 0xFF, word >> 16 & 0xFF, word >> 24 & 0xFF)
      switch Opcode(rawValue: word & 0x7F) {
      case .getTabUp? where b == environment:
        if let name = function.string(c) { found.append(read(name, into: a, at: place)) }
        forget(a)
      case .setTabUp? where a == environment:
        if let name = function.string(b) { found.append(write(name, at: place)) }
      case .getUpvalue?:
        forget(a)
        if b == environment { environmentRegisters.insert(a) }
      case .loadK?:
        forget(a)
        names[a] = function.string(word >> 15)
      case .getTable? where environmentRegisters.contains(b):
        if let name = names[c] { found.append(read(name, into: a, at: place)) }
        forget(a)
      case .setTable? where environmentRegisters.contains(a):
        if let name = names[b] { found.append(write(name, at: place)) }
      default: break
      }
    }
    return found
  }

  private mutating func forget(_ register: UInt32) {
    environmentRegisters.remove(register)
    names[register] = nil
  }

  private func write(_ name: String, at place: Int) -> CompiledChunk.Access {
    CompiledChunk.Access(name: name, line: function.line(of: place), isWrite: true, isQuestion: false)
  }

  private func read(_ name: String, into register: UInt32, at place: Int) -> CompiledChunk.Access {
    CompiledChunk.Access(
      name: name, line: function.line(of: place), isWrite: false,
      isQuestion: isTested(register, behind: place) || isAlternative(place) || isTypeAsked(register, at: place))
  }

  private func isTested(_ register: UInt32, behind place: Int) -> Bool {
    guard place + 1 < function.code.count else { return false }
    let next = function.code[place + 1]
    switch Opcode(rawValue: next & 0x7F) {
    case .test?, .equalK?: return next >> 7 & 0xFF == register
    case .testSet?, .not?: return next >> 16 & 0xFF == register
    case .equal?: return next >> 7 & 0xFF == register || next >> 16 & 0xFF == register
    default: return false
    }
  }

  /// The second side of `or`: a jump over it, behind a test.
  private func isAlternative(_ place: Int) -> Bool {
    guard place >= 2, Opcode(rawValue: function.code[place - 1] & 0x7F) == .jump else { return false }
    let test = function.code[place - 2]
    guard let opcode = Opcode(rawValue: test & 0x7F), opcode == .test || opcode == .testSet else { return false }
    return test >> 15 & 1 == 1
  }

  /// `type(x)`, `rawequal(x, nil)` and the like: the function stands in the register before.
  private func isTypeAsked(_ register: UInt32, at place: Int) -> Bool {
    guard place >= 1, register >= 1, place + 1 < function.code.count else { return false }
    let before = function.code[place - 1]
    let next = function.code[place + 1]
    guard Opcode(rawValue: before & 0x7F) == .getTabUp, before >> 7 & 0xFF == register - 1,
      Opcode(rawValue: next & 0x7F) == .call, function.string(before >> 24 & 0xFF) == "type"
    else { return false }
    return next >> 7 & 0xFF == register - 1
  }
}
