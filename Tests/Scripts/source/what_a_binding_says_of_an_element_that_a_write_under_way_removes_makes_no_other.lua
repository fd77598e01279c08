-- Contract 51, W-3: what a binding onto an element of a list says with what takes the element away, or while that is under
-- way, makes no other element, in a source that shows the old one still as in a bindable. Where the source refuses to take the
-- element away it holds what the binding says.
local bh = require "bindhost"
local tx = bh.transaction
local function settled(cell) repeat bh.sleep "1ms" until cell "$pending":get() == 0 end
local function made(kind, first, refuses)
  if kind == "model" then return bh.bindable(first) end
  local out = first
  local cell = bh.source { optimistic = kind == "optimistic", get = function() return out end, set = function(new)
    bh.sleep "1ms"
    if refuses and refuses(new) then return nil, "no" end
    out = new
    return true
  end }
  repeat bh.sleep "1ms" until cell:has_value()
  return cell
end
local function all(what, first, run)
  local found = {}
  for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
    local cell = made(kind, first)
    local function quiet() if kind ~= "model" then settled(cell) end end
    run(cell, quiet)
    quiet()
    local now = bh.json.encode(cell:get())
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(what, table.concat(found, " or "))
end
bh.on_error(function(err) assert(err.id == "bind.detached" or err.message == "no", err.message) end)
local always = bh.bindable(true)
all("together", { 1, 2, 3 }, function(list, quiet)
  local says = bh.bindable(20)
  bh.bind(says, list "[3]", { when = always })
  quiet()
  tx(function()
    list:remove(1)
    says:set(21)
  end)
end)
all("after it", { 1, 2, 3 }, function(list, quiet)
  local says = bh.bindable(20)
  bh.bind(says, list "[3]")
  quiet()
  tx(function() list:set { 1, 2 } end)
  tx(function() says:set(21) end)
end)
all("as another one comes", { 1, 2, 3 }, function(list, quiet)
  local says = bh.bindable(20)
  bh.bind(says, list "[3]", { when = always })
  quiet()
  tx(function()
    list:remove(1)
    says:set(21)
  end)
  tx(function() list:push(9) end)
end)
all("in place of it", { 1, 2, 3 }, function(list, quiet)
  local says = bh.bindable(20)
  bh.bind(says, list "[3]", { when = always })
  quiet()
  tx(function() list:remove(1) end)
  tx(function() says:set(21) end)
  tx(function() list:push(9) end)
end)
-- expect: together	[2,20]
-- expect: after it	[1,2]
-- expect: as another one comes	[2,3,21]
-- expect: in place of it	[2,3,21]

local kept = made("pessimistic", { 1, 2, 3 }, function(new) return #new < 3 end)
local says = bh.bindable(20)
bh.bind(says, kept "[3]", { when = always })
settled(kept)
tx(function() kept:remove(1) end)
tx(function() says:set(21) end)
settled(kept)
print("refused", bh.json.encode(kept:get()))   -- expect: refused	[1,2,21]
