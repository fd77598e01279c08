package import BindCore
package import CBindValue
package import CLua

/// One call from Lua into a host function: its arguments, and the place for its results.
///
/// Valid until the function returns; strings are copied when they are read.
package struct HostCall: ~Copyable {
  @usableFromInline let frame: UnsafeMutablePointer<bh_frame>
  /// The interpreter is alive while it calls; unmanaged, so that a call retains nothing.
  @usableFromInline let host: Unmanaged<Interpreter>

  package var interpreter: Interpreter { host.takeUnretainedValue() }

  /// Whether `wait(for:)` was called.
  var waits: Bool { frame.pointee.flags & BH_WAITS.rawValue != 0 }

  init(frame: UnsafeMutablePointer<bh_frame>, host: Unmanaged<Interpreter>) {
    self.frame = frame
    self.host = host
  }

  /// How many arguments were given, the receiver of a method included.
  @inlinable package var count: Int { Int(frame.pointee.argument_count) }

  /// Whether `wait(for:)` is possible: inside a task, outside a callback.
  package var mayWait: Bool { frame.pointee.flags & BH_MAY_WAIT.rawValue != 0 }

  /// The argument at `index`, counted from 0; nil beyond the last one.
  @inlinable package subscript(index: Int) -> HostArgument {
    guard index < count else { return HostArgument(raw: nil, host: host) }
    return HostArgument(raw: frame.pointee.arguments + index, host: host)
  }

  /// Appends a result.
  @inlinable package mutating func returns(_ value: Value) throws(Diagnostic) {
    if case .integer(let integer) = value, frame.pointee.result_count < UInt32(BH_RESULT_LIMIT) {
      let place = frame.pointee.results + Int(frame.pointee.result_count)
      place.pointee.tag = BH_INTEGER.rawValue
      place.pointee.as.integer = integer
      frame.pointee.result_count += 1
    } else {
      try returnsAny(value)
    }
  }

  @usableFromInline mutating func returnsAny(_ value: Value) throws(Diagnostic) {
    try append { (result: inout HostResult) throws(Diagnostic) in try result.set(value) }
  }

  package mutating func returns(_ object: HostObject) {
    append { $0.set(object) }
  }

  package mutating func returns(_ reference: LuaReference) {
    append { $0.set(reference) }
  }

  package mutating func returns(_ flag: Bool) {
    append { $0.set(flag) }
  }

  mutating func returns(tape: UnsafeMutablePointer<bh_tape>) {
    append { $0.set(tape: tape) }
  }

  /// An expected failure: `nil, err`.
  package mutating func fails(_ diagnostic: Diagnostic) throws(Diagnostic) {
    try returns(.nil)
    try append { (result: inout HostResult) throws(Diagnostic) in try result.set(error: diagnostic) }
  }

  /// The script waits; `Interpreter.resumed` is asked for the results when its task is resumed.
  ///
  /// - Parameter id: the host's own name for what is waited for.
  package mutating func wait(for id: UInt64) {
    frame.pointee.wait = id
    frame.pointee.flags |= BH_WAITS.rawValue
  }

  private mutating func append<Failure: Error>(
    _ body: (inout HostResult) throws(Failure) -> Void
  ) throws(Failure) {
    let index = frame.pointee.result_count
    precondition(index < UInt32(BH_RESULT_LIMIT), "a host function returns at most \(BH_RESULT_LIMIT) values")
    var result = HostResult(raw: frame.pointee.results + Int(index), host: host)
    try body(&result)
    frame.pointee.result_count = index + 1
  }
}

/// A value that came from Lua.
package struct HostArgument {
  @usableFromInline let raw: UnsafeMutablePointer<bh_value>?
  @usableFromInline let host: Unmanaged<Interpreter>
  private var interpreter: Interpreter { host.takeUnretainedValue() }

  @inlinable init(raw: UnsafeMutablePointer<bh_value>?, host: Unmanaged<Interpreter>) {
    self.raw = raw
    self.host = host
  }

  init(raw: UnsafeMutablePointer<bh_value>?, interpreter: Interpreter) {
    self.init(raw: raw, host: .passUnretained(interpreter))
  }

  @usableFromInline var tag: UInt32 { raw?.pointee.tag ?? BH_NIL.rawValue }

  /// True for nil and for an argument that was not given.
  package var isNil: Bool { tag == BH_NIL.rawValue || tag == BH_ABSENT.rawValue }
  package var isTable: Bool { tag == BH_TREE.rawValue }
  package var isFunction: Bool { tag == BH_REFERENCE.rawValue && raw?.pointee.length == BH_TYPE_FUNCTION.rawValue }

  /// The word for its type in messages.
  package var typeName: String {
    switch tag {
    case BH_BOOLEAN.rawValue: "boolean"
    case BH_INTEGER.rawValue, BH_NUMBER.rawValue: "number"
    case BH_STRING.rawValue: "string"
    case BH_TREE.rawValue: "table"
    case BH_NULL.rawValue: "null"
    case BH_HOST.rawValue: object.map(\.typeName) ?? "userdata"
    case BH_REFERENCE.rawValue: isFunction ? "function" : "userdata"
    default: "nil"
    }
  }

  package var boolean: Bool? {
    guard let raw, tag == BH_BOOLEAN.rawValue else { return nil }
    return raw.pointee.as.integer != 0
  }

  /// An integer, or a float that is one.
  @inlinable package var integer: Int64? {
    guard let raw else { return nil }
    if raw.pointee.tag == BH_INTEGER.rawValue { return raw.pointee.as.integer }
    return integralNumber
  }

  @usableFromInline var integralNumber: Int64? {
    guard let raw else { return nil }
    return tag == BH_NUMBER.rawValue ? Int64(exactly: raw.pointee.as.number) : nil
  }

  @inlinable package var number: Double? {
    guard let raw else { return nil }
    if raw.pointee.tag == BH_NUMBER.rawValue { return raw.pointee.as.number }
    return raw.pointee.tag == BH_INTEGER.rawValue ? Double(raw.pointee.as.integer) : nil
  }

  package var string: ByteString? {
    guard let raw, tag == BH_STRING.rawValue else { return nil }
    let bytes = UnsafeRawBufferPointer(start: raw.pointee.as.bytes, count: Int(raw.pointee.length))
    return ByteString(bytes: Array(bytes))
  }

  /// The bytes of a string as Lua holds them, without a copy; valid until the host function returns.
  var stringBytes: UnsafeRawBufferPointer? {
    guard let raw, tag == BH_STRING.rawValue else { return nil }
    return UnsafeRawBufferPointer(start: raw.pointee.as.bytes, count: Int(raw.pointee.length))
  }

  package var object: HostObject? {
    guard let raw, tag == BH_HOST.rawValue, let pointer = raw.pointee.as.object else { return nil }
    return Unmanaged<HostObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// A function, thread or foreign userdata. It can be read once: what nobody takes C releases.
  package var reference: LuaReference? {
    guard let raw, tag == BH_REFERENCE.rawValue else { return nil }
    raw.pointee.tag = BH_ABSENT.rawValue
    return LuaReference(owning: Int32(raw.pointee.as.integer), type: raw.pointee.length, in: interpreter.context)
  }

  package var function: LuaReference? { isFunction ? reference : nil }

  /// The whole value. A table becomes a list or a record; it can be read once.
  package var value: Value {
    switch tag {
    case BH_BOOLEAN.rawValue: return .boolean(boolean ?? false)
    case BH_INTEGER.rawValue: return .integer(integer ?? 0)
    case BH_NUMBER.rawValue: return .number(number ?? 0)
    case BH_STRING.rawValue: return .string(string ?? ByteString(bytes: []))
    case BH_NULL.rawValue: return .null
    case BH_HOST.rawValue:
      guard let object else { return .nil }
      object.keep()
      return .opaque(object)
    case BH_REFERENCE.rawValue: return reference.map { .opaque($0) } ?? .nil
    case BH_TREE.rawValue:
      guard var decoder = takeTree() else { return .nil }
      return decoder.value()
    default: return .nil
    }
  }

  /// A table as list elements and named fields; nil if it is no table. It can be read once.
  package var table: TableArgument? {
    guard var decoder = takeTree() else { return nil }
    return decoder.table()
  }

  private func takeTree() -> TreeDecoder? {
    guard let raw, tag == BH_TREE.rawValue, let pointer = raw.pointee.as.object else { return nil }
    let tree = pointer.assumingMemoryBound(to: bh_tree.self)
    return tree.pointee.taken ? nil : TreeDecoder(tree, in: interpreter.context)
  }
}

/// The place for one value on its way to Lua.
package struct HostResult {
  let raw: UnsafeMutablePointer<bh_value>
  let host: Unmanaged<Interpreter>
  private var interpreter: Interpreter { host.takeUnretainedValue() }

  init(raw: UnsafeMutablePointer<bh_value>, host: Unmanaged<Interpreter>) {
    self.raw = raw
    self.host = host
  }

  init(raw: UnsafeMutablePointer<bh_value>, interpreter: Interpreter) {
    self.init(raw: raw, host: .passUnretained(interpreter))
  }

  package mutating func set(_ flag: Bool) {
    raw.pointee.tag = BH_BOOLEAN.rawValue
    raw.pointee.as.integer = flag ? 1 : 0
  }

  package mutating func set(_ object: HostObject) {
    raw.pointee.tag = BH_HOST.rawValue
    raw.pointee.as.object = interpreter.descriptor(of: object)
  }

  package mutating func set(_ reference: LuaReference) {
    interpreter.arena.pointee.keep(reference)
    raw.pointee.tag = BH_REFERENCE.rawValue
    raw.pointee.length = reference.type
    raw.pointee.as.integer = Int64(reference.number)
  }

  package mutating func set(_ string: ByteString) {
    raw.pointee.tag = BH_STRING.rawValue
    place(string.bytes)
  }

  /// A parsed document, which C walks when the host function has returned; the tape must live until then.
  mutating func set(tape: UnsafeMutablePointer<bh_tape>) {
    raw.pointee.tag = BH_TAPE.rawValue
    raw.pointee.as.object = UnsafeMutableRawPointer(tape)
  }

  /// - Throws: `bind.value` for a value nested too deeply.
  package mutating func set(_ value: Value) throws(Diagnostic) {
    if value.putScalar(into: raw) { return }
    switch value {
    case .null: raw.pointee.tag = BH_NULL.rawValue
    case .string(let string): set(string)
    case .opaque(let object as HostObject): set(object)
    case .opaque(let reference as LuaReference) where reference.context === interpreter.context: set(reference)
    case .nil, .boolean, .integer, .number, .opaque: raw.pointee.tag = BH_NIL.rawValue
    case .list, .record:
      try set(tree: value)
      raw.pointee.tag = BH_TREE.rawValue
    }
  }

  /// An err table.
  package mutating func set(error diagnostic: Diagnostic) throws(Diagnostic) {
    try set(tree: .record(diagnostic.record))
    raw.pointee.tag = BH_ERROR_TREE.rawValue
  }

  private mutating func set(tree value: Value) throws(Diagnostic) {
    var encoder = TreeEncoder(interpreter)
    try encoder.append(value)
    place(encoder.bytes)
  }

  private mutating func place(_ bytes: [UInt8]) {
    raw.pointee.length = UInt32(bytes.count)
    let address = host._withUnsafeGuaranteedRef { $0.arena }.pointee.copy(bytes, count: bytes.count)
    raw.pointee.as.bytes = UnsafePointer(address.assumingMemoryBound(to: CChar.self))
  }
}
