-- args: --allow-run=no-such-program-here
local bh = require "bindhost"
local res, err = bh.exec { "no-such-program-here" }
print(res, err.kind, err.id)  -- expect: nil	not_found	exec.not_found
