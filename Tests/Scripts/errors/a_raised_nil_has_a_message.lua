-- LUA_API: an err table always has kind and message, also of `error(nil)`, which has nothing to say.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id, err.kind, err.message) end)
local a = bh.bindable(0)
a:observe(function(new) if new == 1 then error(nil) end end)
a:set(1)                                          -- expect: script.error	script	nil was raised, without a message
local s = bh.source { get = function() error(nil) end, set = function() error(nil) end }
-- expect: script.error	script	nil was raised, without a message
print(s "$error":get().message)                   -- expect: nil was raised, without a message
print(select(2, s:set(1)).message)                -- expect: nil was raised, without a message
local h = bh.bind(bh.computed(function() error() end), bh.bindable(0))
-- expect: bind.transform_failed	transform	transform raised: nil was raised, without a message
print(h "error":get().message)                    -- expect: transform raised: nil was raised, without a message
print(pcall(error))                               -- expect: false	nil
