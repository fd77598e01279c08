-- CONTRACT 30, L-20: an error of a transform is of the class `transform`; what it raised is its `cause`, unchanged.
local bh = require "bindhost"
local mine = { code = 7 }
local function loaded(transform)
  local x = bh.loadable { load = function() return 1 end, retry = 0, transform = transform }
  return select(2, x:await())
end
local err = loaded(function() error(mine) end)
print(err.id, err.kind, err.cause == mine, err.line)      -- expect: bind.transform_failed	transform	true	8
err = loaded(function() error "in words" end)
print(err.kind, err.cause:match "in words$", err.line)    -- expect: transform	in words	10
local cell = bh.bindable(0)
err = loaded(function() cell:set(1) end)
print(err.kind, err.cause.id, err.line)                   -- expect: transform	bind.pure	13
