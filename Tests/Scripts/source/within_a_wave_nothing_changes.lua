-- Contract 3, 60: what a getter answers in the middle of a wave is seen in a later one, by everybody.
local bh = require "bindhost"
local server = 1
local src = bh.source { name = "src", get = function() return server end }
local x = bh.bindable(0)
local both = bh.computed(function() return x:get() .. "/" .. src:get() end)
local seen = {}
local function note(who, ...) seen[#seen + 1] = who .. " " .. table.concat({ ... }, " ") end
x:observe(function(v)
  note("first", v, src:get())
  if v == 0 then return end
  server = server + 1
  src:refresh()
  note("first", v, src:get())
end)
x:observe(function(v) note("second", v, src:get(), both:get()) end)
both:observe(function(text) note("both", text) end)
local function show() print(table.concat(seen, ", ")) seen = {} end
show()                       -- expect: first 0 1, second 0 1 0/1, both 0/1
x:set(1)
show()                       -- expect: first 1 1, first 1 1, second 1 1 1/1, both 1/1, both 1/2
bh.transaction(function() x:set(2) end)
show()                       -- expect: first 2 2, first 2 2, second 2 2 2/2, both 2/2, both 2/3

-- An optimistic write of the same wave lies over the answer, whichever comes first.
local other = bh.source { name = "other", optimistic = true, get = function() return server end,
  set = function() bh.sleep "1ms" return true end }
x:observe(function(v) if v == 3 then other:modify(function(n) return n + 100 end) end end)
x:observe(function(v) if v == 3 then server = 7 other:refresh() end end)
x:set(3)
print(other:get())           -- expect: 107
while other "$pending":get() > 0 do bh.sleep "1ms" end
print(other:get())           -- expect: 107

-- What is made inside a wave has its value at once.
x:observe(function(v)
  if v ~= 4 then return end
  local made = bh.source { get = function() return "made" end }
  print(made:get())          -- expect: made
end)
x:set(4)
