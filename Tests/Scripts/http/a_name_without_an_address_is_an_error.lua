-- args: --allow-net=no-such-host.invalid
local bh = require "bindhost"
local res, err = bh.http.get("http://no-such-host.invalid/")
print(res, err.detail)                                  -- expect: nil	dns
print(err.message:find("'no-such-host.invalid'", 1, true) ~= nil)  -- expect: true
