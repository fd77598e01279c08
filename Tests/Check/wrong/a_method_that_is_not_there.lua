local bh = require "bindhost"
local n = bh.bindable(1)
n:obsreve(print)
-- finds 3:3: error: Ref: unknown method 'obsreve' (did you mean 'observe'?) [bind.unknown_method]
