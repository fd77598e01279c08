-- Contract 27: a report is an err table; what the script raised is its cause, unchanged; it knows its stack and the way to it.
local bh = require "bindhost"
local a = bh.bindable(1, { name = "a" })
local mark = { 1, x = 2 }
local function show(err)
  print(err.id, err.kind, err.message, err.line, err.cause == mark or err.cause)
  print(err.traceback and err.traceback:match "^stack traceback" or "no stack", table.concat(err.notes, " | "))
end
bh.on_error(show)
a:observe(function(v) if v == 2 then error "a text" end end)
a:observe(function(v) if v == 3 then error(mark) end end)
a:observe(function(v) if v == 4 then a:nothing() end end)
local h = bh.bind(a, bh.bindable(0), function(v) if v == 5 then error "no five" end return v end)
a:set(2)
-- expect: script.error	script	a text	10	on_error_gets_a_report_with_its_cause.lua:10: a text
-- expect: stack traceback	in observer of a | caused by  write  →  a  on_error_gets_a_report_with_its_cause.lua:14 | caused by  main chunk
a:set(3)
-- expect: script.error	script	a table	11	true
-- expect: stack traceback	in observer of a | caused by  write  →  a  on_error_gets_a_report_with_its_cause.lua:17 | caused by  main chunk
bh.on_error(function(err) print(err.id, err.cause) end)
a:set(4)  -- expect: bind.unknown_method	nil
a:set(5)  -- expect: bind.transform_failed	on_error_gets_a_report_with_its_cause.lua:13: no five
print(h "error":get().kind, h "error":get().cause == h:info().error.cause)  -- expect: transform	true
