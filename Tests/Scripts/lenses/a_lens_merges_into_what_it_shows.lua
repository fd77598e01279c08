-- CONTRACT 40: `update` merges into what the lens shows, and what comes of that is written through.
local bh = require "bindhost"
local m = bh.model("m", { p = { x = 1, y = 2 } })
local moved = m "p":through {
  to = function(p) return { x = p.x + 10, y = p.y + 10 } end,
  from = function(p) if p.x < 0 then return nil, "too far left" end return { x = p.x - 10, y = p.y - 10 } end,
}
m "p":observe(function(p) print("p", p.x, p.y) end)       -- expect: p	1	2
print(moved:update { x = 15 })                            -- expect: p	5	2
                                                          -- expect: true
local ok, err = moved:update { x = -1 }
print(ok, err.id, m "p.x":get())                          -- expect: nil	bind.invalid	5
-- deeply, and null takes a field away
local deep = bh.bindable { a = { b = 1, c = 2 } }
local lens = deep:through { to = function(v) return v end, from = function(v) return v end }
lens:update { a = { b = bh.null, d = 3 } }
local a = deep:get().a
print(a.b, a.c, a.d)                                      -- expect: nil	2	3
-- a field that the record below does not have is one there
print(select(2, pcall(function() m "p":through { to = function(p) return p end, from = function(p) return p end }:update { z = 1 } end)).id)
-- expect: bind.unknown_field
-- in an observer it merges into what is shown when it is applied
local go = bh.bindable(0)
go:observe(function() m "p":set { x = 7, y = 7 } end, { initial = false })
go:observe(function() moved:update { y = 20 } end, { initial = false })
go:set(1)                                                 -- expect: p	7	10
-- one that leads nowhere cannot be merged into
print(select(2, pcall(function() m "p":through { to = function(p) return p end }:update { x = 1 } end)).id)   -- expect: bind.read_only
