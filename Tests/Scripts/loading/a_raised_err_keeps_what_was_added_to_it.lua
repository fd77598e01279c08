-- Contract 30, T-2: an err table that a loader raises again keeps what the script has added to it, also when it was tried
-- again meanwhile; then it says so. The script's own table stays as it is.
local bh = require "bindhost"
local late = bh.loadable("late", { timeout = "1ms", retry = 0, load = function() bh.sleep "1h" end })
local raised
local function raising(name, retry)
  return bh.loadable(name, { retry = retry, load = function()
    local _, err = late:await()
    err.extra = { "mine" }
    err.message = "my words"
    raised = err
    error(err)
  end })
end
for _, max in ipairs { 0, 1 } do
  local x = raising("raising " .. max, { max = max, base = "1ms" })
  local _, err = x:await()
  print(max, x "attempts":get(), err.extra[1], err.message, err.id, err.kind, err.retried, raised.retried, err == raised)
end
-- expect: 0	1	mine	my words	load.timeout	timeout	nil	nil	true
-- expect: 1	2	mine	my words	load.timeout	timeout	true	nil	false

-- Whoever passes it on tries nothing again, and has the same.
local inner = raising("inner", { max = 1, base = "1ms" })
local outer = bh.loadable("outer", { retry = { max = 1, base = "1ms" }, load = function()
  return (assert(inner:await()))
end })
local _, err = outer:await()
print(outer "attempts":get(), err.extra[1], err.message, err.retried)   -- expect: 1	mine	my words	true
