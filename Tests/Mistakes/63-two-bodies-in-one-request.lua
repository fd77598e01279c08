-- args: --allow-net
local bh = require "bindhost"
bh.http.post("http://127.0.0.1:8400/", { json = { a = 1 }, form = { a = 1 } })
