-- Contract 50, W-3: what is written by hand behind the end that a list is to have, when a write under way has made it shorter, is a new element, in a
-- source that shows the old one still as in a bindable.
local bh = require "bindhost"
local tx = bh.transaction
local function all(what, first, run)
  local found = {}
  for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
    local out, cell = first, bh.bindable(first)
    if kind ~= "model" then
      cell = bh.source { optimistic = kind == "optimistic", get = function() return out end, set = function(new)
        bh.sleep "1ms"
        out = new
        return true
      end }
      repeat bh.sleep "1ms" until cell:has_value()
    end
    run(cell)
    if kind ~= "model" then repeat bh.sleep "1ms" until cell "$pending":get() == 0 end
    local now = bh.json.encode(cell:get())
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(what, table.concat(found, " or "))
end
all("removed", { 1, 2, 3 }, function(list)
  tx(function() list:remove(3) end)
  tx(function() list "[3]":set(9) end)
end)
all("cleared", { 1, 2 }, function(list)
  tx(function() list:set {} end)
  tx(function() list "[1]":set(9) end)
end)
all("several", { 1, 2, 3 }, function(list)
  tx(function() list:set { 1 } end)
  tx(function() list "[2]":set(5) end)
  tx(function() list "[3]":set(6) end)
end)
all("by a function", { 1, 2 }, function(list)
  tx(function() list:remove(2) end)
  tx(function() list "[2]":modify(function(old) return (old or 0) + 7 end) end)
end)
all("inside", { a = { x = { 1, 2, 3 } } }, function(record)
  tx(function() record "a.x":remove(3) end)
  tx(function() record "a.x[3]":set(9) end)
end)
-- expect: removed	[1,2,9]
-- expect: cleared	[9]
-- expect: several	[1,5,6]
-- expect: by a function	[1,7]
-- expect: inside	{"a":{"x":[1,2,9]}}
