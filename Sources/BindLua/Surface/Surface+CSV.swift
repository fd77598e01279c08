import BindCore

/// `bh.csv`: tables as text.
extension Surface {
  var csvFunctions: [Entry] {
    [
      Entry(
        "decode",
        """
        (text: string, options?) -> list?, err?
        The rows of a table: lists, or records if there is a header.
        - header: boolean|list = false. Whether the first row names the columns; or their names.
        - separator: string = ",". One character.
        > for _, row in ipairs(bh.csv.decode(text, { header = true })) do print(row.name) end
        """
      ) { call throws(Failure) in
        let text = try call.string(1, "text")
        let options = try call.options(2)
        let dialect = try options.csvDialect()
        let header: CSVTable.Header
        switch options["header"] {
        case nil, .boolean(false): header = .none
        case .boolean(true): header = .firstRow
        default: header = .given(try options.csvNames())
        }
        let table: CSVTable
        do throws(CSV.Problem) { table = try CSVTable(reading: text.bytes, header: header, dialect) } catch {
          return try call.replyFailure(.diagnostic(Diagnostic(.csvInvalid, error.sentence)))
        }
        try call.reply(.list(table.rows))
      },
      Entry(
        "encode",
        """
        (rows: list, options?) -> string
        Rows as text: lists, or records by name.
        - header: boolean|list = true for records. Whether a row of names comes first; or the names and their order.
        - separator: string = ",". One character.
        - newline: "\\n"|"\\r\\n" = "\\n". What ends a row.
        """
      ) { call throws(Failure) in
        guard case .list(let rows) = call.value(1) else { throw call.wrong(1, "rows", expected: "a list of rows") }
        let options = try call.options(2)
        let dialect = try options.csvDialect()
        var names: [ByteString]?
        var writesHeader: Bool?
        switch options["header"] {
        case nil: break
        case .boolean(let flag): writesHeader = flag
        default: names = try options.csvNames()
        }
        let text: [UInt8]
        do throws(CSV.Refusal) {
          text = try CSVTable.text(of: rows, names: names, writesHeader: writesHeader, dialect)
        } catch {
          throw .diagnostic(Diagnostic(.csvValue, "\(call.name): \(error.sentence)"))
        }
        try call.reply(.string(ByteString(bytes: text)))
      },
    ]
  }
}

extension Options {
  fileprivate func csvDialect() throws(Failure) -> CSV.Dialect {
    var dialect = CSV.Dialect()
    if let text = try string("separator") {
      guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80, !"\"\r\n\0".utf8.contains(byte) else {
        throw .diagnostic(
          Diagnostic(
            .bindArgument, "\(owner): option 'separator': one ASCII character expected, neither a quote nor a line end")
        )
      }
      dialect.separator = byte
    }
    if let text = try string("newline") {
      guard ["\n", "\r\n"].contains(text) else {
        throw .diagnostic(Diagnostic(.bindArgument, "\(owner): option 'newline': \"\\n\" or \"\\r\\n\" expected"))
      }
      dialect.lineEnd = text
    }
    return dialect
  }

  fileprivate func csvNames() throws(Failure) -> [ByteString] {
    guard case .list(let elements)? = self["header"] else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument,
          "\(owner): option 'header': true, false or a list of names expected, got \((self["header"] ?? .nil).typeName)"
        ))
    }
    var names: [ByteString] = []
    for element in elements {
      guard case .string(let name) = element else {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(owner): option 'header': a name is a string, got \(element.typeName)"))
      }
      names.append(name)
    }
    return names
  }
}
