-- CONTRACT 13: the function that makes keys is a transform, from its first call on.
local bh = require "bindhost"
local a, other = bh.bindable { 1 }, bh.bindable(0)
local ok, err = pcall(bh.each, a, { key = function(v)
  other:set(v)
  return v
end })
print(ok, err.id, other:get())                      -- expect: false	bind.pure	0
