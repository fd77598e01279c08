package import BindCore
internal import CLua

/// `Value` into the prefix form that C pushes as Lua tables (`bh_token` in bh_lua.h).
struct TreeEncoder {
  private(set) var bytes: [UInt8] = []
  private let interpreter: Interpreter

  init(_ interpreter: Interpreter) {
    self.interpreter = interpreter
    bytes.reserveCapacity(128)
  }

  /// - Throws: `bind.value` for a value nested deeper than `BH_DEPTH_LIMIT`, and for one that is larger than all that the script may hold:
  ///   what stands in several places of a value is a table in each.
  mutating func append(_ value: Value, depth: Int = 0) throws(Diagnostic) {
    guard depth <= Int(BH_DEPTH_LIMIT) else {
      throw Diagnostic(.bindValue, "the value is nested more than \(BH_DEPTH_LIMIT) deep")
    }
    guard UInt64(bytes.count) <= interpreter.memoryLimit else {
      throw Diagnostic(
        .bindValue, "the value is larger than the \(interpreter.memoryLimit >> 20) MB that the script may hold",
        notes: ["what stands in several places of a value is a table in each"])
    }
    switch value {
    case .nil: token(BH_T_NIL)
    case .null: token(BH_T_NULL)
    case .boolean(let flag): token(flag ? BH_T_TRUE : BH_T_FALSE)
    case .integer(let integer):
      token(BH_T_INTEGER)
      raw(integer)
    case .number(let number):
      token(BH_T_NUMBER)
      raw(number)
    case .string(let string):
      token(BH_T_STRING)
      append(bytesOf: string)
    case .list(let elements):
      token(BH_T_LIST)
      raw(UInt32(elements.count))
      for element in elements { try append(element, depth: depth + 1) }
    case .record(let record):
      token(record.isErrorTable ? BH_T_ERROR : BH_T_RECORD)
      raw(UInt32(record.count))
      for (name, value) in record.fields {
        append(bytesOf: name)
        try append(value, depth: depth + 1)
      }
    case .opaque(let object): append(object)
    }
  }

  private mutating func append(_ object: Opaque) {
    switch object {
    case let object as HostObject:
      token(BH_T_HOST)
      raw(object.kind.number)
      raw(UInt64(UInt(bitPattern: interpreter.descriptor(of: object))))
    case let reference as LuaReference where reference.context === interpreter.context:
      interpreter.arena.pointee.keep(reference)
      token(BH_T_REFERENCE)
      raw(reference.type)
      raw(reference.number)
      raw(UInt64(0))
    default: token(BH_T_NIL)  // of another runtime: it means nothing here
    }
  }

  private mutating func token(_ token: bh_token) { bytes.append(UInt8(token.rawValue)) }

  private mutating func raw<Number: BitwiseCopyable>(_ number: Number) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(bytesOf string: ByteString) {
    raw(UInt32(string.bytes.count))
    bytes.append(contentsOf: string.bytes)
  }
}

/// The prefix form that C writes, into `Value`. Takes over the references in it.
struct TreeDecoder {
  private var at: UnsafePointer<UInt8>
  private let context: LuaContext

  /// Marks the tree as taken: from here on its references belong to the decoded values.
  init(_ tree: UnsafeMutablePointer<bh_tree>, in context: LuaContext) {
    tree.pointee.taken = true
    at = UnsafePointer(tree.pointee.bytes)
    self.context = context
  }

  /// The tree as list elements and fields: either may be empty, both may be there (`BH_MIXED`).
  mutating func table() -> TableArgument {
    switch bh_token(UInt32(at.pointee)) {
    case BH_T_MIXED:
      at += 1
      let elements = list()
      return TableArgument(elements: elements, fields: fields())
    case BH_T_LIST:
      at += 1
      return TableArgument(elements: list(), fields: [])
    case BH_T_RECORD:
      at += 1
      return TableArgument(elements: [], fields: fields())
    default: return TableArgument(elements: [], fields: [])
    }
  }

  mutating func value() -> Value {
    let token = bh_token(UInt32(at.pointee))
    at += 1
    switch token {
    case BH_T_NULL: return .null
    case BH_T_TRUE: return .boolean(true)
    case BH_T_FALSE: return .boolean(false)
    case BH_T_INTEGER: return .integer(raw())
    case BH_T_NUMBER: return .number(raw())
    case BH_T_STRING: return .string(string())
    case BH_T_LIST: return .list(list())
    case BH_T_RECORD: return .record(Record.sorting(fields()))
    case BH_T_REFERENCE:
      let type: UInt32 = raw()
      let number: Int32 = raw()
      let identity: UInt64 = raw()
      return .opaque(LuaReference(owning: number, type: type, identity: identity, in: context))
    case BH_T_HOST:
      let _: UInt32 = raw()
      let address: UInt64 = raw()
      guard let pointer = UnsafeRawPointer(bitPattern: UInt(address)) else { return .nil }
      let object = Unmanaged<HostObject>.fromOpaque(pointer).takeUnretainedValue()
      object.keep()
      return .opaque(object)
    default: return .nil
    }
  }

  private mutating func list() -> [Value] {
    let count: UInt32 = raw()
    var elements: [Value] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count { elements.append(value()) }
    return elements
  }

  private mutating func fields() -> [Record.Field] {
    let count: UInt32 = raw()
    var fields: [Record.Field] = []
    fields.reserveCapacity(Int(count))
    for _ in 0..<count {
      let name = string()
      fields.append((name: name, value: value()))
    }
    return fields
  }

  private mutating func string() -> ByteString {
    let count: UInt32 = raw()
    let bytes = ByteString(bytes: Array(UnsafeBufferPointer(start: at, count: Int(count))))
    at += Int(count)
    return bytes
  }

  private mutating func raw<Number: BitwiseCopyable>() -> Number {
    defer { at += MemoryLayout<Number>.size }
    return UnsafeRawPointer(at).loadUnaligned(as: Number.self)
  }
}

/// A table that was passed to a function which takes both list elements and named options.
package struct TableArgument {
  package var elements: [Value]
  package var fields: [Record.Field]
}

extension Record {
  /// Of fields in any order, no name twice. Sorting first spares the insertions.
  fileprivate static func sorting(_ fields: [Field]) -> Record {
    Record(fields.sorted { $0.name < $1.name })
  }
}
