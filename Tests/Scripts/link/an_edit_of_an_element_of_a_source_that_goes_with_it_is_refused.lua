-- Contract 42, 51: an edit that a link asks for in an element which goes in the same transaction is refused: the link says so, and when the element
-- returns both ends agree.
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
  local list, settled = make(kind, { { id = 1, n = 1 } })
  local field = bh.bindable(1)
  local link = bh.link(list:by("id", 1) "n", field)
  settled()
  bh.transaction(function()
    list:remove(1)
    field:set(14)
  end)
  settled()
  print(kind, link "status":get() ~= "ok", link "input":get(), link "error":get() and link "error":get().id)
  list:set { { id = 1, n = 1 } }
  settled()
  print(kind, field:get(), list:by("id", 1) "n":get(), link "status":get())
end
-- expect: model	true	14	bind.detached
-- expect: model	1	1	ok
-- expect: optimistic	true	14	bind.detached
-- expect: optimistic	1	1	ok
-- expect: pessimistic	true	14	bind.detached
-- expect: pessimistic	1	1	ok
