local bh = require "bindhost"
local res = bh.http.get "http://127.0.0.1:8400/stats.json"
local number = tonumber(res.headers["x-count"])
print(number + 1)
if res.status ~= 200 then error("the server is ill") end
os.exit(3)
