-- exit: 3
-- expect error: host.not_permitted
-- expect stderr: add --allow-net=127.0.0.1:8400
local bh = require "bindhost"
local stats = bh.job.http { name = "stats", url = "http://127.0.0.1:8400/stats.json" }
bh.sleep "5ms"
stats:stop()
