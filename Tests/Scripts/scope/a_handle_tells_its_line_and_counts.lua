-- LUA_API: handle:info() gives counts and the source line.
local bh = require "bindhost"
local a = bh.bindable(1, { name = "a" })
local observer = a:observe(function(v) if v == 2 then error "two" end end)  -- expect error: script.error
local binding = bh.bind(a, bh.bindable())
local timer = bh.effect(function() return a:get() end)
a:set(2)
a:set(3)
for _, handle in ipairs { observer, binding, timer } do
  local info = handle:info()
  print(info.title, info.script, info.line, info.runs, info.errors)
end
-- expect: observer of a	a_handle_tells_its_line_and_counts.lua	4	3	1
-- expect: binding a → bindable	a_handle_tells_its_line_and_counts.lua	5	3	0
-- expect: effect	a_handle_tells_its_line_and_counts.lua	6	3	0
