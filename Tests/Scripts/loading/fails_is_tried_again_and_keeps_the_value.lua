-- Contract L-2, L-3, T-2, T-3: retries only what may pass by itself; a failed reload keeps the value.
local bh = require "bindhost"
local answers = { { nil, { kind = "network", message = "no route" } }, { nil, { kind = "timeout", message = "slow" } }, { "fine" } }
local calls = 0
local x = bh.loadable("x", { retry = { max = 3, base = "2ms" }, load = function()
  calls = calls + 1
  local answer = table.remove(answers, 1) or { nil, "gone" }
  return answer[1], answer[2]
end })
x:on_loaded(function(v) print("loaded", v) end)
x:on_failed(function(err) print("failed", type(err) == "table" and err.message or err) end)
print(x:await(), calls, x "attempts":get())
-- expect: loaded	fine
-- expect: fine	3	3
x:refresh()
local value, err = x:await()
-- expect: failed	gone
print(value, err.kind, err.message, calls)                     -- expect: nil	script	gone	4
print(x "face":get(), x "phase":get(), x "value":get(), x "error":get().message, x "stale":get())
-- expect: degraded	loaded	fine	gone	true
print(x:match { degraded = function(v) return "old " .. v end, loaded = function() return "new" end })  -- expect: old fine
x:set("by hand")
bh.sleep("5ms")                                                -- expect: loaded	by hand
print(x "face":get(), x "error":get(), x "stale":get())        -- expect: loaded	nil	false
x:reset()                                                      -- its handlers observe it: it starts anew
print(x "face":get(), x "value":has_value(), x "value":get())  -- expect: loading	false	nil
bh.sleep("5ms")                                                -- expect: failed	gone
print(x "face":get(), x:match { failed = function(e, retry) return e.message .. " " .. type(retry) end })  -- expect: failed	gone function
