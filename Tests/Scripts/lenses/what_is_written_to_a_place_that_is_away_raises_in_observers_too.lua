-- Contract 51: what is written to a removed element raises where it is written, also in an observer, whose other writes stand.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, v = 0, tags = {} } } })
local element = m "list":by("id", 1)
m "list":remove(1)
local go, note = bh.bindable(0), bh.bindable ""
local ways = {
  set = function() return element "v":set(1) end,
  update = function() return element:update { v = 1 } end,
  modify = function() return element "v":modify(function(v) return v + 1 end) end,
  whole = function() return element:modify(function(v) return v end) end,
  push = function() return element "tags":push(1) end,
  touch = function() return element:touch() end,
}
go:observe(function(v)
  for _, name in ipairs { "set", "update", "modify", "whole", "push", "touch" } do
    local ok, err = pcall(ways[name])
    print(name, ok, not ok and err.id)
  end
  note:set("written " .. v)
end, { initial = false })
go:set(1)
-- expect: set	false	bind.detached
-- expect: update	false	bind.detached
-- expect: modify	false	bind.detached
-- expect: whole	false	bind.detached
-- expect: push	false	bind.detached
-- expect: touch	false	bind.detached
print(note:get())                                          -- expect: written 1

-- Where the callback has put it back itself it is there.
local back = bh.bindable(0)
back:observe(function()
  m "list":push { id = 1, v = 5, tags = {} }
  print(pcall(ways.modify))                                -- expect: true	true
end, { initial = false })
back:set(1)
print(element "v":get())                                   -- expect: 6
