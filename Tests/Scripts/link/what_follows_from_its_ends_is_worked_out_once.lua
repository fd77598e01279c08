-- Contract 2, 3: a derived value that a binding delivers is worked out once in a wave, when all links around its inputs have settled.
local bh = require "bindhost"
local a, mid, far, limit = bh.bindable(20), bh.bindable(0), bh.bindable(0), bh.bindable(20)
bh.link(mid, far)
bh.link(a, mid)
local seen, total = {}, bh.bindable(0)
local sum = bh.combine({ a, limit }, function(x, y)
  seen[#seen + 1] = x .. "/" .. y
  return x + y
end)
bh.bind(sum, total)
local function told(write)
  seen = {}
  bh.transaction(write)
  return table.concat(seen, " ")
end
print(told(function() far:set(10) limit:set(15) end), total:get()) -- expect: 10/15	25
print(told(function() limit:set(7) mid:set(6) end), total:get()) -- expect: 6/7	13
print(told(function() a:set(1) limit:set(2) end), total:get()) -- expect: 1/2	3

-- What is asserted of both inputs holds at every time, also over a further binding and its own links.
local low, high, text = bh.bindable(1), bh.bindable(2), bh.bindable ""
local edit, out = bh.bindable(0), bh.bindable(0)
local gap = bh.bindable(0)
bh.bind(bh.computed(function() return total:get() + 0 end), low)
bh.link(low, edit)
bh.bind(bh.computed(function()
  assert(low:get() == a:get() + limit:get(), "torn")
  return low:get() - far:get()
end), gap)
bh.link(gap, out)
bh.bind(bh.computed(function() return gap:get() .. " of " .. out:get() .. " and " .. edit:get() end), text)
bh.transaction(function() far:set(4) limit:set(3) end)
print(text:get()) -- expect: 3 of 3 and 7

-- Which inputs it has may change: those it has had before count.
local bad, shown, evaluated = bh.bindable(false), bh.bindable(0), {}
bh.bind(bh.computed(function()
  if bad:get() then return -1 end
  evaluated[#evaluated + 1] = a:get()
  return a:get()
end), shown)
bad:set(true)
evaluated = {}
bh.transaction(function() bad:set(false) far:set(9) end)
print(shown:get(), table.concat(evaluated, " ")) -- expect: 9	9

-- An input that it reads for the first time in the wave brings nothing in between either.
local wide, told_of = bh.bindable(false), {}
local choice = bh.computed(function() return wide:get() and mid:get() or 0 end)
local chosen = bh.model("chosen", { v = bh.field { default = 0, check = function(v)
  told_of[#told_of + 1] = v
  return true
end } })
bh.bind(choice, chosen "v")
told_of = {}
bh.transaction(function() wide:set(true) far:set(30) end)
print(chosen "v":get(), table.concat(told_of, " ")) -- expect: 30	30
