package import BindCore
import CSQLite

/// One compiled statement: bind, step, read columns, reset.
///
/// Isolation: that of its database, which it keeps open.
package final class SQLiteStatement {
  private let pointer: OpaquePointer
  private let database: SQLiteDatabase

  init(_ pointer: OpaquePointer, of database: SQLiteDatabase) {
    self.pointer = pointer
    self.database = database
  }

  deinit { sqlite3_finalize(pointer) }

  /// Whether it changes nothing in the file.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  // MARK: Parameters

  /// How many values the statement wants.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  /// Names of parameters without their sign; nil for a plain `?`.
  package var parameterNames: [String?] {
    (0..<parameterCount).map { index in
      sqlite3_bind_parameter_name(pointer, Int32(index + 1)).map { String(cString: $0 + 1) }
    }
  }

  /// Binds all parameters by position. Another number of values than parameters is an error.
  package func bind(_ values: [Value]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw SQLiteError(
        .statement, "the statement has \(parameterCount) parameters, and \(values.count) values are given")
    }
    for (index, value) in values.enumerated() { try bind(value, at: index) }
  }

  /// Binds all parameters by name (`:id`, `@id` or `$id`); an absent field is NULL, a name that the statement does not
  /// have is an error.
  package func bind(named values: Record) throws(SQLiteError) {
    let names = parameterNames
    for (name, _) in values.fields where !names.contains(name.text) {
      throw SQLiteError(.statement, "the statement has no parameter named '\(name.text)'")
    }
    for (index, name) in names.enumerated() {
      guard let name else { throw SQLiteError(.statement, "parameter \(index + 1) has no name") }
      try bind(values[ByteString(name)] ?? .nil, at: index)
    }
  }

  /// nil and null bind NULL, true and false 1 and 0, a string that is UTF-8 a text and another one a blob.
  /// - Parameter index: counted from 0.
  package func bind(_ value: Value, at index: Int) throws(SQLiteError) {
    let place = Int32(clamping: index + 1)
    let code: Int32
    switch value {
    case .nil, .null: code = sqlite3_bind_null(pointer, place)
    case .boolean(let flag): code = sqlite3_bind_int64(pointer, place, flag ? 1 : 0)
    case .integer(let integer): code = sqlite3_bind_int64(pointer, place, integer)
    case .number(let number):
      // SQLite would make NULL of it without a word.
      if number.isNaN { throw SQLiteError(.statement, "parameter \(index + 1): SQL has no NaN") }
      code = sqlite3_bind_double(pointer, place, number)
    case .string(let string):
      let isText = String(validating: string.bytes, as: UTF8.self) != nil
      code = string.bytes.withUnsafeBytes { bytes in
        isText
          ? bh_sqlite_bind_text(pointer, place, bytes.baseAddress, bytes.count)
          : bh_sqlite_bind_blob(pointer, place, bytes.baseAddress, bytes.count)
      }
    case .list, .record, .opaque:
      throw SQLiteError(.statement, "parameter \(index + 1): a \(value.typeName) is no SQL value")
    }
    guard code == SQLITE_OK else { throw SQLiteError(code: code, of: database.pointer) }
  }

  // MARK: Rows

  /// Goes to the next row. False at the end; then the statement can be run again with the values it has.
  package func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      return false
    case let code:
      let error = SQLiteError(code: code, of: database.pointer)
      sqlite3_reset(pointer)
      throw error
    }
  }

  /// The rest of the rows, columns by name, NULL absent. Of two columns with one name the later stands.
  package func rows() throws(SQLiteError) -> [Record] {
    let names = columnNames.map { ByteString($0) }
    var rows: [Record] = []
    while try step() { rows.append(row(names)) }
    return rows
  }

  /// The present row by names that `columnNames` gave.
  package func row(_ names: [ByteString]) -> Record {
    var row: [Record.Field] = []
    row.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      let value = self[index]
      if !value.isNil { row.append((name, value)) }
    }
    return Record(row)
  }

  package var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  package var columnNames: [String] {
    (0..<columnCount).map { index in
      sqlite3_column_name(pointer, Int32(index)).map { String(cString: $0) } ?? ""
    }
  }

  /// A column of the present row, counted from 0; NULL is `.nil`, a blob a string of its bytes.
  package subscript(index: Int) -> Value {
    let column = Int32(clamping: index)
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: return .number(sqlite3_column_double(pointer, column))
    case SQLITE_TEXT, SQLITE_BLOB:
      let start = sqlite3_column_blob(pointer, column)
      let count = Int(sqlite3_column_bytes(pointer, column))
      return .string(ByteString(bytes: Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))))
    default: return .nil
    }
  }

  /// Ends the present run; the bound values stay.
  package func reset() { sqlite3_reset(pointer) }
}
