-- args: --allow-net=127.0.0.1
local bh = require "bindhost"
local res = bh.http.get "http://127.0.0.1:1/me.json"
print(res.json.name)
