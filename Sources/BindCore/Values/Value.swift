import CBindValue

/// What a script cell holds: the values that cross between Lua and Swift unchanged.
///
/// "No value yet" is not a case: where it can occur the type is `Value?`.
public enum Value: Sendable {
  case `nil`
  /// JSON's null: a value of its own in lists and `any` cells, "clear this field" in an update.
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(ByteString)
  case list([Value])
  case record(Record)
  case opaque(Opaque)
}

/// A value that only its own runtime can read (a Lua function, a foreign userdata). Compared by identity.
///
/// Confined to the thread of the runtime it came from; it crosses threads only as a token.
open class Opaque: @unchecked Sendable {
  public init() {}

  /// The word for this value in messages, such as "function".
  open var typeName: String { "userdata" }

  /// Whether both stand for the same object of the runtime.
  open func isIdentical(to other: Opaque) -> Bool { self === other }
}

extension Value {
  public static func string(_ text: String) -> Value { .string(ByteString(text)) }

  /// The word for the type in messages: Lua's own names, with lists and records told apart.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .list: "list"
    case .record: "record"
    case .opaque(let object): object.typeName
    }
  }

  public var isNil: Bool { if case .nil = self { true } else { false } }

  /// Lists and records inside each other; the same as between scripts and the host (`BH_DEPTH_LIMIT`).
  package static let nestingLimit = 100

  /// Lists and records in one value. One that stands in several places counts in each: so often whoever looks at all of it meets it.
  package static let containerLimit = 1 << 22

  /// Cost: the size of the value.
  /// - Throws: if a list or record in it stands deeper than that, or there are too many of them.
  func checkNesting(within levels: Int, of name: String) throws(Failure) {
    var containers = Self.containerLimit
    guard isNested(within: levels, &containers) else {
      throw containers < 0 ? Failure.tooLarge(name) : Failure.tooDeep(name)
    }
  }

  private func isNested(within levels: Int, _ containers: inout Int) -> Bool {
    switch self {
    case .list(let elements):
      containers -= 1
      guard levels > 0, containers >= 0 else { return false }
      for element in elements where !element.isNested(within: levels - 1, &containers) { return false }
    case .record(let record):
      containers -= 1
      guard levels > 0, containers >= 0 else { return false }
      for (_, value) in record.fields where !value.isNested(within: levels - 1, &containers) { return false }
    default: break
    }
    return true
  }
}

extension Value: Equatable {
  /// The default equality of cells: NaN equals NaN, 0.0 equals -0.0, 1 equals 1.0, lists and records by content,
  /// references by identity.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b || (a.isNaN && b.isNaN)
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Int64(exactly: b) == a
    case (.boolean(let a), .boolean(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.nil, .nil), (.null, .null): true
    case (.list(let a), .list(let b)): a == b
    case (.record(let a), .record(let b)): a == b
    case (.opaque(let a), .opaque(let b)): a.isIdentical(to: b)
    default: false
    }
  }
}

extension Record: Equatable {
  public static func == (left: Record, right: Record) -> Bool {
    left.sharesStorage(with: right)
      || left.fields.count == right.fields.count
        && zip(left.fields, right.fields).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }
}

extension Value: CustomStringConvertible {
  /// For messages: short, on one line, strings in quotes.
  public var description: String { brief(depth: 3) }

  private func brief(depth: Int) -> String {
    switch self {
    case .nil: return "nil"
    case .null: return "null"
    case .boolean(let flag): return flag ? "true" : "false"
    case .integer(let integer): return "\(integer)"
    case .number(let number): return Value.text(of: number)
    case .string(let string): return "\"\(Value.brief(string.text))\""
    case .opaque(let object): return object.typeName
    case .list(let elements):
      guard depth > 0 else { return "{…}" }
      let shown = elements.prefix(8).map { $0.brief(depth: depth - 1) }
      return "{" + shown.joined(separator: ", ") + (elements.count > 8 ? ", …" : "") + "}"
    case .record(let record):
      guard depth > 0 else { return "{…}" }
      let shown = record.fields.prefix(8).map { "\($0.name.text) = \($0.value.brief(depth: depth - 1))" }
      return "{" + shown.joined(separator: ", ") + (record.count > 8 ? ", …" : "") + "}"
    }
  }

  /// On one line, and no longer than a message can bear.
  private static func brief(_ text: String) -> String {
    var brief = ""
    for (position, character) in text.enumerated() {
      if position == 60 { return brief + "…" }
      switch character {
      case "\n": brief += "\\n"
      case "\t": brief += "\\t"
      case "\r", "\r\n": brief += character == "\r" ? "\\r" : "\\r\\n"
      default: brief.append(character)
      }
    }
    return brief
  }

  /// A type with the value where it is short: `string ("1x")`.
  package var named: String { isScalar ? "\(typeName) (\(self))" : typeName }

  /// A float as Lua 5.4 prints it, so that messages and views agree with `tostring`: 3.0, 0.1, 1e+15, inf, -nan.
  public static func text(of number: Double) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(BH_NUMBER_ROOM)) { room in
      guard let start = room.baseAddress else { return "" }
      let length = bh_number_text(number, start)
      return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
  }
}
