import BindCore
import BindJSON
import Glibc
import TestSupport
import Testing

@Suite("JSON") struct JSONTests {
  private func decoded(_ text: String, big: JSON.BigIntegers = .float) throws -> Value {
    try JSON.decode(Array(text.utf8), big: big)
  }

  private func encoded(_ value: Value, indent: Int? = nil) throws -> String {
    String(decoding: try JSON.encode(value, indent: indent), as: UTF8.self)
  }

  /// Equal with integers and floats told apart, which `==` of cells does not.
  private func isSame(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(isSame)
    case (.record(let a), .record(let b)):
      a.count == b.count && zip(a.fields, b.fields).allSatisfy { $0.name == $1.name && isSame($0.value, $1.value) }
    case (.string, .string), (.boolean, .boolean), (.null, .null): left == right
    default: false
    }
  }

  /// Threads run on while `exit` takes the libraries down.
  @Test func aThreadThatReadsMeetsTheEndOfTheProgramUnharmed() async {
    await #expect(processExitsWith: .success) {
      // Before the library's own: what comes last to the end comes first to its turn.
      atexit { usleep(100_000) }
      _ = try JSON.decode(Array("[1]".utf8))
      #expect(DetachedThread.start { while true { _ = try? JSONParser().value(of: Array("[1]".utf8)) } } == 0)
      exit(0)
    }
  }

  @Test func everyKindOfValueIsKept() throws {
    let text =
      #"{"e":{},"l":[],"i":9007199254740993,"f":1.0,"n":null,"t":true,"s":"a\u0000b\ud83d\ude00","deep":[[{"x":-0.0}]]}"#
    let value = try decoded(text)
    let expected = Value.record(
      Record([
        ("e", .record(Record())), ("l", .list([])), ("i", .integer(9_007_199_254_740_993)), ("f", .number(1)),
        ("n", .null), ("t", .boolean(true)), ("s", .string("a\0b😀")),
        ("deep", .list([.list([.record(Record([("x", .number(-0.0))]))])])),
      ]))
    #expect(isSame(value, expected))
  }

  @Test func ofTwoFieldsWithOneNameTheLastStands() throws {
    let value = try decoded(#"[{"b":1,"a":2,"b":3},{"b":1,"a":2,"b":4},{"a":5,"a":null}]"#)
    #expect(try encoded(value) == #"[{"a":2,"b":3},{"a":2,"b":4},{"a":null}]"#)
  }

  @Test func recordsThatShareTheirNamesAndRecordsThatDoNotAreToldApart() throws {
    let text =
      #"[{"b":1,"a":2},{"b":3,"a":4},{"a":5,"b":6},{"b":7},{"b":8,"c":9},{"b":{"b":1,"a":2},"a":{"b":0,"a":3}}]"#
    let expected =
      #"[{"a":2,"b":1},{"a":4,"b":3},{"a":5,"b":6},{"b":7},{"b":8,"c":9},{"a":{"a":3,"b":0},"b":{"a":2,"b":1}}]"#
    #expect(try encoded(decoded(text)) == expected)
  }

  @Test func integersBeyond64BitsBecomeFloatsAndAreNoted() throws {
    let parser = JSONParser()
    let text = "[1, 9223372036854775807,\n -9223372036854775808, 9223372036854775808, 123456789012345678901234567890]"
    let value = try parser.value(of: Array(text.utf8))
    let expected = Value.list([
      .integer(1), .integer(.max), .integer(.min), .number(9_223_372_036_854_775_808),
      .number(1.2345678901234568e29),
    ])
    #expect(isSame(value, expected))
    #expect(parser.imprecise?.line == 2 && parser.imprecise?.column == 24, "\(String(describing: parser.imprecise))")
    _ = try parser.value(of: Array("[1]".utf8))
    #expect(parser.imprecise == nil)
  }

  @Test func integersBeyond64BitsAreKeptAsDigitsIfAskedFor() throws {
    let text = #"["18446744073709551616",18446744073709551615,18446744073709551616,-9223372036854775809,1e3]"#
    let expected = Value.list([
      .string("18446744073709551616"), .string("18446744073709551615"), .string("18446744073709551616"),
      .string("-9223372036854775809"), .number(1000),
    ])
    #expect(isSame(try decoded(text, big: .string), expected))
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    #expect(try JSON.decode([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == .list([.integer(1)]))
  }

  @Test func aLongTextIsLetGoOfAndTheNextIsRead() throws {
    let parser = JSONParser()
    let long =
      Array("[".utf8) + Array(repeatElement(Array("\"0123456789\",".utf8), count: 500_000).joined()) + Array("1]".utf8)
    guard case .list(let elements) = try parser.value(of: long) else {
      Issue.record("a list was written")
      return
    }
    #expect(elements.count == 500_001 && elements.last == .integer(1))
    parser.trim()
    parser.trim()
    #expect(try parser.value(of: Array("[7]".utf8)) == .list([.integer(7)]))
    // One that is longer than ever needs larger buffers again.
    #expect(try parser.value(of: long) == .list(elements))
  }

  @Test func theFirstFaultIsNamedWithItsPlace() throws {
    let cases: [(text: String, line: Int, column: Int, words: String)] = [
      ("", 1, 1, "the text is empty"), ("  \n ", 2, 2, "the text is empty"),
      ("{\n  \"a\": 1,\n  \"b\": tru\n}", 3, 8, "a value expected"),
      ("[1, 2,]", 1, 7, "a value expected after ','"), ("[1 2]", 1, 4, "',' or ']' expected"),
      ("{\"a\" 1}", 1, 6, "':' expected"), ("{\"a\": 1,}", 1, 9, "a field's name"), ("{a: 1}", 1, 2, "a field's name"),
      ("[1, 2", 1, 6, "ends inside an array"), ("{\"a\": ", 1, 7, "ends inside an object"),
      ("\"äöü\" x", 1, 7, "nothing more expected"), ("['a']", 1, 2, "double quotes"),
      ("[01]", 1, 2, "leading zero"), ("[1.]", 1, 2, "after the point"), ("[-]", 1, 2, "after '-'"),
      ("[1e]", 1, 2, "exponent"), ("[1e400]", 1, 2, "too large"), ("[1x]", 1, 2, "malformed number"),
      ("[\"\\x\"]", 1, 3, "unknown escape"), ("[\"\\u12g4\"]", 1, 3, "hexadecimal"),
      ("[\"\\ud800\"]", 1, 3, "surrogate"), ("[\"\\udc00\"]", 1, 3, "surrogate"),
      ("[\"a\nb\"]", 1, 4, "control character"), ("[\"abc]", 1, 2, "without its end"),
      ("[1]]", 1, 4, "nothing more expected"), ("nul", 1, 1, "a value expected"), ("NaN", 1, 1, "a value expected"),
    ]
    for (text, line, column, words) in cases {
      do {
        let value = try decoded(text)
        Issue.record("\(text) is no document, and gave \(value)")
      } catch let problem as JSONProblem {
        #expect(
          problem.line == line && problem.column == column && problem.message.contains(words),
          "\(text): \(problem.sentence)")
      }
    }
  }

  @Test func bytesThatAreNoUTF8AreRefusedOnBothWays() throws {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
      #expect(throws: JSONProblem.self) { try JSON.decode([0x22] + bytes + [0x22]) }
      let refusal = #expect(throws: JSONRefusal.self) {
        try JSON.encode(.record(Record([("a b", .list([.string(ByteString(bytes: bytes))]))])))
      }
      #expect(refusal?.sentence == #"["a b"][1] is a string that is not valid UTF-8"#)
    }
  }

  @Test func whatJSONCannotSayIsRefusedWithItsPath() {
    let value = Value.record(Record([("hosts", .list([.integer(1), .record(Record([("load", .number(.nan))]))]))]))
    let refusal = #expect(throws: JSONRefusal.self) { try JSON.encode(value) }
    #expect(refusal?.path == "hosts[2].load")
    #expect(throws: JSONRefusal.self) { try JSON.encode(.number(-.infinity)) }
    #expect(throws: JSONRefusal.self) { try JSON.encode(.opaque(Opaque())) }
  }

  @Test func nestingHasALimitOnBothWays() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    let deepest = try decoded(nested(JSON.depthLimit))
    #expect(try encoded(deepest) == nested(JSON.depthLimit))
    let problem = #expect(throws: JSONProblem.self) { try decoded(nested(JSON.depthLimit + 1)) }
    #expect(problem?.column == JSON.depthLimit + 1)
    #expect(throws: JSONRefusal.self) { try JSON.encode(.list([deepest])) }
  }

  @Test func indentedTextReadsBackAsTheSameValue() throws {
    let value = try decoded(#"{"b":[1,{"c":[]}],"a":{}}"#)
    let text = try encoded(value, indent: 2)
    #expect(text == "{\n  \"a\": {},\n  \"b\": [\n    1,\n    {\n      \"c\": []\n    }\n  ]\n}")
    #expect(try decoded(text) == value)
  }

  /// Any value that JSON can say, with the awkward ones often.
  private func value(_ dice: inout Dice, depth: Int) -> Value {
    func string(_ dice: inout Dice) -> ByteString {
      let pieces = ["", "a", "\0", "\"", "\\", "\n", "é", "😀", "\u{7F}", "\u{2028}", "/", "key", "\u{1F}"]
      return ByteString((0..<dice.below(5)).map { _ in pieces[dice.below(pieces.count)] }.joined())
    }
    switch dice.below(depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .boolean(dice.below(2) == 0)
    case 2: return .integer(Int64(bitPattern: dice.next()) >> Int64(dice.below(64)))
    case 3:
      let number = Double(bitPattern: dice.next())
      return .number(number.isFinite ? number : 0.1)
    case 4: return .number(Double(dice.below(2_000_000) - 1_000_000) / 1000)
    case 5: return .string(string(&dice))
    case 6: return .list((0..<dice.below(5)).map { _ in value(&dice, depth: depth - 1) })
    default: return .record(Record((0..<dice.below(5)).map { _ in (string(&dice), value(&dice, depth: depth - 1)) }))
    }
  }

  @Test func tenThousandRandomValuesComeBackUnchanged() throws {
    let parser = JSONParser()
    for seed in 0..<UInt64(10_000) {
      var dice = Dice(state: seed)
      let value = value(&dice, depth: 6)
      let text = try JSON.encode(value, indent: seed % 2 == 0 ? nil : dice.below(4))
      let back = try parser.value(of: text)
      guard isSame(value, back) else {
        Issue.record("seed \(seed): \(String(decoding: text, as: UTF8.self))")
        return
      }
    }
  }

  @Test func tenThousandDamagedTextsAreReadOrNamedNeverBoth() throws {
    let parser = JSONParser()
    let signs = Array("[]{},:\"\\0e.- \n".utf8)
    for seed in 0..<UInt64(10_000) {
      var dice = Dice(state: seed)
      var text = try JSON.encode(value(&dice, depth: 4))
      for _ in 0...dice.below(3) {
        let place = dice.below(text.count + 1)
        switch dice.below(3) {
        case 0 where place < text.count: text.remove(at: place)
        case 1 where place < text.count: text[place] = UInt8(dice.below(256))
        default: text.insert(signs[dice.below(signs.count)], at: place)
        }
      }
      do {
        let value = try parser.value(of: text)
        // What was read is a value that is written and read again alike.
        guard isSame(try parser.value(of: try JSON.encode(value)), value) else {
          Issue.record("seed \(seed): \(String(decoding: text, as: UTF8.self))")
          return
        }
      } catch let problem as JSONProblem {
        // The fallback for a fault that the scan does not find is said nowhere.
        guard problem.message != "the text is no JSON document" else {
          Issue.record("seed \(seed): no place found in \(String(decoding: text, as: UTF8.self))")
          return
        }
      }
    }
  }
}
