-- args: --allow-read --deny-read=/proc/self
local bh = require "bindhost"
print((pcall(bh.fs.read, "/proc/self/status")))  -- expect: false
print((pcall(bh.fs.read, "/proc/../proc/self/status")))  -- expect: false
print(pcall(bh.fs.read, "/proc/loadavg") == true)  -- expect: true
