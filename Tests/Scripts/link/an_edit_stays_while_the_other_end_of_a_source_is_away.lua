-- Contract 50, 51: a link onto a place of a source that is away leaves what its other end has, and what a person writes there, as one onto a place of a
-- bindable does.
local bh = require "bindhost"
bh.on_error(function() end)
local function all(what, first, run)
  local found = {}
  for _, kind in ipairs { "model", "optimistic", "pessimistic" } do
    local out, cell, quiet = first, bh.bindable(first), function() end
    if kind ~= "model" then
      cell = bh.source { optimistic = kind == "optimistic", get = function() return out end, set = function(new)
        bh.sleep "1ms"
        out = new
        return true
      end }
      repeat bh.sleep "1ms" until cell:has_value()
      function quiet() repeat bh.sleep "1ms" until cell "$pending":get() == 0 end
    end
    local now = run(cell, quiet)
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(what, table.concat(found, " or "))
end
local function linked(value, place, quiet)
  local link = bh.link(value, place)
  quiet()
  return link
end

all("no such element", { { id = 1, n = 1 } }, function(list, quiet)
  local value = bh.bindable(40)
  local link = linked(value, list:by("id", 3) "n", quiet)
  return value:get() .. " " .. link "status":get()
end)
all("nothing around it", { a = 1 }, function(record, quiet)
  local value = bh.bindable(40)
  local link = linked(value, record "x.y", quiet)
  return value:get() .. " " .. link "status":get()
end)
all("edited while it is away", { { id = 1, n = 1 }, { id = 3, n = 3 } }, function(list, quiet)
  local value = bh.bindable(40)
  local link = linked(value, list:by("id", 3) "n", quiet)
  list:remove(2)
  quiet()
  value:set(41)
  quiet()
  return value:get() .. " " .. link "status":get()
end)
-- expect: no such element	40 failed
-- expect: nothing around it	40 failed
-- expect: edited while it is away	41 failed
