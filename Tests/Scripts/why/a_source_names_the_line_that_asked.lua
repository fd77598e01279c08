-- Contract 70: a value that another side has confirmed follows from the line that asked for it, and what the setter
-- itself writes does too.
local bh = require "bindhost"
local function say(ref) print((tostring(bh.why(ref)):gsub("[^ (]*a_source_names_the_line_that_asked.lua", "here"))) end
local log = bh.bindable("", { name = "log" })
local source = bh.source {
  name = "source",
  get = function() return 0 end,
  set = function(new)
    bh.sleep("1ms")
    log:set("set " .. new)
    return true
  end,
}
while not source:has_value() do bh.sleep("1ms") end
source:set(4)
say(source)
-- expect: source = 4
-- expect:   = source  →  source  here:6
-- expect:   = caused by  write  →  source  here:16
-- expect:   = caused by  main chunk
say(log)
-- expect: log = "set 4"
-- expect:   = write  →  log  here:11
-- expect:   = caused by  source "set of source"
-- expect:   = caused by  write  →  source  here:16
-- expect:   = caused by  main chunk
local button = bh.bindable(0, { name = "button" })
button:observe(function(v) source:set(v) end, { initial = false })
button:set(8)
while source "$pending":get() > 0 do bh.sleep("1ms") end
say(source)
-- expect: source = 8
-- expect:   = source  →  source  here:6
-- expect:   = caused by  write  →  source  here:29
-- expect:   = caused by  write  →  button  here:30
-- expect:   = caused by  main chunk
