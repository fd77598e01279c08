import BindCore
import Testing

/// Cron expressions: what they mean, and where they are wrong.
@Suite struct CronTests {
  /// The first times after a moment on the wall.
  private func times(_ text: String, after: String = "2026-01-01 00:00:00", _ count: Int = 3) throws -> [String] {
    let expression = try CronExpression(text)
    var offset: Int64?
    var civil = try #require(CivilTime(parsing: after, offset: &offset))
    var found: [String] = []
    while found.count < count, let next = expression.next(after: civil) {
      found.append("\(next)")
      civil = next
    }
    return found
  }

  @Test func fieldsAreNumbersNamesRangesStepsAndLists() throws {
    #expect(try times("*/20 * * * *") == ["2026-01-01 00:20:00", "2026-01-01 00:40:00", "2026-01-01 01:00:00"])
    #expect(try times("0 9-11 * * *", 4).last == "2026-01-02 09:00:00")
    #expect(try times("5,35 0 1 * *", 3) == ["2026-01-01 00:05:00", "2026-01-01 00:35:00", "2026-02-01 00:05:00"])
    #expect(try times("0 0 1 jan,JUL *", 2) == ["2026-07-01 00:00:00", "2027-01-01 00:00:00"])
    #expect(try times("0 12 * * MON-fri", 2) == ["2026-01-01 12:00:00", "2026-01-02 12:00:00"])
    #expect(try times("0 12 * * FRI-SUN", 3).last == "2026-01-04 12:00:00")
    #expect(try times("10/20 0 * * *", 3) == ["2026-01-01 00:10:00", "2026-01-01 00:30:00", "2026-01-01 00:50:00"])
  }

  @Test func sixFieldsBeginWithTheSeconds() throws {
    #expect(try times("*/30 * * * * *") == ["2026-01-01 00:00:30", "2026-01-01 00:01:00", "2026-01-01 00:01:30"])
    #expect(try times("15 0 6 * * *", 1) == ["2026-01-01 06:00:15"])
  }

  @Test func sundayIsZeroAndSeven() throws {
    #expect(try times("0 0 * * 0", 2) == ["2026-01-04 00:00:00", "2026-01-11 00:00:00"])
    #expect(try times("0 0 * * 7", 2) == (try times("0 0 * * 0", 2)))
    #expect(try times("0 0 * * 5-7", 3) == ["2026-01-02 00:00:00", "2026-01-03 00:00:00", "2026-01-04 00:00:00"])
  }

  @Test func dayOfMonthAndDayOfWeekAreEitherUnlessOneBeginsWithAStar() throws {
    // The 13th or a Friday.
    #expect(
      try times("0 0 13 * FRI", 4) == [
        "2026-01-02 00:00:00", "2026-01-09 00:00:00", "2026-01-13 00:00:00", "2026-01-16 00:00:00",
      ])
    // Odd days that are Fridays.
    #expect(try times("0 0 */2 * FRI", 2) == ["2026-01-09 00:00:00", "2026-01-23 00:00:00"])
  }

  @Test func theLastDayAndTheNthWeekday() throws {
    #expect(try times("0 0 L * *", 3) == ["2026-01-31 00:00:00", "2026-02-28 00:00:00", "2026-03-31 00:00:00"])
    #expect(try times("0 0 * * 5L", 2) == ["2026-01-30 00:00:00", "2026-02-27 00:00:00"])
    #expect(try times("0 0 * * TUE#2", 2) == ["2026-01-13 00:00:00", "2026-02-10 00:00:00"])
    #expect(try times("0 0 29 2 *", 2) == ["2028-02-29 00:00:00", "2032-02-29 00:00:00"])
    #expect(try times("0 0 * * 1#5", 2) == ["2026-03-30 00:00:00", "2026-06-29 00:00:00"])
  }

  @Test func wordsStandForExpressions() throws {
    #expect(try times("@hourly", 1) == ["2026-01-01 01:00:00"])
    #expect(try times("@daily", 1) == ["2026-01-02 00:00:00"])
    #expect(try times("@weekly", 1) == ["2026-01-04 00:00:00"])
    #expect(try times("@monthly", 1) == ["2026-02-01 00:00:00"])
    #expect(try times("@yearly", 1) == ["2027-01-01 00:00:00"])
    #expect(try CronExpression("@reboot").isReboot)
  }

  @Test(arguments: [
    ("* * *", 1), ("60 * * * *", 1), ("* 24 * * *", 3), ("0 0 31 2 *", 5), ("0 0 30 feb *", 5), ("*/0 * * * *", 1),
    ("0 0 * * MOX", 9), ("0  0 * 13 *", 8), ("5-1 * * * *", 1), ("0 0 * * 1#6", 9), ("1,,2 * * * *", 1),
    ("@dayly", 1), ("0 0 0 0 0 0 0", 13), ("0 0 0 * *", 5), ("  0 0 x * *", 7), ("61 0 0 * * *", 1), ("", 1),
  ])
  func aMistakeNamesTheColumnOfItsField(_ text: String, _ column: Int) {
    do {
      _ = try CronExpression(text)
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.column == column, "\(text): \(error)")
    }
  }

  @Test func aMistypedWordIsOfferedTheNearest() {
    do {
      _ = try CronExpression("@dayly")
      Issue.record("taken")
    } catch { #expect(error.message.contains("did you mean '@daily'")) }
  }

  /// Against looking at every minute of a year.
  @Test func nextIsTheFirstMinuteThatFits() throws {
    let expressions = ["7 3 * * *", "*/7 */5 1-7 * 2", "0 0 L 2,4 *", "30 12 * 6 5L", "1 1 1 1 *"]
    for text in expressions {
      let expression = try CronExpression(text)
      var civil = CivilTime(2026, 1, 1)
      var byNext: [Int64] = []
      while let next = expression.next(after: civil), next.year == 2026 {
        byNext.append(next.seconds)
        civil = next
      }
      var byLooking: [Int64] = []
      for minute in stride(from: CivilTime(2026, 1, 1).seconds + 60, to: CivilTime(2027, 1, 1).seconds, by: 60) {
        let before = CivilTime(seconds: minute - 1)
        if expression.next(after: before)?.seconds == minute { byLooking.append(minute) }
      }
      #expect(byNext == byLooking, "\(text)")
    }
  }

  @Test func civilTimesAndSecondsAgree() {
    var seconds: Int64 = -3_000_000_000
    while seconds < 9_000_000_000 {
      let civil = CivilTime(seconds: seconds)
      #expect(civil.seconds == seconds)
      #expect((1...CivilTime.days(inMonth: civil.month, of: civil.year)).contains(civil.day))
      seconds += 86_400 * 3 + 3_601
    }
    #expect(CivilTime(2026, 1, 1).weekday == 4 && CivilTime(2000, 2, 29).weekday == 2)
  }
}

/// Clocks that are put forward and back.
@Suite struct CronCalendarTests {
  /// Two offsets, changed at two times: central European summer 2026.
  private final class Zone: TimeZoneRules {
    let name = "Test/Berlin"
    static let spring: Int64 = 1_774_746_000  // 2026-03-29T01:00:00Z
    static let autumn: Int64 = 1_792_890_000  // 2026-10-25T01:00:00Z
    func offset(at time: Int64) -> Int64 { (Self.spring..<Self.autumn).contains(time) ? 7200 : 3600 }
    func nextChange(after time: Int64) -> Int64? { [Self.spring, Self.autumn].first { $0 > time } }
  }

  private func dues(_ text: String, after: Int64, _ count: Int) throws -> [(String, CronCalendar.Note?)] {
    let calendar = CronCalendar(try CronExpression(text), in: Zone())
    var time = after
    var found: [(String, CronCalendar.Note?)] = []
    while found.count < count, let due = calendar.next(after: time) {
      found.append(("\(CivilTime(seconds: due.time))Z", due.note))
      time = due.time
    }
    return found
  }

  @Test func aTimeThatDoesNotExistRunsOnceAfterTheGap() throws {
    let found = try dues("30 2 * * *", after: Zone.spring - 86_400, 3)
    #expect(found.map(\.0) == ["2026-03-28 01:30:00Z", "2026-03-29 01:00:00Z", "2026-03-30 00:30:00Z"])
    #expect(found.map(\.1) == [nil, .gap, nil])
    // Several in one gap are one.
    let several = try dues("*/15 2 * * *", after: Zone.spring - 3600, 2)
    #expect(several.map(\.0) == ["2026-03-29 01:00:00Z", "2026-03-30 00:00:00Z"])
  }

  @Test func aTimeThatComesTwiceRunsTheFirstTime() throws {
    let found = try dues("30 2 * * *", after: Zone.autumn - 7200, 2)
    #expect(found.map(\.0) == ["2026-10-25 00:30:00Z", "2026-10-26 01:30:00Z"])
    #expect(found.map(\.1) == [.repeated, nil])
    // Asked in the middle of the second time.
    #expect(try dues("30 2 * * *", after: Zone.autumn + 600, 1).map(\.0) == ["2026-10-26 01:30:00Z"])
  }

  @Test func whatRunsEveryHourRunsEveryRealHour() throws {
    #expect(
      try dues("0 * * * *", after: Zone.autumn - 7201, 4).map(\.0) == [
        "2026-10-24 23:00:00Z", "2026-10-25 00:00:00Z", "2026-10-25 01:00:00Z", "2026-10-25 02:00:00Z",
      ])
    #expect(
      try dues("30 * * * *", after: Zone.spring - 3600, 3).map(\.0) == [
        "2026-03-29 00:30:00Z", "2026-03-29 01:30:00Z", "2026-03-29 02:30:00Z",
      ])
  }

  @Test func everyTimeComesAfterTheOneBefore() throws {
    for text in ["*/5 * * * *", "0 3 * * *", "30 2 * * *", "*/20 1-3 * * *", "0 0 * * 0"] {
      let calendar = CronCalendar(try CronExpression(text), in: Zone())
      var time: Int64 = 1_767_225_600
      var count = 0
      while count < 3000, let due = calendar.next(after: time), due.time < 1_800_000_000 {
        #expect(due.time > time, "\(text)")
        time = due.time
        count += 1
      }
      #expect(count > 50)
    }
  }
}
