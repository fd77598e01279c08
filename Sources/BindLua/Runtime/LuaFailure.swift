package import BindCore
internal import CLua

/// A call into Lua that did not end well.
package struct LuaFailure: Error {
  package enum Reason: Equatable, Sendable {
    /// The script raised.
    case raised
    /// There was no memory: more than the script may have, or the machine had none. There is no error value.
    case outOfMemory
    /// The time limit of the call.
    case timeLimit
    /// Ctrl-C.
    case interrupted
  }

  package var reason: Reason
  /// The id of what bindhost found itself or raised; nil for a value that a script raised.
  package var id: DiagnosticID?
  /// The error value as text.
  package var message: String
  /// Where it was raised: the innermost line of a script.
  package var position: SourcePosition?
  /// Frames of both sides, innermost first, as `luaL_traceback` writes them.
  package var traceback: String
  /// The error value itself: throw it on and Lua gets it unchanged.
  package var value: LuaReference?
  /// The fields of the err table, if the value is one.
  package var record: Record?
  /// What can be done about it.
  package var note: String?
  /// Of what was stopped for its time: which stop that was.
  var stop: UInt32 = 0
}

extension LuaFailure {
  /// Swift may keep what a script has made longer than its host: its functions are gone.
  static let closed = LuaFailure(
    reason: .raised, id: .bindDisposed, message: "the host is closed whose script's function this needs", traceback: "")

  /// Reads the failure that the context has just met.
  init(of context: LuaContext) {
    guard let pointer = context.pointer, let failure = bh_failure_of(pointer)?.pointee else {
      self = .closed
      return
    }
    self.init(
      reason: .raised, id: failure.id.flatMap { DiagnosticID(rawValue: String(cString: $0)) },
      message: LuaFailure.text(failure.message, failure.message_length),
      traceback: LuaFailure.text(failure.traceback, failure.traceback_length))
    if failure.status == Int32(BH_KILLED.rawValue) {
      reason = failure.reason == Int32(BH_KILL_INTERRUPT.rawValue) ? .interrupted : .timeLimit
      stop = failure.stop
    } else {
      reason = failure.is_memory ? .outOfMemory : .raised
    }
    note = failure.note.map { String(cString: $0) }
    if let script = failure.script, failure.line > 0 {
      position = SourcePosition(script: LuaFailure.text(script, failure.script_length), line: Int(failure.line))
    }
    if let tree = failure.tree {
      var decoder = TreeDecoder(tree, in: context)
      if case .record(let fields) = decoder.value() {
        record = fields
        id = fields.text("id").flatMap(DiagnosticID.init(rawValue:))
        message = fields.text("message") ?? message
        if let script = fields.text("script"), case .integer(let line)? = fields["line"],
          let known = Int32(exactly: line), known > 0
        {
          position = SourcePosition(script: script, line: Int(known))
        }
      }
    }
    let number = bh_failure_value(pointer)
    if number > 0 { value = LuaReference(owning: number, type: BH_TYPE_OTHER.rawValue, in: context) }
    // An address says nothing to anybody.
    if number > 0, message.hasPrefix("table: 0x") {
      let fields = LuaFailure.fields(number, of: pointer, in: context)
      message = fields.map { "a table: \($0)" } ?? "a table"
    }
  }

  /// What the table holds, if that can be a value.
  private static func fields(_ number: Int32, of pointer: OpaquePointer, in context: LuaContext) -> Value? {
    var raw = bh_value()
    guard bh_read_reference(pointer, number, &raw) == Int32(BH_OK.rawValue), raw.tag == BH_TREE.rawValue,
      let tree = raw.as.object?.assumingMemoryBound(to: bh_tree.self)
    else { return nil }
    defer { bh_tree_free(pointer, tree) }
    var decoder = TreeDecoder(tree, in: context)
    let value = decoder.value()
    // With both elements and fields it is no value.
    return value.isNil ? nil : value
  }

  private static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let bytes else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }
}

extension LuaFailure {
  /// The failure as a report: an err table with its own id, anything else as `script.error`.
  package var diagnostic: Diagnostic {
    var diagnostic = Diagnostic(
      id ?? .scriptError, message, at: position, notes: note.map { [$0] } ?? [], traceback: traceback)
    diagnostic.stop = stop
    if let record {
      if let kind = record.text("kind").flatMap(ErrorKind.init(rawValue:)) { diagnostic.kind = kind }
      diagnostic.suggestions = record.texts("suggestions")
      diagnostic.notes = record.texts("notes")
      if case .integer(let status)? = record["status"] { diagnostic.status = Int(status) }
      diagnostic.circumstances = Circumstances(record)
    }
    return diagnostic
  }
}

extension Record {
  /// Known by what it says, so that an error that went through a cell is still one: an `id` and a `kind` of the
  /// catalogue, and a message.
  var isErrorTable: Bool {
    guard count >= 3, let id = text("id"), let kind = text("kind"), text("message") != nil else { return false }
    return DiagnosticID(rawValue: id) != nil && ErrorKind(rawValue: kind) != nil
  }

  fileprivate func text(_ name: ByteString) -> String? {
    if case .string(let bytes)? = self[name] { bytes.text } else { nil }
  }

  fileprivate func texts(_ name: ByteString) -> [String] {
    guard case .list(let elements)? = self[name] else { return [] }
    return elements.compactMap { if case .string(let bytes) = $0 { bytes.text } else { nil } }
  }
}

extension Diagnostic {
  /// The err table a script sees: `id kind message script line column suggestions notes status cause`, and the circumstances.
  package var record: Record {
    var fields: [Record.Field] = [
      ("id", .string(id.rawValue)), ("kind", .string(kind.rawValue)), ("message", .string(message)),
    ]
    if let position {
      fields.append(("script", .string(position.script)))
      fields.append(("line", .integer(Int64(position.line))))
      if let column = position.column { fields.append(("column", .integer(Int64(column)))) }
    }
    if !suggestions.isEmpty { fields.append(("suggestions", .list(suggestions.map { .string($0) }))) }
    if !notes.isEmpty { fields.append(("notes", .list(notes.map { .string($0) }))) }
    if let status { fields.append(("status", .integer(Int64(status)))) }
    fields += circumstances.fields
    if let raised {
      fields.append(("cause", raised.value))
    } else if let cause {
      fields.append(("cause", .record(cause.record)))
    }
    return Record(fields)
  }
}
