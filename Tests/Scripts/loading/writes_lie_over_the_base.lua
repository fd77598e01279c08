-- Contract W-1 to W-5, W-7: a write is shown at once, sent in order, taken back alone, confirmed first, resolved.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local server = { n = 1 }
local counter = bh.loadable("counter", { fresh = "1m", load = function() return server.n end })
counter "value":observe(function(v) print("shown", v) end)
wait_for(function() return counter "value":get() == 1 end)   -- expect: shown	1
local function add(by, options)
  options = options or {}
  options.apply = function(base) return base + by end
  options.send = options.send or function(new)
    bh.sleep("1ms")
    server.n = server.n + by
    return server.n
  end
  return counter:write(options)
end
print(add(1), add(10))                                   -- expect: shown	2
wait_for(function() return server.n == 12 end)            -- expect: shown	12
-- expect: true	true
add(100, { send = function() bh.sleep("1ms") return nil, "refused" end })   -- expect: shown	112
-- expect error: script.error
-- exit: 1
wait_for(function() return counter "value":get() == 12 end)  -- expect: shown	12
local asked
add(5, { confirm = function(new, old) print("confirm", new, old) asked = true return false end })
wait_for(function() return asked end)                    -- expect: confirm	17	12
local conflicts = 0
add(1, {
  send = function(new)
    conflicts = conflicts + 1
    if conflicts == 1 then return nil, { kind = "conflict", message = "newer", theirs = 50 } end
    return true
  end,
  resolve = function(c) print("resolve", c.base, c.mine, c.theirs) return "mine" end,
})                                                       -- expect: shown	13
wait_for(function() return conflicts == 2 end)            -- expect: resolve	12	13	50
-- expect: shown	51
print(counter "value":get(), conflicts)                  -- expect: 51	2
