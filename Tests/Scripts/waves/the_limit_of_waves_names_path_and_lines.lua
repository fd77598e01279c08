-- Contract 11: 100 waves; what waits is discarded, the last whole wave stands, everything goes on afterwards.
local bh = require "bindhost"
local a, b = bh.bindable(0, { name = "a" }), bh.bindable(0, { name = "b" })
local other, seen = bh.bindable(0), 0
b:observe(function(v) a:set(v + 1) end, { initial = false })
a:observe(function(v) if v < 1000 then b:set(v) end end, { initial = false })
a:observe(function(v) seen = v other:set(-v) end, { initial = false })
local ok, err = pcall(function()
  a:set(1)
end)
print(ok, err.id, err.line)               -- expect: false	bind.cycle	9
local path = table.concat(err.notes, " "):gsub("%S*/", "")
path = path:gsub("the_limit_of_waves_names_path_and_lines.lua", "here")
print(path:match "path: .*")              -- expect: path: a (here:5) → b (here:6) → a (here:5)
print(a:get(), b:get(), seen, other:get())  -- expect: 50	50	50	-50
-- a chain of just the limit is none
local n = bh.bindable(0)
n:observe(function(v) if v < 100 then n:set(v + 1) end end, { initial = false })
n:set(1)
print(n:get())                            -- expect: 100
ok, err = pcall(n.modify, n, function() return 0 end)
print(ok, err.id, n:get())                -- expect: false	bind.cycle	99
-- and nothing is left over for the next write
n:set(100)
other:set(3)
print(n:get(), other:get(), seen)         -- expect: 100	3	50
a:set(2000)
print(a:get(), b:get(), seen, other:get())  -- expect: 2000	50	2000	-2000
