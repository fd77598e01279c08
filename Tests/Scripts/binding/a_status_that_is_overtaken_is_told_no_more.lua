-- Contract 45, 50: the status says what became of the newest value, also where a binding that goes on has tried an older one in between.
local bh = require "bindhost"
local go, most, off = bh.bindable(0), bh.bindable(9), bh.bindable(0)
local field = bh.model("form", { v = bh.field { default = 0, check = function(v) return v <= most:get(), "too much" end } }) "v"
local value, edit = bh.bindable(5), bh.bindable(0)
bh.link(value, edit)
local handle = bh.bind(bh.combine({ value, off }, function(v) return v end), field)
local status, input = handle "status", handle "input"
status:observe(function(s) print("status", s) end)         -- expect: status	ok
local step
go:observe(function() step() end, { initial = false })
local function inside(body)
  step = body
  go:set(go:get() + 1)
  print(field:get(), status:get(), input:get())
end
inside(function()                                          -- expect: 5	ok	nil
  most:set(0)
  handle:pause()
end)
inside(function()                                          -- expect: 5	ok	nil
  most:set(9)
  off:set(1)
end)
inside(function()                                          -- expect: 1	ok	nil
  edit:set(1)
  most:set(3)
  handle:resume()
end)

-- What was refused when the binding went on is no recovery of what could not be computed before.
local limit, bad, number = bh.bindable(17), bh.bindable(0), bh.bindable(5)
local checked = bh.model("checked", { v = bh.field { default = 0, check = function(v) return v <= limit:get(), "too big" end } }) "v"
local source = bh.computed(function()
  if bad:get() % 2 == 1 then error("bad", 0) end
  return number:get() * 2
end):map(function(v) return v // 2 end)
local binding = bh.bind(source, checked)
local function show() print(checked:get(), binding "status":get(), binding "input":get()) end
number:set(28)                                             -- expect warning: bind.invalid
show()                                                     -- expect: 5	failed	28
bh.transaction(function()                                  -- expect warning: bind.transform_failed
  bad:set(3)
  limit:set(29)
  number:set(10)
end)
limit:set(6)
bh.transaction(function()
  bad:set(0)
  binding:pause()
end)
bad:set(4)
step = function()
  bad:set(0)
  binding:pause()
  binding:resume()
end
go:set(go:get() + 1)                                       -- expect warning: bind.invalid
show()                                                     -- expect: 5	failed	10
