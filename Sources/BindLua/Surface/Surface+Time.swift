import BindCore

/// `bh.time`: the World's clocks, and dates as text. Times are seconds since 1970-01-01T00:00:00Z.
extension Surface {
  var timeFunctions: [Entry] {
    [
      Entry(
        "now",
        """
        () -> number
        Seconds since 1970-01-01T00:00:00Z.
        """
      ) { [unowned self] call throws(Failure) in try call.reply(.number(world.clock.date.seconds)) },
      Entry(
        "monotonic",
        """
        () -> number
        Seconds of a clock that is never set, for measuring.
        """
      ) { [unowned self] call throws(Failure) in
        try call.reply(.number(Double(world.clock.now.nanoseconds) / 1e9))
      },
      Entry(
        "format",
        """
        (time?: number, options?) -> string
        A time as ISO 8601 text; now, if none is given.
        - tz: string = "UTC". A zone such as Europe/Berlin, or local.
        """
      ) { [unowned self] call throws(Failure) in
        let time = try call.time(1, or: world.clock.date.seconds)
        let zone = try zone(of: call, 2)
        try call.reply(.string(DateText.text(of: time, in: zone)))
      },
      Entry(
        "parse",
        """
        (text: string, options?) -> number?, err?
        The time that an ISO 8601 text says, in seconds since 1970.
        - tz: string = "UTC". The zone of texts that name none, such as Europe/Berlin, or local.
        """
      ) { [unowned self] call throws(Failure) in
        let text = try call.string(1, "text").text
        let zone = try zone(of: call, 2)
        guard let time = DateText.time(of: text, in: zone) else {
          return try call.replyFailure(
            .diagnostic(
              Diagnostic(
                .timeInvalid, "'\(text.prefix(60))' is no date and time",
                notes: ["written as 2026-03-01, 2026-03-01T09:30:00, 2026-03-01T09:30:00.250Z or …+02:00"])))
        }
        try call.reply(.number(time))
      },
      Entry(
        "date",
        """
        (time?: number, options?) -> table
        {year, month, day, hour, min, sec, wday, offset} of a time; of now, if none is given.
        - tz: string = "UTC". A zone such as Europe/Berlin, or local.
        """
      ) { [unowned self] call throws(Failure) in
        let time = try call.time(1, or: world.clock.date.seconds)
        let zone = try zone(of: call, 2)
        let whole = Int64(time.rounded(.down))
        let offset = zone.offset(at: whole)
        let civil = CivilTime(seconds: whole + offset)
        let fields: [(ByteString, Int)] = [
          ("year", civil.year), ("month", civil.month), ("day", civil.day), ("hour", civil.hour), ("min", civil.minute),
          ("sec", civil.second), ("wday", civil.weekday + 1), ("offset", Int(offset)),
        ]
        try call.reply(.record(Record(fields.map { ($0.0, .integer(Int64($0.1))) })))
      },
    ]
  }

  /// `{tz = "Europe/Berlin"}`, `{tz = "local"}`; UTC unless it says otherwise.
  private func zone(of call: Call, _ index: Int) throws(Failure) -> any TimeZoneRules {
    guard let name = try call.options(index).string("tz") else { return Greenwich() }
    do {
      return name == "local" ? try world.clock.zones.local() : try world.clock.zones.zone(named: name)
    } catch {
      var diagnostic = error
      diagnostic.message = "\(call.name): \(error.message)"
      throw .diagnostic(diagnostic)
    }
  }
}

extension Call {
  /// Seconds since 1970, in the years that four digits can say.
  fileprivate func time(_ index: Int, or present: Double) throws(Failure) -> Double {
    guard has(index) else { return present }
    guard let time = argument(index).number, (-62_135_596_800..<253_402_300_800).contains(time) else {
      throw wrong(index, "time", expected: "seconds since 1970 between the years 1 and 9999", sayingValue: true)
    }
    return time
  }
}
