-- Contract 38, 49, 50: what a binding covered and the target does not take back is no value that goes without a word.
local bh = require "bindhost"
local limit = bh.bindable(100)
local function field()
  return bh.field { default = 50, check = function(v) return v <= limit:get(), "too much" end }
end
local m = bh.model("m", { v = field(), w = field() })
local on, src = bh.bindable(false), bh.bindable(5)
local h = bh.bind(src, m "v", { when = on })
h "status":observe(function(s) print(s, h "input":get()) end)   -- expect: ok	nil
on:set(true)
limit:set(10)
on:set(false)                              -- expect warning: bind.invalid
                                           -- expect: failed	50
print(m "v":get(), h "error":get().id)     -- expect: 5	bind.invalid
on:set(true)                               -- expect: ok	nil
-- Of one that ends too.
local other = bh.bind(src, m "w", { when = on })
print(m "w":get())                         -- expect: 5
other:stop()                               -- expect warning: bind.invalid
print(m "w":get())                         -- expect: 5
