local bh = require "bindhost"
local time = bh.time
print(time.format(0), time.format(1767225600.25))            -- expect: 1970-01-01T00:00:00Z	2026-01-01T00:00:00.250Z
print(time.format(-0.5))                                     -- expect: 1969-12-31T23:59:59.500Z
print(time.format(1772353800, { tz = "Europe/Berlin" }), time.format(1782894600, { tz = "Europe/Berlin" }))
-- expect: 2026-03-01T09:30:00+01:00	2026-07-01T10:30:00+02:00
print(time.parse "2026-03-01T09:30:00+01:00" == 1772353800, time.parse("2026-03-01T09:30", { tz = "Europe/Berlin" }) == 1772353800)
-- expect: true	true
print(time.parse "1970-01-01T00:00:01.250Z", time.parse "1970-01-02")  -- expect: 1.25	86400.0
-- What no clock shows comes an hour later.
print(time.format(time.parse("2026-03-29T02:30:00", { tz = "Europe/Berlin" }), { tz = "Europe/Berlin" }))
-- expect: 2026-03-29T03:00:00+02:00
local d = time.date(1782894600, { tz = "Asia/Kolkata" })
print(d.year, d.month, d.day, d.hour, d.min, d.sec, d.wday, d.offset)  -- expect: 2026	7	1	14	0	0	4	19800
local none, err = time.parse "2026-02-30"
print(none, err.kind, err.id, err.message)                   -- expect: nil	decode	time.invalid	'2026-02-30' is no date and time
print(select(2, pcall(time.format, 0, { tz = "Europe/Berlim" })).message:match "Berli[mn]" ~= nil)  -- expect: true
print(select(2, pcall(time.format, 1e300)).id)               -- expect: bind.argument
print(math.abs(time.now() - os.time()) <= 1.5, time.monotonic() <= time.monotonic())  -- expect: true	true
print(os.date("!%Y-%m-%d", 0), os.date("!%H:%M", 3600))      -- expect: 1970-01-01	01:00
print(#os.date() > 5, os.time { year = 2026, month = 1, day = 2, hour = 0 } - os.time { year = 2026, month = 1, day = 1, hour = 0 })
-- expect: true	86400
