-- args: --allow-run=sh --once
local bh = require "bindhost"
local j = bh.job.exec { name = "fails", cmd = { "sh", "-c", "echo oops >&2; exit 3" }, every = "1h" }
j:on_failed(function(err) print(err.kind, err.status, err.id) end)  -- expect: exit	3	exec.exit
bh.on_exit(function() print(j "phase":get(), j "failures":get()) end)  -- expect: failed	1
