local bh = require "bindhost"
local text = bh.fs.read "/etc/hostname"
print(text)
