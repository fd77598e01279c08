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
