import BindCore
import Testing

@Suite("Durations as text") struct DurationTextTests {
  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("5s", .seconds(5)), ("2m", .seconds(120)), ("1h", .seconds(3600)),
    ("5", .seconds(5)), ("0.25", .milliseconds(250)), ("1.5s", .milliseconds(1500)), (".5m", .seconds(30)),
    ("0", .zero), ("0.000000001s", .nanoseconds(1)), ("0.1s", .milliseconds(100)), ("2.h", .seconds(7200)),
  ])
  func whatScriptsWriteIsReadExactly(_ text: String, _ duration: Duration) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: [
    "", "s", ".", ".s", "-5s", "+5s", "5 s", " 5s", "5S", "5sec", "1.2.3s", "1e3", "inf", "nan", "0x10", "1h30m", "5d",
    "99999999999999999999s", "9999999999h", "5s\n",
  ])
  func everythingElseIsRefused(_ text: String) {
    #expect(Duration(text: text) == nil)
  }

  @Test func numbersAreSeconds() {
    #expect(Duration(.integer(5)) == .seconds(5))
    #expect(Duration(.number(0.25)) == .milliseconds(250))
    #expect(Duration(.string("2m")) == .seconds(120))
    for refused: Value in [
      .nil, .boolean(true), .number(.nan), .number(.infinity), .number(-1), .integer(-1), .integer(.max), .list([]),
    ] {
      #expect(Duration(refused) == nil, "\(refused)")
    }
  }

  @Test(arguments: ["250ms", "5s", "2m", "1h", "0s", "1.5s", "90m", "61s", "0.5ms", "1.000000001s", "0.000001ms"])
  func theTextOfADurationReadsBackAsTheSame(_ text: String) throws {
    let duration = try #require(Duration(text: text))
    #expect(duration.text == text)
  }
}
