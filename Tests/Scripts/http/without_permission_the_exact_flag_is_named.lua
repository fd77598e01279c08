-- exit: 3
-- expect error: host.not_permitted
-- expect stderr: add --allow-net=example.org:443
local bh = require "bindhost"
bh.http.get("https://example.org/x")
