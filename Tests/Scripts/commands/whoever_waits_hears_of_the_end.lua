-- A command whose scope ends while it runs: the caller is told, the command's own code does not go on.
local bh = require "bindhost"
local scope = bh.scope("screen", function()
  bh.command("slow", function()
    local _ <close> = setmetatable({}, { __close = function() print "closed" end })
    bh.sleep("10s")
    print "never"
  end)
end)
bh.go(function()
  local ok, err = pcall(bh.call, "slow")
  print(ok, err.id, err.message)
end)
bh.sleep("5ms")
scope:close()
-- expect: closed
-- expect: false	bind.disposed	command 'slow' was used after its scope 'screen' was closed
bh.sleep("2ms")

-- A caller that is called off takes its call along.
bh.command("long", function()
  local _ <close> = setmetatable({}, { __close = function() print "called off" end })
  bh.sleep("10s")
end)
print(select(2, bh.timeout("5ms", function() return bh.call "long" end)).kind)
-- expect: called off
-- expect: timeout

-- Derived functions and transactions cannot wait.
local ok, err = pcall(bh.transaction, function() bh.call "long" end)
print(ok, err.id)                            -- expect: false	bind.yield
-- A command alone keeps no script alive.
-- exit: 0
