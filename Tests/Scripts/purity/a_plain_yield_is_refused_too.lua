-- Contract 13: `coroutine.yield` out of a function of ours has nobody to yield to.
local bh = require "bindhost"
local a = bh.bindable(1)
local function id(f, ...) local ok, err = pcall(f, ...) return ok and "no error" or err.id or err end
print(id(function() bh.computed(coroutine.yield):get() end))      -- expect: bind.yield
print(id(function() a:map(coroutine.yield):get() end))            -- expect: bind.yield
print(id(bh.transaction, coroutine.yield))                        -- expect: bind.yield
print(id(function()                                               -- expect: bind.yield
  -- inside a coroutine of the script the computed value stands between
  return coroutine.wrap(function() return bh.computed(coroutine.yield):get() end)()
end))
bh.on_error(function(err) print("reported", err.id) end)
a:observe(function() coroutine.yield() end)                       -- expect: reported	bind.yield
bh.effect(function() coroutine.yield() end)                       -- expect: reported	bind.yield
print(a:get())                                                    -- expect: 1
