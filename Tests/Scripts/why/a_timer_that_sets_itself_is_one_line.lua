-- Contract 7, 70: a chain may be of any length: an observer gets the newest part of it as a table, a report and `why` say
-- what comes again and again once, and how often.
local bh = require "bindhost"
local m = bh.model("m", { n = 0 })
local length = 0
m "n":observe(function(v, _, cause)
  length = 0
  while cause do
    length, cause = length + 1, cause.parent
  end
  if v == 150 then error "boom" end
end, { initial = false })
local function tick()
  m "n":modify(function(n) return n + 1 end)
  if m "n":get() < 150 then bh.after("0s", tick) end
end
tick()
while m "n":get() < 150 do bh.sleep("1ms") end
-- expect error: script.error
-- expect stderr: (149 times)
print(length)                                   -- expect: 32
print((tostring(bh.why(m "n")):gsub("[^ (]*a_timer_that_sets_itself_is_one_line.lua", "here")))
-- expect: m.n = 150
-- expect:   = write  →  m.n  here:14
-- expect:   = caused by  after here:15  (149 times)
-- expect:   = caused by  main chunk
-- exit: 1
