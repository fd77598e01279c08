-- LUA_API: a value that a script raised is in `cause` of what tells of it, unchanged: also where `from` of a link or of a lens
-- has raised it, and the input is refused.
local bh = require "bindhost"
local mine = { my = "table" }
local a, view = bh.bindable(1), bh.bindable(1)
local function fail() error(mine) end
local link = bh.link(a, view, { from = fail })
view:set(2)
local err = link "error":get()
print(err.id, err.cause.my, err.line)                    -- expect: bind.invalid	table	6
print(link "status":get(), link "input":get(), a:get())  -- expect: invalid	2	1
link:stop()

local lens = a:through { to = function(v) return v end, from = fail }
err = select(2, lens:set(3))
print(err.id, err.cause == mine, a:get())                -- expect: bind.invalid	true	1

link = bh.link(a, view, { from = function() error("in words") end })
view:set(4)
err = link "error":get()
print(err.cause:match "in words$", err.line, err.message:match "in words$")  -- expect: in words	18	in words
link:stop()
-- What is refused without an error has no cause.
link = bh.link(a, view, { from = function() return nil, "no" end })
view:set(5)
print(link "error":get().id, link "error":get().cause)   -- expect: bind.invalid	nil
