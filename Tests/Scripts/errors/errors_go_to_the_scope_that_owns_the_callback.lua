-- Contract 27: with traceback and cause; the nearest handler; one that raises itself passes both on; never to the writer.
local bh = require "bindhost"
local a = bh.bindable(1)
local function handler(name) return function(err) print(name, (tostring(err):gsub("^.-:%d+: ", ""))) end end
local function fails(name) return function(v) if v > 1 then error(name .. " fails") end end end
bh.on_error(handler "chunk")
a:observe(fails "top", { initial = false })
bh.scope("outer", function()
  bh.on_error(handler "outer")
  a:observe(fails "in outer", { initial = false })
  bh.scope("inner", function()
    a:observe(fails "in inner", { initial = false })
    bh.scope("own", function()
      bh.on_error(handler "own")
      bh.effect(function() fails "effect"(a:get()) end)
      bh.bind(a, function(v) fails "binding"(v) end, { initial = false })
    end)
  end)
  bh.scope("bad handler", function()
    bh.on_error(function() error("the handler fails too", 0) end)
    a:observe(fails "unlucky", { initial = false })
  end)
end)
bh.bind(a, fails "target", { initial = false, on_error = handler "of the binding" })
bh.bind(a, bh.bindable(0), { initial = false, on_error = handler "of the map", map = fails "map" })
a:observe(function(v) print("still runs", v) end, { initial = false })
local reached = pcall(a.set, a, 2)
-- expect: chunk	top fails
-- expect: outer	in outer fails
-- expect: outer	in inner fails
-- expect: own	effect fails
-- expect: own	binding fails
-- expect: outer	the handler fails too
-- expect: of the binding	target fails
-- expect: still runs	2
-- expect: of the map	transform raised: map fails
print(reached, a:get())  -- expect: true	2
