local bh = require "bindhost"
local model = bh.model("m", { [("a"):rep(200000)] = 1 })
local ok, err = pcall(model, ("b"):rep(200000))
print(ok, err.id)  -- expect: false	bind.path
