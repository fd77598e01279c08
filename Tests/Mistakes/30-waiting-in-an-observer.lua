-- args: --allow-net
local bh = require "bindhost"
local id = bh.bindable(7)
id:observe(function(v)
  local res = bh.http.get("http://127.0.0.1:8400/" .. v)
  print(res)
end)
