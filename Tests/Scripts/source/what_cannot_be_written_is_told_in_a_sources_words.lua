-- Contract 30, 60: a source is not derived; what it lacks is a setter, or a default.
local bh = require "bindhost"
local function try(fn, ...)
  local ok, err = pcall(fn, ...)
  print(ok, err.id, err.message)
end
local reads = bh.source { name = "reads", get = function() return 1 end }
try(reads.set, reads, 2)                   -- expect: false	bind.read_only	reads is a source that can only be read
try(bh.link, reads, bh.bindable(1))        -- expect: false	bind.read_only	bh.link: reads is a source that can only be read
local both = bh.source { name = "both", get = function() return 1 end, set = function() return true end }
try(both.reset, both)                      -- expect: false	bind.read_only	both is a source: it has no default to go back to
