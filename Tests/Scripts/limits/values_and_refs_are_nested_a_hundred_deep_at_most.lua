local bh = require "bindhost"
local cell = bh.bindable({})
local function refused(fn, ...)
  local ok, err = pcall(fn, ...)
  print(ok, err.id, err.message:match "nested 100 deep at most")
end

local path = ("a."):rep(99) .. "a"
print(cell:at(path, { create = true }):set(1))   -- expect: true
print(cell(path):get())                          -- expect: 1
refused(cell, path .. ".a")                      -- expect: false	bind.value	nested 100 deep at most
refused(cell, ("a."):rep(100000) .. "a")         -- expect: false	bind.value	nested 100 deep at most
refused(function()
  local ref = cell
  for _ = 1, 100000 do ref = ref "a" end
end)                                             -- expect: false	bind.value	nested 100 deep at most

local deep = 1
for _ = 1, 60 do deep = { a = deep } end
local half = cell(("a."):rep(49) .. "a")
refused(half.set, half, deep)                    -- expect: false	bind.value	nested 100 deep at most

-- Values that flow from cell to cell never pass a script.
local first = bh.bindable(deep)
local second = bh.bindable({ a = 0 })
local third = bh.bindable({ a = 0 })
bh.bind(first, second "a")
bh.bind(second, third(("a")), { on_error = function(err) print(err.id) end })
print(type(third:get()))                         -- expect: table
