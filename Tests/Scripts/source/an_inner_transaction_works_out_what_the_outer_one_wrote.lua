-- Contract 3, 9, 24: what a function makes of a source for its writer is the same whether or not somebody has looked before an inner
-- transaction; and what is learned of the outside in there lies under what the outer one has written.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id) end)
local function settle() for _ = 1, 5 do bh.sleep(0) end end
local function make(kind)
  if kind == "bindable" then return bh.bindable(1) end
  local out = 1
  return bh.source { get = function() return out end, set = function(v) out = v return true end }
end
local tx = bh.transaction
local bodies = {
  function(f, g, look) f() look() tx(g) end,
  function(f, g, look) f() f() look() tx(function() g() look() f() end) end,
  function(f, g, look) f() look() tx(function() g() tx(f) end) f() end,
  function(f, g, look) f() look() tx(function() f() pcall(tx, function() g() error("no", 0) end) end) end,
}
for n, body in ipairs(bodies) do
  local seen = {}
  for _, kind in ipairs { "bindable", "source" } do
    for _, looks in ipairs { false, true } do
      local c, go = make(kind), bh.bindable(0)
      local d, other = c:map(function(v) return v + 1 end), make(kind)
      local observer = go:observe(function()
        local function f() c:modify(function(v) return v + d:get() * other:get() end) end
        -- What the outer one's function has read is none of the inner transaction's own.
        local function g() other:set(10) f() end
        body(f, g, function() if looks then c:get() end end)
        seen[#seen + 1] = c:get() .. "/" .. d:get()
      end, { initial = false })
      go:set(1)
      observer:stop()
      settle()
    end
  end
  print(n, seen[1] == seen[2] and seen[3] == seen[4], seen[1], seen[3])
end

for _, way in ipairs { "cell", "derived" } do
  local out = 1
  local s = bh.source { get = function() return out end, set = function(v) out = v return true end }
  local d = s:map(function(v) return v end)
  local function f() s:modify(function(v) return v + (way == "cell" and s or d):get() end) end
  local function learn(v) out = v s:refresh() end
  print(way, pcall(tx, function()
    f()
    local before = s:get()
    local inner, innermost
    tx(function()
      learn(10)
      inner = s:get()
      tx(function() learn(20) innermost = d:get() end)
    end)
    return before, inner, innermost, s:get()
  end))
  settle()
  print(pcall(tx, function()
    f()
    tx(function() learn(10) end)
    return d:get(), s:get()
  end))
  settle()
end
-- expect: 1	true	43/44	43/44
-- expect: 2	true	967/968	967/968
-- expect: 3	true	5323/5324	5323/5324
-- expect: 4	true	7/8	7/8
-- expect: cell	true	2	20	40	40
-- expect: true	20	20
-- expect: derived	true	2	20	40	40
-- expect: true	20	20
