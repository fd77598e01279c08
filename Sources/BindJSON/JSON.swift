package import BindCore

/// JSON text and `Value`: one decoder and one encoder for scripts, HTTP, stores and tools.
///
/// Integers and floats are kept apart, null is `.null`, `[]` and `{}` are an empty list and an empty record, of two
/// fields with one name the last stands. Safe to use from any thread.
package enum JSON {
  /// Objects and arrays inside each other: as deep as a value may be nested.
  package static let depthLimit = Value.nestingLimit
  /// Bytes of one text.
  package static let lengthLimitBytes = 256 << 20

  /// Reads one document.
  /// - Throws: what is wrong with the text and where.
  package static func decode(_ text: [UInt8], big: BigIntegers = .float) throws(JSONProblem) -> Value {
    try JSONParser().value(of: text, big: big)
  }

  /// Writes a value: fields sorted by name, floats in the shortest form that reads back as the same float.
  /// - Parameter indent: spaces for each level; nil: everything on one line without spaces.
  /// - Throws: what JSON cannot say, with the path to it.
  package static func encode(_ value: Value, indent: Int? = nil) throws(JSONRefusal) -> [UInt8] {
    var writer = JSONWriter(indent: indent)
    try writer.write(value)
    return writer.bytes
  }

  /// What becomes of an integer beyond 64 bits.
  package enum BigIntegers: Hashable, Sendable {
    /// The nearest float; `JSONParser.imprecise` says so.
    case float
    /// Its decimal digits as a string.
    case string
  }
}

/// Why a text is no JSON document, and where.
package struct JSONProblem: Error, Hashable, Sendable {
  /// One sentence without place and full stop.
  package var message: String
  /// Counted from 1; a column is a character, not a byte.
  package var line: Int
  package var column: Int
  /// The text around the place, on one line, at most about forty characters.
  package var excerpt: String
  /// There was no memory for the document.
  package var isMemory = false

  /// The sentence with its place: `line 3, column 7: a value expected near '…'`.
  package var sentence: String {
    isMemory ? message : "line \(line), column \(column): \(message)" + (excerpt.isEmpty ? "" : " near '\(excerpt)'")
  }
}

/// What JSON cannot say, with the path to it.
package struct JSONRefusal: Error, Hashable, Sendable {
  /// As a script writes it: `todos[2].done`; empty for the value itself.
  package var path: String
  package var reason: String

  package var sentence: String { path.isEmpty ? "the value \(reason)" : "\(path) \(reason)" }
}
