-- Contract 49, 51: a binding whose place had gone when it delivered waits for that, also where what is around it is given once more in the same
-- write.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.overwritten" or err.id == "bind.detached", err.message) end)
local function make(kind, first)
  if kind == "model" then return bh.bindable(first), function() end end
  local out = first
  local list = bh.source {
    optimistic = kind == "optimistic", get = function() return out end,
    set = function(new)
      bh.sleep "1ms"
      out = new
      return true
    end,
  }
  repeat bh.sleep "1ms" until list:has_value()
  return list, function() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
  local list, settled = make(kind, { { id = 1 } })
  local whole, says, on = bh.bindable { { id = 1 }, { id = 3 } }, bh.bindable(12), bh.bindable(true)
  bh.bind(whole, list, { priority = 1 })
  bh.bind(bh.bindable(11), list:by("id", 3) "n", { when = on, priority = 2 })
  local binding = bh.bind(says, list "[1].m", { priority = 3 })
  settled()
  bh.transaction(function()
    whole:set(bh.json.decode "[]")
    says:set(13)
    on:set(false)
  end)
  settled()
  print(kind, bh.json.encode(list:get()), binding "status":get())
  list:insert(1, { id = 2 })
  settled()
  print(kind, bh.json.encode(list:get()), binding "status":get())
end
-- expect: model	[]	failed
-- expect: model	[{"id":2,"m":13}]	ok
-- expect: optimistic	[]	failed
-- expect: optimistic	[{"id":2,"m":13}]	ok
-- expect: pessimistic	[]	failed
-- expect: pessimistic	[{"id":2,"m":13}]	ok
