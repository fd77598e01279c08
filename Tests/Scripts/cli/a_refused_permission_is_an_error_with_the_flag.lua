local bh = require "bindhost"
local ok, err = pcall(bh.fs.read, "/etc/hostname")
print(ok, err.id, err.kind)  -- expect: false	host.not_permitted	not_permitted
bh.fs.read "/etc/hostname"
-- expect error: host.not_permitted
-- expect stderr: --allow-read=/etc/hostname
-- exit: 3
