-- Contract L-13, L-14: a loader that passes on that something was called off has been called off itself.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local inner = bh.loadable("inner", { load = function() bh.sleep "1h" end })
local answer
local outer = bh.loadable("outer", { retry = { max = 2, base = "1ms" }, fresh = "1h", load = function()
  if answer then return answer() end
  return inner:await()
end })
local faces = {}
outer "face":observe(function(face) faces[#faces + 1] = face end)
outer:on_failed(function(err) print("failed", err.kind) end)
local function waits_and_is_called_off()
  local result
  bh.go(function() result = { outer:await() } end)
  wait_for(function() return inner "face":get() == "loading" end)
  inner:cancel()
  wait_for(function() return result end)
  print(result[1], result[2].kind, outer "face":get(), outer "value":get(), outer "attempts":get(), outer "error":get())
end
waits_and_is_called_off()                -- expect: nil	cancelled	idle	nil	0	nil

-- What was there before is there again, the value as well as the error.
answer = function() return 1 end
print(outer:await())                     -- expect: 1
answer = nil
outer:refresh()
waits_and_is_called_off()                -- expect: nil	cancelled	loaded	1	0	nil
answer = function() return nil, "broken" end
outer:refresh()
outer:await()                            -- expect: failed	script
answer = function() return nil, { kind = "cancelled", message = "enough", retryable = true } end
outer:refresh()
print(select(2, outer:await()).kind, outer "face":get(), outer "error":get().kind)  -- expect: cancelled	degraded	script
print(table.concat(faces, " "))
-- expect: loading idle loading loaded reloading loaded reloading degraded reloading degraded

-- A write that waits for the base waits no longer.
local other = bh.loadable("other", { load = function() return nil, { kind = "cancelled" } end })
local sent = false
other:write { apply = function(base) return base end, send = function() sent = true return true end }
wait_for(function() return other "face":get() == "idle" end)
print(sent)                              -- expect: false

-- An open source that was called off keeps what it has given, and goes on.
local state = bh.bindable "fine"
local follows = bh.loadable("follows", { source = bh.source {
  get = function()
    if state:peek() == "fine" then return "value" end
    return nil, { kind = "cancelled", message = "enough" }   -- expect warning: script.error
  end,
  notify = function(changed)
    local handle = state:observe(function() changed() end, { initial = false })
    return function() handle:stop() end
  end,
} })
local handle = follows "face":observe(function(face) print(face) end)  -- expect: loading
wait_for(function() return follows "face":get() == "loaded" end)       -- expect: loaded
state:set "off"
bh.sleep "5ms"
print(follows "face":get(), follows "value":get())       -- expect: loaded	value
handle:stop()
