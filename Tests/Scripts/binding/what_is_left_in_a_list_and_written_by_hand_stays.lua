-- Contract 49: an element that a binding has left in a list goes with the last of those behind it, unless it was written by hand since: also
-- with the value that it has.
local bh = require "bindhost"
local create = { create = true }
local function left(write)
  local d, a, b = bh.bindable { l = {}, z = 1 }, bh.bindable(true), bh.bindable(true)
  bh.bind(bh.bindable { id = 1 }, d:at("l[1]", create), { when = a })
  bh.bind(bh.bindable { id = 2 }, d:at("l[2]", create), { when = b })
  a:set(false)
  write(d)
  b:set(false)
  print(bh.json.encode(d:get()))
end
local one = { id = 1 }

left(function() end)                                       -- expect: {"l":[],"z":1}
left(function(d) d "l[1]":set(one) end)                    -- expect: {"l":[{"id":1}],"z":1}
left(function(d) d "l[1].id":set(1) end)                   -- expect: {"l":[{"id":1}],"z":1}
left(function(d) d "l":by("id", 1):set(one) end)           -- expect: {"l":[{"id":1}],"z":1}
left(function(d) d "l":set { one, { id = 2 } } end)        -- expect: {"l":[{"id":1}],"z":1}
left(function(d) bh.transaction(function() d "l[1]":set(one) end) end) -- expect: {"l":[{"id":1}],"z":1}
left(function(d) d "l[1].id":modify(function(v) return v + 5 end) end) -- expect: {"l":[{"id":6}],"z":1}
-- beside it, and what is dropped
left(function(d) d "z":set(1) end)                         -- expect: {"l":[],"z":1}
left(function(d) d:update { z = 1 } end)                   -- expect: {"l":[],"z":1}
left(function(d)
  pcall(bh.transaction, function()
    d "l[1]":set(one)
    error "no"
  end)
end)                                                       -- expect: {"l":[],"z":1}
