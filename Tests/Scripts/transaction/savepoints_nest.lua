-- Contract 24: an inner transaction joins; if it raises and is caught, its writes and its registrations go, in any depth.
local bh = require "bindhost"
local a, b, log = bh.bindable(0), bh.bindable(0), {}
bh.combine({ a, b }, function(x, y) return x .. "/" .. y end):observe(function(v) log[#log + 1] = v end, { initial = false })
local function try(f) return (pcall(bh.transaction, f)) end
bh.transaction(function()
  a:set(1)
  try(function()
    a:modify(function(v) return v + 10 end)                        -- 11
    try(function() a:modify(function(v) return v * 2 end) b:set(5) error "deepest" end)
    b:modify(function(v) return v + a:get() end)                   -- 11
    try(function() b:modify(function(v) return v + 1 end) end)     -- 12, stays
    print(a:get(), b:get())                                        -- expect: 11	12
  end)
  try(function() a:set(0) b:set(0) error "second" end)
  print(a:get(), b:get())                                          -- expect: 11	12
end)
print(a:get(), b:get(), table.concat(log, " "))                    -- expect: 11	12	11/12
-- what the inner one registered
local seen, closed = {}, 0
local c = bh.bindable("c")
bh.transaction(function()
  c:observe(function(v) seen[#seen + 1] = "outer " .. v end)
  try(function()
    c:observe(function(v) seen[#seen + 1] = "inner " .. v end)
    bh.bind(c, a)
    bh.scope(function() bh.on_close(function() closed = closed + 1 end) end)
    bh.go(function() seen[#seen + 1] = "task" end)
    bh.after(0, function() seen[#seen + 1] = "timer" end)
    error "inner"
  end)
  try(function() c:observe(function(v) seen[#seen + 1] = "kept " .. v end) end)
  print(#seen)                                                     -- expect: 0
end)
c:set("d")
bh.sleep("5ms")
print(table.concat(seen, ", "), a:get())                           -- expect: outer c, kept c, outer d, kept d	11
-- the outer one fails: nothing of an inner one that succeeded
log = {}
print(try(function() bh.transaction(function() a:set(77) end) error "outer" end), a:get(), #log)  -- expect: false	11	0
-- in an observer, too
bh.on_error(function(err) print("reported", err.message) end)
local go = bh.bindable(0)
go:observe(function(v)
  a:set(v)
  try(function() a:set(-1) b:set(-1) error "no" end)
  bh.transaction(function() b:set(v) end)
  if v == 2 then error "observer fails" end
end, { initial = false })
go:set(1)
print(a:get(), b:get(), table.concat(log, " "))                    -- expect: 1	1	1/1
go:set(2)                                                          -- expect: reported	observer fails
print(a:get(), b:get())                                            -- expect: 1	1
