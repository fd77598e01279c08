package import BindCore
internal import CLua

/// Any Lua value as it is, to be compared and shown: tables with keys of every kind, and tables that hold themselves.
package indirect enum Picture: Equatable {
  case `nil`
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(ByteString)
  case table([Entry])
  /// A table that this is inside of, counted from the innermost one, 1.
  case open(Int)
  /// Nested too deeply, or too large, to be looked at.
  case deep
  /// A function, a coroutine, a foreign userdata.
  case thing(type: UInt32, identity: UInt64)
  case object(HostObject)

  /// Invariant: of one table, in the order of `Picture.precedes`.
  package struct Entry: Equatable {
    package let key: Picture
    package let value: Picture
  }

  /// As Lua compares, but for tables, which are equal if what they hold is: 1 equals 1.0, NaN equals NaN.
  package static func == (one: Picture, other: Picture) -> Bool {
    switch (one, other) {
    case (.nil, .nil), (.null, .null), (.deep, .deep): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right || (left.isNaN && right.isNaN)
    case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
      Int64(exactly: right) == left
    case (.string(let left), .string(let right)): left == right
    case (.table(let left), .table(let right)): left == right
    case (.open(let left), .open(let right)): left == right
    case (.thing(_, let left), .thing(_, let right)): left == right
    case (.object(let left), .object(let right)): left === right
    default: false
    }
  }

  /// The order of keys: numbers, words, everything else.
  static func precedes(_ one: Picture, _ other: Picture) -> Bool {
    switch (one.asNumber, other.asNumber) {
    case (let left?, let right?): return left < right
    case (_?, nil): return true
    case (nil, _?): return false
    case (nil, nil): break
    }
    switch (one, other) {
    case (.string(let left), .string(let right)): return left < right
    case (.string, _): return true
    case (_, .string): return false
    case (.boolean(let left), .boolean(let right)): return !left && right
    case (.boolean, _): return true
    case (_, .boolean): return false
    case (.thing(_, let left), .thing(_, let right)): return left < right
    default: return false
    }
  }

  private var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}

extension Interpreter {
  /// The value behind a reference, looked at without running anything.
  package func picture(of reference: LuaReference) throws(LuaFailure) -> Picture {
    guard let tree = bh_picture(lua, reference.number) else { throw shortage }
    defer { bh_tree_free(lua, tree) }
    var reader = PictureReader(at: UnsafePointer(tree.pointee.bytes))
    return reader.picture()
  }

  /// The same of a value that crossed.
  package func picture(of value: Value) throws(LuaFailure) -> Picture {
    switch value {
    case .nil: .nil
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    case .opaque(let object as HostObject): .object(object)
    case .opaque(let reference as LuaReference): try picture(of: reference)
    case .opaque: .deep
    case .list, .record: try picture(of: try makeReference(value))
    }
  }
}

/// The bytes of `bh_picture` into a `Picture`.
private struct PictureReader {
  var at: UnsafePointer<UInt8>

  mutating func picture() -> Picture {
    let token = UInt32(at.pointee)
    at += 1
    switch token {
    case BH_T_NULL.rawValue: return .null
    case BH_T_TRUE.rawValue: return .boolean(true)
    case BH_T_FALSE.rawValue: return .boolean(false)
    case BH_T_INTEGER.rawValue: return .integer(raw())
    case BH_T_NUMBER.rawValue: return .number(raw())
    case BH_T_STRING.rawValue:
      let count: UInt32 = raw()
      defer { at += Int(count) }
      return .string(ByteString(bytes: Array(UnsafeBufferPointer(start: at, count: Int(count)))))
    case BH_P_TABLE.rawValue:
      let count: UInt32 = raw()
      var entries: [Picture.Entry] = []
      entries.reserveCapacity(Int(count))
      for _ in 0..<count {
        let key = picture()
        entries.append(Picture.Entry(key: key, value: picture()))
      }
      return .table(entries.sorted { Picture.precedes($0.key, $1.key) })
    case BH_P_OPEN.rawValue:
      let levels: UInt32 = raw()
      return .open(Int(levels))
    case BH_P_DEEP.rawValue: return .deep
    case BH_P_THING.rawValue:
      let type: UInt32 = raw()
      return .thing(type: type, identity: raw())
    case BH_T_HOST.rawValue:
      let address: UInt64 = raw()
      guard let pointer = UnsafeRawPointer(bitPattern: UInt(address)) else { return .nil }
      return .object(Unmanaged<HostObject>.fromOpaque(pointer).takeUnretainedValue())
    default: return .nil
    }
  }

  private mutating func raw<Number: BitwiseCopyable>() -> Number {
    defer { at += MemoryLayout<Number>.size }
    return UnsafeRawPointer(at).loadUnaligned(as: Number.self)
  }
}
