-- CONTRACT 17, 42, 51: a place that is away shows what it held last, also if it was there between two callbacks only.
local bh = require "bindhost"
local m = bh.model("m", { list = { 1, 2 } })
local go, field = bh.bindable(0), bh.bindable(0)
local link = bh.link(field, m "list[2]")
m "list[2]":set(2)
m "list":set { 1 }
local shown
m "list[2]":observe(function(v) shown = v end)
local function put(...)
  local handles = {}
  for i, list in ipairs { ... } do handles[i] = go:observe(function() m "list":set(list) end, { initial = false }) end
  go:set(go:peek() + 1)
  for _, h in ipairs(handles) do h:stop() end
  print(m "list[2]":get(), shown, field:get(), link "status":get())
end
put({ 1, 5 }, { 1 })                           -- expect: 5	5	5	ok
put({ 1, 6 }, { 7 })                           -- expect: 6	6	6	ok
put({ 1, 6 }, { 8 })                           -- expect: 6	6	6	ok
put({ 1, 9 }, { 1, 6 })                        -- expect: 6	6	6	ok
