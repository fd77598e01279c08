import BindCore
import BindJSON
import BindLua

/// Workload m: 1 MB of JSON becomes the value of a model's field, at first and again with one record changed; beside it the
/// same text as plain Lua tables. The time is that of a record.
func jsonCases() -> [Case] {
  let documents = (JSONDocument.text(scoreOfSeven: 1), JSONDocument.text(scoreOfSeven: 2))
  return [
    Case("m.first", "bindhost.into", operations: JSONDocument.records, body: firstLoad(documents.0)),
    Case("m.first", "simdjson.lua", operations: JSONDocument.records, body: luaTables(documents.0)),
    Case("m.reload", "bindhost.into", operations: JSONDocument.records, body: reload(documents)),
    Case("m.reload", "simdjson.lua", operations: JSONDocument.records, body: luaTables(documents.0)),
  ]
}

enum JSONDocument {
  static let records = 2800

  /// About 370 bytes for a record: numbers of both kinds, texts, a list, a record inside, null.
  static func text(scoreOfSeven: Int) -> [UInt8] {
    let rows = (1...records).map { number in
      let score = number == 7 ? scoreOfSeven : number * 37 % 1000
      return """
        {"id": \(number), "name": "Person number \(number)", "email": "person\(number)@mail.example.org", \
        "active": \(number % 3 == 0), "score": \(score), "balance": \(Double(number) * 1.25), "manager": null, \
        "tags": ["alpha", "beta", "tag\(number % 40)"], \
        "address": {"street": "\(number) Long Street", "city": "Wellington", "country": "nz", "zip": "\(10_000 + number)"}, \
        "note": "The quick brown fox jumps over the lazy dog and comes back again \(number)"}
        """
    }
    return Array("[\(rows.joined(separator: ",\n"))]".utf8)
  }
}

private func field(_ engine: Engine) -> LeafCell {
  LeafCell(.list([]), declaration: .plain(.list([])), name: "people", engine: engine)
}

private func load(_ text: [UInt8], into cell: LeafCell, by parser: JSONParser) {
  do { _ = try cell.write(try parser.value(of: text)) } catch { giveUp("\(error)") }
}

private func firstLoad(_ text: [UInt8]) -> () -> Void {
  let engine = Engine()
  let parser = JSONParser()
  return {
    let cell = field(engine)
    load(text, into: cell, by: parser)
    guard case .list(let rows)? = try? cell.get(), rows.count == JSONDocument.records else {
      giveUp("records are missing")
    }
  }
}

private func reload(_ documents: (one: [UInt8], other: [UInt8])) -> () -> Void {
  let engine = Engine()
  let parser = JSONParser()
  let cell = field(engine)
  load(documents.one, into: cell, by: parser)
  var changes: [String] = []
  var places: [Cell] = []
  // What is looked at: three leaves, of which one changes.
  for path in ["[7].score", "[8].score", "[7].address.city"] {
    guard let parsed = try? Path(parsing: ByteString(path)), let place = try? cell.at(parsed) else {
      giveUp("no place")
    }
    place.observe(initial: false) { _, _, _ in changes.append(path) }
    places.append(place)
  }
  var takesOther = true
  return { [places, engine] in
    changes = []
    load(takesOther ? documents.other : documents.one, into: cell, by: parser)
    takesOther.toggle()
    guard changes == ["[7].score"], places.count == 3, engine.root.isClosed == false else {
      giveUp("not exactly the changed leaf: \(changes)")
    }
  }
}

private func luaTables(_ text: [UInt8]) -> () -> Void {
  do {
    let host = try ScriptHost()
    let function = try made(
      by: "local bh = require 'bindhost' return function(text) return #bh.json.decode(text) end", host.interpreter)
    let argument = Value.string(ByteString(bytes: text))
    return {
      let count = try? host.interpreter.call(function, [argument], results: 1).first
      guard count == .integer(Int64(JSONDocument.records)) else { giveUp("records are missing") }
    }
  } catch {
    giveUp("\(error)")
  }
}
