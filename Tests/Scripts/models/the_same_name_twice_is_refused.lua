local bh = require "bindhost"
bh.model("m", { a = 1 })
local ok, err = pcall(bh.model, "m", { a = 2 })
print(ok, err.id)  -- expect: false	bind.duplicate
