/// Rows as values: lists of texts, or records by the names of a header.
package struct CSVTable {
  /// What stands in the columns; nil: nobody says.
  package private(set) var names: [ByteString]?
  package private(set) var rows: [Value]

  package enum Header: Hashable, Sendable {
    case none
    /// The first row has the names.
    case firstRow
    case given([ByteString])
  }

  /// - Throws: also if a row has another number of fields than the header, or the header a name twice.
  package init(reading text: [UInt8], header: Header, _ dialect: CSV.Dialect = CSV.Dialect()) throws(CSV.Problem) {
    var reader = CSVReader(text, dialect)
    var found = try reader.rows()
    switch header {
    case .none:
      rows = found.map { .list($0.fields.map { .string($0) }) }
      return
    case .firstRow:
      guard !found.isEmpty else {
        throw CSV.Problem(message: "a header expected, and the text is empty", line: 1, column: 1)
      }
      names = found.removeFirst().fields
    case .given(let given): names = given
    }
    let names = names ?? []
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      throw CSV.Problem(message: "the header has the name '\(names[twice].text)' twice", line: 1, column: 1)
    }
    rows = []
    rows.reserveCapacity(found.count)
    for row in found {
      guard row.fields.count == names.count else {
        throw CSV.Problem(
          message: "a row of \(row.fields.count) fields under a header of \(names.count)", line: row.line, column: 1)
      }
      rows.append(.record(Record(zip(names, row.fields).map { ($0, .string($1)) })))
    }
  }

  /// - Parameters:
  ///   - rows: lists, or records; nil and null become empty fields.
  ///   - names: the columns of records, in their order; nil: all names that occur, sorted.
  ///   - writesHeader: nil: if the rows are records, or names are given.
  package static func text(
    of rows: [Value], names: [ByteString]?, writesHeader: Bool?, _ dialect: CSV.Dialect = CSV.Dialect()
  ) throws(CSV.Refusal) -> [UInt8] {
    var names = names
    let hasRecords = rows.contains { if case .record = $0 { true } else { false } }
    if names == nil, hasRecords {
      var all: Set<ByteString> = []
      for case .record(let record) in rows { all.formUnion(record.fields.map(\.name)) }
      names = all.sorted()
    }
    var bytes: [UInt8] = []
    if let names, writesHeader ?? true { append(names, to: &bytes, dialect) }
    for (index, row) in rows.enumerated() {
      var fields: [ByteString] = []
      switch row {
      case .list(let elements):
        for (column, element) in elements.enumerated() {
          fields.append(try field(element, "[\(index + 1)][\(column + 1)]"))
        }
      case .record(let record):
        for name in names ?? [] { fields.append(try field(record[name] ?? .nil, "[\(index + 1)].\(name.text)")) }
      default:
        throw CSV.Refusal(sentence: "[\(index + 1)]: a row is a list or a record, not \(row.typeName)")
      }
      append(fields, to: &bytes, dialect)
    }
    return bytes
  }

  private static func field(_ value: Value, _ place: String) throws(CSV.Refusal) -> ByteString {
    switch value {
    case .list, .record, .opaque:
      throw CSV.Refusal(sentence: "\(place): a field is a string, number or boolean, not \(value.typeName)")
    case .string(let text): text
    default: ByteString(value.words)
    }
  }

  private static func append(_ fields: [ByteString], to bytes: inout [UInt8], _ dialect: CSV.Dialect) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(dialect.separator) }
      // A row of one empty field would be an empty line, which nobody reads.
      let isQuoted =
        (fields.count == 1 && field.isEmpty)
        || field.bytes.contains { $0 == dialect.separator || "\"\r\n".utf8.contains($0) }
      guard isQuoted else {
        bytes += field.bytes
        continue
      }
      bytes.append(UInt8(ascii: "\""))
      for byte in field.bytes {
        if byte == UInt8(ascii: "\"") { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += dialect.lineEnd.utf8
  }
}
