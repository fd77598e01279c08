-- Contract 34: where a cleanup closes a scope around its own, what is left of the inner scope comes before the cleanups of the outer one, each once.
local bh = require "bindhost"
local function note(text) return function() print(text) end end

local parent, child
parent = bh.scope("parent", function()
  bh.on_close(note "parent")
  child = bh.scope("child", function()
    bh.on_close(note "child, oldest")
    bh.scope("grandchild", function() bh.on_close(note "grandchild") end)
    bh.on_close(function() print "child, newest" parent:close() print "back" end)
  end)
  bh.scope("sibling", function() bh.on_close(note "sibling") end)
end)
child:close()
-- expect: grandchild
-- expect: child, newest
-- expect: child, oldest
-- expect: sibling
-- expect: parent
-- expect: back
parent:close()

print "two around it" -- expect: two around it
local outer
outer = bh.scope("outer", function()
  bh.on_close(note "outer")
  parent = bh.scope("inner", function()
    bh.on_close(note "inner")
    bh.scope("older", function() bh.on_close(note "older") end)
    bh.scope("innermost", function()
      bh.on_close(note "innermost, oldest")
      bh.on_close(function() print "innermost, newest" outer:close() print "back" end)
    end)
  end)
end)
parent:close()
-- expect: innermost, newest
-- expect: innermost, oldest
-- expect: older
-- expect: inner
-- expect: outer
-- expect: back

print "an element" -- expect: an element
local list = bh.bindable { 1 }
outer = bh.scope("outer", function()
  bh.on_close(note "outer")
  bh.each(list, {
    insert = function()
      bh.on_close(note "item, oldest")
      bh.on_close(function() print "item, newest" outer:close() end)
    end,
  })
end)
list:set {}
-- expect: item, newest
-- expect: item, oldest
-- expect: outer

print "an effect" -- expect: an effect
local a = bh.bindable(0)
outer = bh.scope("outer", function()
  bh.on_close(note "outer")
  bh.effect(function()
    local value = a:get()
    bh.on_close(note("effect, oldest " .. value))
    return function() print("effect, newest " .. value) outer:close() end
  end)
end)
a:set(1)
-- expect: effect, newest 0
-- expect: effect, oldest 0
-- expect: outer
