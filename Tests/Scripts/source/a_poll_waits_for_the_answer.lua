-- Contract 60, L-11: what is being asked is not asked again by a poll, neither of an interval nor before a turn.
local bh = require "bindhost"
local function slow(poll)
  local begun, cut = 0, 0
  local src = bh.source { name = "src", poll = poll, get = function()
    begun = begun + 1
    local me = begun
    local ended = false
    local left <close> = setmetatable({}, { __close = function() if not ended then cut = cut + 1 end end })
    bh.sleep "10ms"
    ended = true
    return me
  end }
  return src, function() return cut end
end
for _, poll in ipairs { "1ms", "turn" } do
  local src, cut = slow(poll)
  local last
  local observer = src:observe(function(v) last = v end)
  while not last or last < 3 do bh.sleep "1ms" end
  observer:stop()
  print(poll, src:has_value(), cut())
  -- expect: 1ms	true	0
  -- expect: turn	true	0
end
-- What a script asks for itself supersedes.
local src, cut = slow()
src:refresh()
while not src:has_value() do bh.sleep "1ms" end
print(src:get(), cut())      -- expect: 2	1
