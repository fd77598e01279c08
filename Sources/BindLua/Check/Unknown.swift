import BindCore
import BindViews

/// What a check has in place of something from outside: whatever is asked of it is as unknown as itself. A list of it has
/// one element, so that the bodies of loops are looked at.
final class UnknownObject: HostObject, @unchecked Sendable {
  private let examination: Examination

  init(kind: ObjectKind, examination: Examination) {
    self.examination = examination
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  /// Only who finds fault with a value asks for its type.
  override var typeName: String {
    examination.isAboutUnknown = true
    return kind.name
  }
}

extension Surface {
  private static let operators = [
    "add", "sub", "mul", "div", "mod", "pow", "unm", "idiv", "band", "bor", "bxor", "shl", "shr", "bnot", "concat",
    "call",
  ]

  /// From here on the script is looked at and not run; what waits is answered at once.
  package func begin(_ examination: Examination) throws {
    let kind = try lua.registerKind("unknown value")
    let unknown = UnknownObject(kind: kind, examination: examination)
    let beyond = CallableObject(kinds.emit) { call throws(Failure) in
      // Called as the iterator of pairs: once with something, then no more.
      if call.has(2) { return try call.reply(.nil) }
      call.reply(unknown)
      call.reply(unknown)
    }
    func define(_ name: String, _ body: @escaping Body) throws {
      let function = SurfaceFunction(Entry("__" + name, body), of: kind.name, isMethod: true)
      try lua.registerMethod("__" + name, of: kind, isOperator: true) { [unowned self] call in
        try perform(function, &call)
      }
    }
    for name in Self.operators { try define(name) { call throws(Failure) in call.reply(unknown) } }
    try define("index") { call throws(Failure) in
      if let place = call.argument(1).integer, place != 1 { try call.reply(.nil) } else { call.reply(unknown) }
    }
    try define("pairs") { call throws(Failure) in call.reply(beyond) }
    try define("len") { call throws(Failure) in try call.reply(.integer(1)) }
    for name in ["lt", "le"] { try define(name) { call throws(Failure) in try call.reply(.boolean(false)) } }
    for name in ["newindex", "close"] { try define(name) { _ throws(Failure) in } }
    try define("tostring") { call throws(Failure) in try call.reply(.string("unknown")) }
    examination.unknown = unknown
    self.examination = examination
  }

  /// Answers a call that would wait, as if all had gone well.
  /// - Returns: false where it is to wait: a loop that waits for ever.
  func answersAtOnce(_ call: Call) throws(Failure) -> Bool {
    guard let examination, examination.passes(lua.position) else { return false }
    // While it waits, a person sees what is shown.
    _ = stage.takeChanges()
    examination.isGuessing = true
    switch call.function.definition.results.first {
    case nil: break
    case "boolean"?, "boolean?"?: try call.reply(.boolean(true))
    default: replyUnknown(call)
    }
    return true
  }

  func isUnknown(_ value: Value) -> Bool {
    if examination != nil, case .opaque(let opaque) = value { opaque is UnknownObject } else { false }
  }

  func replyUnknown(_ call: Call) {
    if let unknown = examination?.unknown { call.reply(unknown) }
  }
}
