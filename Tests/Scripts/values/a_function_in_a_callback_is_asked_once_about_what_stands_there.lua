-- Contract 8, 9: what a callback reads of a function that it has written is what is stored: the function is asked once about what stands there, and once
-- more where another callback has written it meanwhile.
local bh = require "bindhost"
for _, kind in ipairs { "plain", "model", "place", "state" } do
  for _, way in ipairs { "alone", "read", "sibling", "watched", "checked", "inner transaction", "reads" } do
    local cell, field
    local calls = 0
    local function check(v) return #v < 10, "too many" end
    local start = way == "checked" and bh.field { default = {}, check = check } or {}
    if kind == "plain" then
      cell = bh.bindable {}
    elseif kind == "place" then
      cell = bh.bindable { list = {}, n = 1 } "list"
    elseif kind == "state" then
      cell = bh.state("s " .. way, { list = start }, { store = "memory:" }) "list"
    else
      cell = bh.model("m " .. way, { list = start, n = 1 }) "list"
    end
    local go = bh.bindable(0)
    if way == "watched" then bh.each(cell, { key = "id" }) end
    local seen
    go:observe(function()
      local function add(list)
        calls = calls + 1
        list[#list + 1] = { id = calls, at = way == "reads" and go:get() or nil }
        return list
      end
      local function write() cell:modify(add) end
      if way == "inner transaction" then bh.transaction(write) else write() end
      if way ~= "alone" then
        local list = cell:get()
        seen = list[#list].id
      end
    end, { initial = false })
    go:set(1)
    local list = cell:get()
    if calls ~= 1 or (seen or 1) ~= list[1].id then print(kind, way, calls, seen, list[1].id) end
  end
end
print "done"

local total, go, calls = bh.bindable(0), bh.bindable(0), 0
for i = 1, 2 do
  go:observe(function()
    total:modify(function(v)
      calls = calls + 1
      return v + i
    end)
    print("sees", total:get())
  end, { initial = false })
end
go:set(1)
print(total:get(), calls)
-- expect: done
-- expect: sees	1
-- expect: sees	2
-- expect: 3	3
