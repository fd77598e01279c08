import BindCore

/// The functions of `bh.link`; nil where none was given.
struct LinkFunctions {
  let to: LuaReference?
  let from: LuaReference?
  let validate: LuaReference?
}

/// `bh.link(source, target, {to=, from=, validate=})`.
final class LuaLink: Link {
  private let functions: LinkFunctions
  private let check: LuaCheck?
  private unowned(unsafe) let surface: Surface
  private var lua: Interpreter { surface.lua }

  init(_ source: Cell, _ target: Cell, _ functions: LinkFunctions, scope: Scope, surface: Surface) {
    self.functions = functions
    check = functions.validate.map {
      LuaCheck(
        $0, type: source.shape?.type ?? .any, defaultValue: ((try? source.peek()) ?? nil) ?? .nil, lua: surface.lua)
    }
    self.surface = surface
    super.init(source, target, validates: functions.validate != nil, scope: scope)
    describeFailure = { [unowned surface] failure in surface.errorRecord(failure) }
  }

  override func didStop() {
    super.didStop()
    lua.letGo(of: functions.to, functions.from, functions.validate)
  }

  override func transform(_ value: Value) throws(Failure) -> Value {
    guard let to = functions.to else { return value }
    return try lua.compute(to, [value])
  }

  override func convertBack(_ value: Value) throws(Failure) -> Answer {
    guard let from = functions.from else { return .accepted(value) }
    return try lua.answer(of: from, to: value)
  }

  override func validate(_ value: Value) throws(Failure) -> Answer {
    switch try check?.verdict(value) {
    case nil, .valid?: .accepted(value)
    case .invalid(let reason, let raised)?: .refused(reason, raised: raised)
    case .coerced(let coerced)?: .accepted(coerced)
    }
  }
}

extension Interpreter {
  /// What a `from` says: a value, or a refusal as `nil, message`, `nil, err` or an error. A plain nil is the value nil.
  func answer(of function: LuaReference, to value: Value) throws(Failure) -> Link.Answer {
    let results: [Value]
    do {
      results = try run(function, [value], results: 2)
    } catch Failure.raised(let error) where error.isOfInput {
      return .refused(error.text, raised: error)
    }
    guard results[0].isNil, !results[1].isNil else { return .accepted(results[0]) }
    guard let reason = RefusalReason(results[1]) else { return .refused(results[1].description) }
    return .refused(reason.words, raised: reason.raised)
  }
}

extension ScriptError {
  /// It speaks of what the function was given. What such a function must not do, what a test expects, and what has been stopped, says nothing
  /// of that.
  fileprivate var isOfInput: Bool {
    guard let diagnostic else { return true }
    switch diagnostic.id {
    case .bindYield, .bindPure, .bindCycle, .bindDisposed: return false
    case .hostQuota, .hostMemory, .hostInternal, .testFailed: return false
    default: return diagnostic.kind != .cancelled
    }
  }
}
