-- Contract 46: what others say while a write is under way that is refused, and while refused input stands at the other end, wins over that input.
local bh = require "bindhost"
for _, optimistic in ipairs { false, true } do
  local server = 1
  local level = bh.source {
    optimistic = optimistic, get = function() return server end,
    set = function(new)
      bh.sleep "2ms"
      if new > 100 then return nil, "too high" end
      server = new
      return true
    end,
  }
  repeat bh.sleep "1ms" until level:has_value()
  bh.on_error(function() end)
  for _, other in ipairs(optimistic and { 8 } or { 1, 8 }) do
    local field = bh.bindable ""
    local link = bh.link(level, field, {
      to = tostring, from = function(text) return math.tointeger(tonumber(text)), "a number" end,
    })
    field:set "500"
    field:set "5x"
    server = other
    level:refresh()
    repeat bh.sleep "1ms" until level "$pending":get() == 0
    bh.sleep "1ms"
    print(optimistic, other, level:get(), field:get(), link "input":get())
    link:stop()
  end
end
-- expect: false	1	1	5x	5x
-- expect: false	8	8	8	500
-- expect: true	8	8	8	500
