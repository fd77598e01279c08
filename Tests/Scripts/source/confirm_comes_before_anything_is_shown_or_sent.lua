-- CONTRACT 58: declined, the setter is not called, nobody sees a change, and the asking end is rewritten once.
local bh = require "bindhost"
local calls, answer = 0, false
local switch = bh.source {
  get = function() return false end, optimistic = true,
  set = function() calls = calls + 1 return true end,
  confirm = function(new, old) print("ask", new, old) bh.sleep "2ms" return answer end,
}
switch:observe(function(v) print("switch", v) end)        -- expect: switch	false
local toggle = bh.bindable(false)
bh.link(switch, toggle)
toggle:observe(function(v) print("toggle", v) end)        -- expect: toggle	false
toggle:set(true)                                          -- expect: toggle	true
bh.sleep(0)                                               -- expect: ask	true	false
print(switch:get(), calls)                                -- expect: false	0
local function wait(done)
  for _ = 1, 500 do
    if done() then return end
    bh.sleep "2ms"
  end
end
wait(function() return not toggle:get() end)              -- expect: toggle	false
print(switch:get(), calls, switch "$pending":get())       -- expect: false	0	0
answer = true
toggle:set(true)                                          -- expect: toggle	true
wait(function() return calls == 1 end)                    -- expect: ask	true	false
                                                          -- expect: switch	true
print(switch:get(), calls, toggle:get())                  -- expect: true	1	true
local ok, err = switch:set(true)
print(ok, calls)                                          -- expect: ask	true	true
                                                          -- expect: true	2
