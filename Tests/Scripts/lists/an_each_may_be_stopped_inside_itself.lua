-- CONTRACT 33: stopping is allowed inside itself, whichever callback does it.
local bh = require "bindhost"
local a, b, c = bh.bindable {}, bh.bindable { { id = 1, n = 1 } }, bh.bindable {}
local inserted = 0
local h
h = bh.each(a, { key = "id", insert = function()
  inserted = inserted + 1
  h:stop()
end })
a:set { { id = 1 }, { id = 2 }, { id = 3 } }
print(inserted, h:info().stopped)                 -- expect: 1	true

local updated = 0
local scope
scope = bh.scope(function()
  bh.each(b, { key = "id", update = function()
    updated = updated + 1
    scope:close()
  end })
end)
b:push { id = 2, n = 1 }
b:set { { id = 1, n = 2 }, { id = 2, n = 2 } }
print(updated)                                    -- expect: 1

local closed = {}
local each
each = bh.each(c, { key = "id", insert = function(_, key)
  bh.on_close(function() closed[#closed + 1] = key end)
end, remove = function() each:stop() end })
c:set { { id = 1 }, { id = 2 } }
c:set { { id = 2 }, { id = 3 } }
print(#closed, each:info().stopped)               -- expect: 2	true
