-- exit: 3
-- expect error: host.not_permitted
-- expect stderr: add --allow-net=127.0.0.1:8400
local bh = require "bindhost"
local stats = bh.job.http { name = "stats", url = "http://127.0.0.1:8400/stats.json" }
while not stats "error":get() do bh.sleep "1ms" end
stats:stop()
