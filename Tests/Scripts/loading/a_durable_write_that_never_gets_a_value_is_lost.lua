-- Contract W-6, W-4: a durable write that ends before there is a value to make it of is lost, which is told once; one that is
-- only asked about was never said yes to, and what can be made of nothing is kept, with all that is made of it.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id, err.message) end)

local function add(n) return n + 1 end
local function seven() return 7 end
local function yes() return true end

local function ends(name, writes)
  local scope = bh.scope(function()
    local x = bh.loadable(name, { durable = true,
      load = function() bh.sleep "1h" return 0 end, send = function() bh.sleep "1h" return true end })
    for _, write in ipairs(writes) do x:write(write) end
  end)
  for _ = 1, 5 do bh.sleep(0) end
  scope:close()
  print(name)
end

ends("one", { { apply = add } })
-- expect: source.lost	a write of one is lost: it ended before there was a value to make it of
-- expect: one
ends("two", { { apply = add }, { apply = add }, { apply = add, confirm = yes } })
-- expect: source.lost	2 writes of two are lost: they ended before there was a value to make them of
-- expect: two
ends("kept", { { apply = seven }, { apply = add } })
-- expect: kept
