local bh = require "bindhost"
local res, err = bh.http.get "http://127.0.0.1:8400/me.json"
print(res and res.status)
