-- args: --allow-read
local bh = require "bindhost"
local text = bh.fs.read "read_and_its_failures.lua"
print(text:match "local bh = ([^\n]+)")  -- expect: require "bindhost"
local none, err = bh.fs.read "no/such/file"
print(none, err.kind, err.id)  -- expect: nil	not_found	file.not_found
local folder, why = bh.fs.read "."
print(folder, why.kind)  -- expect: nil	file
print(#bh.fs.read "/proc/loadavg" > 5)  -- expect: true
