-- args: --allow-net=other.org
local bh = require "bindhost"
local ok, err = pcall(bh.http.get, "http://[::1]:8400/")
print(ok, err.kind)                                     -- expect: false	not_permitted
print(err.message)                                      -- expect: connecting to '[::1]:8400' is not permitted (add --allow-net=[::1]:8400)
