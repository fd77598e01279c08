-- Contract 32, 33: a task that closes its scope or stops itself ends at its next wait, and what it waits for there is called off.
-- args: --allow-run=sleep
local bh = require "bindhost"
local function begin(name, stop, wait)
  local scope, handle
  scope = bh.scope(name, function()
    handle = bh.go(function()
      local guard <close> = setmetatable({}, { __close = function() print(name .. " closed") end })
      stop(scope, handle)
      wait()
      print(name .. " went on")
    end)
  end)
end
local function close(scope) scope:close() end
local function stop(_, handle) handle:stop() end
begin("sleeper", close, function() bh.sleep "1h" end)
-- expect: sleeper closed
begin("caller", close, function() bh.exec { "sleep", "3600" } end)
-- expect: caller closed
begin("stopped", stop, function() bh.all { function() bh.sleep "1h" end } end)
-- expect: stopped closed
begin("patient", stop, function()
  print(pcall(bh.sleep, "1h"))
end)
-- expect: patient closed
