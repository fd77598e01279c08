-- Contract 36: a task that waits for a source's answer is told when the source's scope closes; nothing counts as pending.
local bh = require "bindhost"
local begun, gone = 0, 0
local src
local scope = bh.scope("device", function()
  src = bh.source { name = "src", optimistic = true, get = function() return 0 end,
    set = function()
      begun = begun + 1
      local left <close> = setmetatable({}, { __close = function() gone = gone + 1 end })
      bh.sleep "1h"
      return true
    end }
end)
local pending = src "$pending"
bh.go(function()
  while begun == 0 or pending:get() < 2 do bh.sleep "1ms" end
  scope:close()
  print(pending:get(), src:get(), begun, gone)   -- expect: 0	0	1	1
end)
local heard
bh.go(function()
  local ok, err = src:modify(function(v) return v + 1 end)
  heard = tostring(ok) .. " " .. err.id
end)
local ok, err = src:set(5)
print(ok, err.id)                                -- expect: nil	bind.disposed
while not heard do bh.sleep "1ms" end
print(heard)                                     -- expect: nil bind.disposed
ok, err = pcall(src.refresh, src)
print(ok, err.id)                                -- expect: false	bind.disposed
