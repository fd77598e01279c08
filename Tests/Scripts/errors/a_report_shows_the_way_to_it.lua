-- Contract 27: what nobody handles is shown with the stack and with the writes that led to it.
local bh = require "bindhost"
local a, b = bh.bindable(1, { name = "first" }), bh.bindable(1, { name = "second" })
local function deep(v) if v == 3 then error "no threes" end end
a:observe(function(v) b:set(v) end)
b:observe(function(v) deep(v) end)
a:set(2)
a:set(3)
print "after"  -- expect: after
-- expect error: script.error
-- expect stderr: no threes
-- expect stderr: a_report_shows_the_way_to_it.lua:4
-- expect stderr: a_report_shows_the_way_to_it.lua:6
-- expect stderr: in observer of second
-- expect stderr: caused by  write  →  second  a_report_shows_the_way_to_it.lua:5
-- expect stderr: caused by  write  →  first  a_report_shows_the_way_to_it.lua:8
