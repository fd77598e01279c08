-- Every binding has the cells status, error and input; that of a plain observer has none.
local bh = require "bindhost"
bh.on_error(function() end)
local a = bh.bindable(1)
local h = bh.bind(a, function(v) if v == 13 then error("unlucky", 0) end end, {
  map = function(v) return v < 0 and error("negative", 0) or v end,
})
print(h "status":get(), h "error":get(), h "input":get())                -- expect: ok	nil	nil
h "status":observe(function(v) print("status", v) end, { initial = false })
a:set(13)                                                                -- expect: status	failed
print(h "error":get().message, h "input":get())                          -- expect: unlucky	13
a:set(-1)
print(h "status":get(), h "error":get().message, h "input":get())        -- expect: failed	transform raised: negative	-1
a:set(2)                                                                 -- expect: status	ok
print(h "error":get(), h "input":get())                                  -- expect: nil	nil
for i = 1, 10 do a:set(-i) end                                           -- expect: status	failed
                                                                         -- expect: status	suspended
a:set(3)
h:resume()                                                               -- expect: status	failed
                                                                         -- expect: status	ok
print(select(2, pcall(function() return h "state" end)).id)              -- expect: bind.path
local plain = a:observe(function() end)
print(select(2, pcall(function() return plain "status" end)).id)         -- expect: bind.path
