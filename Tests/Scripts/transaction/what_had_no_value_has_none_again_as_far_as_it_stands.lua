-- Contract 49, 22, 23, 24: a binding that ends in a transaction or callback has given back that there was no value for who looks there; it has ended
-- also where that fails, and a condition that is rolled back has not.
local bh = require "bindhost"
local source = bh.bindable(5)
local function bound()
  local target, when = bh.bindable(), bh.bindable(true)
  return target, bh.bind(source, target, { when = when }), when
end
local function show(target, where) print(where, target:get(), target:has_value()) end
local target, binding, when = bound()
local double = target:map(function(v) return v * 2 end)
bh.transaction(function()
  binding:stop()
  show(target, "inside")                         -- expect: inside	nil	false
  print(double:get(), double:has_value())        -- expect: nil	false
end)
show(target, "after")                            -- expect: after	nil	false

target, binding, when = bound()
bh.transaction(function()
  pcall(bh.transaction, function()
    binding:stop()
    show(target, "inside")                       -- expect: inside	nil	false
    error "no"
  end)
  show(target, "around")                         -- expect: around	nil	false
end)
show(target, "after")                            -- expect: after	nil	false

target, binding, when = bound()
pcall(bh.transaction, function() when:set(false) error "no" end)
show(target, "after")                            -- expect: after	5	true
bh.transaction(function()
  pcall(bh.transaction, function() when:set(false) error "no" end)
end)
show(target, "after")                            -- expect: after	5	true

-- what is written there after the end stands, also by a function of what was there
target, binding, when = bound()
bh.transaction(function()
  binding:stop()
  target:modify(function(v) return tostring(v) end)
  show(target, "inside")                         -- expect: inside	nil	true
end)
show(target, "after")                            -- expect: after	nil	true

-- in an observer
target, binding, when = bound()
local go = bh.bindable(false)
go:observe(function()
  binding:stop()
  show(target, "inside")                         -- expect: inside	nil	false
  target:modify(function(v) return (v or 0) + 1 end)
  show(target, "inside")                         -- expect: inside	1	true
end, { initial = false })
go:set(true)
show(target, "after")                            -- expect: after	1	true
