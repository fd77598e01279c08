-- Contract W-3, 57: the order that one write asks for is its own: the others are sent as they asked to be.
local bh = require "bindhost"
for _, order in ipairs { "reject", "parallel", "latest" } do
  local box = bh.loadable(order, { fresh = "1h", load = function() return 0 end })
  box:await()
  local running, log, mayEnd, ended = 0, {}, false, 0
  local function write(name, own)
    return box:write { order = own, apply = function(base) return base + 1 end, send = function()
      local left <close> = setmetatable({}, { __close = function() running = running - 1 end })
      running = running + 1
      log[#log + 1] = name .. running
      while not mayEnd do bh.sleep "1ms" end
      bh.sleep "1ms"
      ended = ended + 1
      return true
    end }
  end
  write "A" write "B" write "C"
  while running == 0 do bh.sleep "1ms" end
  local ok, err = write("D", order)
  while ok and not log[2] do bh.sleep "1ms" end
  mayEnd = true
  local all = not ok and 3 or order == "latest" and 1 or 4
  while ended < all or running > 0 do bh.sleep "1ms" end
  print(order, ok or err.id, table.concat(log, " "), box "value":get())
  -- expect: reject	source.busy	A1 B1 C1	3
  -- expect: parallel	true	A1 D2 B1 C1	4
  -- expect: latest	true	A1 D1	1
end
