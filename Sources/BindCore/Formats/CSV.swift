/// Comma-separated values as RFC 4180 has them.
package enum CSV {
  package struct Dialect: Hashable, Sendable {
    /// One ASCII character between two fields.
    package var separator = UInt8(ascii: ",")
    /// What ends a line that is written; every kind of line end is read.
    package var lineEnd = "\r\n"

    package init() {}
  }

  /// Why a text is no table, and where.
  package struct Problem: Error, Hashable, Sendable {
    /// One sentence without place and full stop.
    package let message: String
    /// Counted from 1; a column is a character, not a byte.
    package let line: Int
    package let column: Int

    package var sentence: String { "line \(line), column \(column): \(message)" }
  }

  /// What a table cannot say, with its place.
  package struct Refusal: Error, Hashable, Sendable {
    package let sentence: String
  }

  /// A row with the line on which it begins.
  package struct Row: Hashable, Sendable {
    package var fields: [ByteString]
    package var line: Int
  }
}
