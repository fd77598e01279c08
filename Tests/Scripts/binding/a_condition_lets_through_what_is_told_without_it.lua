-- Contract 1, 18, 20, 49: what counts as a change of a value counts as one behind a condition too: each write where values are not compared, and
-- a touch, also where several callbacks of the wave write and put back.
local bh = require "bindhost"
local ways = {
  never = { equals = "never" },
  ["function"] = { equals = function() return false end },
  value = {},
}
for _, way in ipairs { "never", "function", "value" } do
  local told = { plain = 0, ["when"] = 0 }
  local value, lid, go = bh.bindable(1, ways[way]), bh.bindable(1), bh.bindable(0)
  bh.bind(value, function() told.plain = told.plain + 1 end)
  bh.bind(value, function() told["when"] = told["when"] + 1 end, { when = lid })
  local function show(title)
    print(way, title, told.plain, told["when"])
    told = { plain = 0, ["when"] = 0 }
  end
  show "first"
  value:set(1)
  show "equal"
  bh.transaction(function() value:set(1) end)
  show "in a transaction"
  lid:set(2)
  show "the condition holds otherwise"
  local acts = {}
  for at = 1, 3 do go:observe(function() if acts[at] then acts[at]() end end, { initial = false }) end
  acts = { function() value:set(5) end, function() value:set(1) end }
  go:set(1)
  show "put back"
  acts[3] = function() value:touch() end
  go:set(2)
  show "put back, touched"
end
-- expect: never	first	1	1
-- expect: never	equal	1	1
-- expect: never	in a transaction	1	1
-- expect: never	the condition holds otherwise	0	0
-- expect: never	put back	1	1
-- expect: never	put back, touched	1	1
-- expect: function	first	1	1
-- expect: function	equal	1	1
-- expect: function	in a transaction	1	1
-- expect: function	the condition holds otherwise	0	0
-- expect: function	put back	0	0
-- expect: function	put back, touched	1	1
-- expect: value	first	1	1
-- expect: value	equal	0	0
-- expect: value	in a transaction	0	0
-- expect: value	the condition holds otherwise	0	0
-- expect: value	put back	0	0
-- expect: value	put back, touched	1	1

-- A condition that is a place in a record has ended for who writes after that, whatever is touched later.
local record, all, shown = bh.bindable { on = true }, bh.bindable(0), bh.bindable(0)
bh.bind(bh.bindable(1), shown, { when = record "on" })
all:observe(function() record "on":set(false) end, { initial = false })
all:observe(function() shown:set(9) end, { initial = false })
all:observe(function() record "on":touch() end, { initial = false })
all:set(1)
print(shown:get())                                         -- expect: 9
