-- expect error: script.error
-- Contract 25, 27, 32: what a handler of errors writes is one wave, and nothing if it raises itself; what it makes belongs to
-- the scope in which it was made.
local bh = require "bindhost"
local a, b, fails = bh.bindable(0), bh.bindable(0), true
bh.combine({ a, b }, function(x, y) return x .. " " .. y end):observe(function(v) print(v) end)  -- expect: 0 0
local raising, seen = bh.bindable(0), bh.bindable(0)
local scope = bh.scope("inner", function()
  bh.on_error(function()
    a:modify(function(v) return v + 1 end)
    b:modify(function(v) return v + 1 end)
    seen:observe(function(v) print("seen", v) end, { initial = false })
    if fails then error("the handler", 0) end
  end)
  raising:observe(function() error "an observer" end, { initial = false })
end)
raising:set(1)
seen:set(1)
print(a:get(), b:get())                            -- expect: 0	0
fails = false
raising:set(2)                                     -- expect: 1 1
seen:set(2)                                        -- expect: seen	2
scope:close()
seen:set(3)
print("closed")                                    -- expect: closed
-- exit: 1
