-- CONTRACT 8, 57: a function write that is applied later needs its lens, which the collector must leave it.
local bh = require "bindhost"
local function shifted(ref)
  return ref:through { to = function(v) return v + 10 end, from = function(v) return v - 10 end }
end
local m = bh.model("m", { x = 1, go = 0 })
m "go":observe(function() shifted(m "x"):modify(function(v) return v * 2 end) end, { initial = false })
m "go":observe(function() collectgarbage() collectgarbage() end, { initial = false })
m "go":set(1)
print(m "x":get())                                        -- expect: 12

local src = bh.source { get = function() return 1 end, set = function() bh.sleep "5ms" return true end }
local results = bh.all {
  function() return src:set(5) end,
  function() return shifted(src):modify(function(v) return v + 1 end) end,
  function() bh.sleep "2ms" collectgarbage() collectgarbage() end,
}
print(results[1], results[2], src:get())                  -- expect: true	true	6
