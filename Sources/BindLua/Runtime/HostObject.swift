package import BindCore
package import CBindValue

/// What a script holds as a userdata: a cell, a Ref, a handle, a scope.
///
/// One Swift object has at most one userdata, so identity in Lua is identity here. The userdata retains the object.
/// Confined to the interpreter's thread.
package class HostObject: Opaque, @unchecked Sendable {
  /// The kind it was made with (`Interpreter.registerKind`).
  package let kind: ObjectKind
  /// It is, or was until not long ago, part of a value: its userdata is anchored.
  package final var isKept = false

  /// Where C may read a scalar without asking, or nil. It must live as long as the object.
  package var slot: UnsafeMutablePointer<bh_slot>? { nil }

  package init(kind: ObjectKind) {
    self.kind = kind
  }

  package override var typeName: String { kind.name }

  /// `obj:get()` and `obj:peek()` when C cannot answer alone.
  ///
  /// - Throws: what the script shall see: a `Diagnostic`, or a `LuaFailure` to raise its value unchanged.
  package func read(_ reading: ReadMode, into result: inout HostResult) throws -> ReadOutcome {
    throw Diagnostic(.bindArgument, "a \(typeName) has no value to read")
  }

  /// The same of what C can take as it is: false says nothing but that `read` is to be asked.
  package func readScalar(into place: UnsafeMutablePointer<bh_value>) -> Bool { false }

  /// `obj:set(value)`. The result is `true` unless something else is put there.
  package func write(_ value: HostArgument, into result: inout WriteResult) throws {
    throw Diagnostic(.bindReadOnly, "a \(typeName) cannot be set")
  }

  /// `obj "path"`: asked once for each path, then found in the object's own cache.
  package func resolve(path: ByteString) throws -> HostObject {
    throw Diagnostic(.bindPath, "a \(typeName) has no fields")
  }

  /// It becomes part of a value: from there it can be had when no script has its userdata, and with all that this holds.
  /// - Returns: false where there is no memory for that now.
  @discardableResult
  package func keep() -> Bool { true }
}

/// How a cell is being read.
package struct ReadMode: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Not tracked.
  package static let peek = ReadMode(rawValue: 1)
  /// `.needsEvaluation` may be answered: the evaluation that reads can be suspended.
  package static let suspendable = ReadMode(rawValue: 2)
}

package enum ReadOutcome {
  /// The result is set.
  case value
  /// Another cell must be evaluated first; the reading evaluation is suspended and asks again. Only when
  /// `ReadMode.suspendable` was given.
  case needsEvaluation
}

/// A kind of host object: its name in messages, its number in C.
package struct ObjectKind: Hashable, Sendable {
  package let name: String
  package let number: UInt32
}
