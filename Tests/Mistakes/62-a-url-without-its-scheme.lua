-- args: --allow-net
local bh = require "bindhost"
bh.http.get "127.0.0.1:8400/me.json"
