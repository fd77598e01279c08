import BindCore
import TestSupport
import Testing

@Suite struct CSVTests {
  @Test func tenThousandRandomTablesComeBackUnchanged() throws {
    let pieces = ["", "a", ",", ";", "\"", "\n", "\r\n", "\r", " ", "é", "\0", "text"]
    for seed in 0..<UInt64(10_000) {
      var dice = Dice(state: seed)
      let width = 1 + dice.below(4)
      let rows = (0..<dice.below(6)).map { _ in
        Value.list(
          (0..<width).map { _ in
            .string((0..<dice.below(4)).map { _ in pieces[dice.below(pieces.count)] }.joined())
          })
      }
      var dialect = CSV.Dialect()
      if seed % 2 == 0 { dialect.separator = UInt8(ascii: ";") }
      if seed % 3 == 0 { dialect.lineEnd = "\n" }
      let text = try CSVTable.text(of: rows, names: nil, writesHeader: nil, dialect)
      let back = try CSVTable(reading: text, header: .none, dialect)
      guard back.rows == rows else {
        Issue.record("seed \(seed): \(String(decoding: text, as: UTF8.self)) gave \(back.rows)")
        return
      }
    }
  }
}
