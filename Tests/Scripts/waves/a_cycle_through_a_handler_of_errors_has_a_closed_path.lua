-- Contract 11: what a handler of errors writes follows from what was told to who has raised, and is a hop of the path of a cycle.
local bh = require "bindhost"
local function path(cell)
  local _, err = pcall(cell.set, cell, 1)
  print((tostring(err):match("%(path: (.*)%)$"):gsub("[%w_/.]*%.lua", "")))
end
do
  local a, b = bh.bindable(0, { name = "A" }), bh.bindable(0, { name = "B" })
  bh.scope(function()
    bh.on_error(function() b:modify(function(v) return v + 1 end) end)
    a:map(function(v) return 2 * v end):observe(function(v)
      if v % 4 == 2 then error("odd", 0) end
      if v > 0 then a:set(v // 2 + 1) end
    end)
  end)
  b:observe(function(v) if v > 0 then a:set(a:get() + 1) end end)
  path(a)   -- expect: A (:13) → A:map(:11) → B (:10) → A (:16) → A:map(:11) → A (:13)
end
-- It is told of what could not be applied: what it writes follows from that.
do
  local p, q = bh.bindable(0, { name = "P" }), bh.bindable(0, { name = "Q" })
  bh.on_error(function() p:modify(function(v) return v + 1 end) end)
  p:observe(function(v)
    if v % 2 == 1 then q:modify(function() error("no", 0) end) elseif v > 0 then p:set(v + 1) end
  end)
  path(p)   -- expect: P (:22) → P (:24) → Q (:24) → P (:22)
end
