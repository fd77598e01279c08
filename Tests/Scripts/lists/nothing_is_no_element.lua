-- Contract 38: nothing is dropped without a word. A list has no holes, whoever would make one.
local bh = require "bindhost"
local m = bh.model("m", { list = { 1, 2, 3 }, keyed = { { id = 1 } } })
local list = m "list"
local function try(f, ...)
  local ok, err = pcall(f, ...)
  print(ok, (tostring(err):gsub("nothing_is_no_element.lua:%d+: ", "")))
end
try(list.push, list)                             -- expect: false	bind.value: Ref:push: a list holds no nil
try(list.insert, list, 1, nil)                   -- expect: false	bind.value: Ref:insert: a list holds no nil
try(function() m "list[2]":set(nil) end)         -- expect: false	bind.value: m.list[2]: a list holds no nil
try(function() m "list[2]":modify(function() end) end)  -- expect: false	bind.value: m.list[2]: a list holds no nil
try(function() m "keyed":by("id", 1):set(nil) end)      -- expect: false	bind.value: m.keyed[id=1]: a list holds no nil
print(table.concat(list:get(), " "), #m "keyed":get())  -- expect: 1 2 3	1
list:push(bh.null)
print(list:get()[4] == bh.null)                  -- expect: true
