-- Contract 34: children before the parent's own cleanup, newest first, each cleanup once, whatever raises or closes on the way.
local bh = require "bindhost"
local log, a = {}, bh.bindable(1)
local function note(name) return function() log[#log + 1] = name end end
bh.on_error(function(err) log[#log + 1] = "!" .. (tostring(err):match "oops %w+" or tostring(err)) end)
local outer, second
outer = bh.scope("outer", function()
  bh.on_close(note "outer1")
  bh.scope("first", function()
    bh.on_close(note "first1")
    bh.scope("leaf", function() bh.on_close(note "leaf") end)
    bh.on_close(function() error "oops first2" end)
    bh.effect(function() a:get() return note "effect in first" end)
  end)
  bh.effect(function() a:get() bh.on_close(note "effect a") return note "effect b" end)
  second = bh.scope("second", function()
    bh.on_close(function() log[#log + 1] = "second1" outer:close() second:close() end)
    bh.scope("x", function() bh.on_close(note "x") end)
    bh.scope("y", function() bh.on_close(note "y") end)
  end)
  bh.on_close(note "outer2")
  bh.effect(function() a:get() return function() error "oops effect" end end)
end)
outer:close()
print(table.concat(log, ", "))
-- expect: !oops effect, y, x, second1, effect b, effect a, effect in first, leaf, !oops first2, first1, outer2, outer1
log = {}
outer:close()
second:close()
a:set(2)
print(#log)  -- expect: 0
-- the end of the script closes its own scope alike
bh.on_close(function() print "chunk 1" end)
bh.scope(function() bh.on_close(function() print "scope in chunk" end) end)
bh.on_close(function() print "chunk 2" end)
bh.on_exit(function() print "exit" end)
-- expect: exit
-- expect: scope in chunk
-- expect: chunk 2
-- expect: chunk 1
