-- args: -A --once
-- LUA_API: err has a __tostring, which starts with its id and place, also when it comes from a file or a command.
local bh = require "bindhost"
local _, err = bh.fs.read "no_such_file.txt"
print(err)  -- expect: file.not_found: an_err_table_says_its_id_and_place.lua:4: no_such_file.txt: no such file or directory
print(getmetatable(err))  -- expect: false
_, err = bh.exec { "false" }
print(tostring(err):match "lua:7: false ended with exit status 1", err.status)  -- expect: lua:7: false ended with exit status 1	1

local kept = bh.bindable()
local job = bh.job.exec { name = "no", cmd = { "false" } }
job:on_failed(function(e)
  print(e.kind, tostring(e):match ": false ended with exit status 1$")  -- expect: exit	: false ended with exit status 1
  print(tostring(job("error"):get()) == tostring(e))  -- expect: true
  kept:set(e)
  print(tostring(kept:get()) == tostring(e), job("error.kind"):get())  -- expect: true	exit
end)
