-- Contract 4: looked at, it is evaluated in each wave; before, afterwards and while it is only wired up, not until it is read.
local bh = require "bindhost"
local a, runs = bh.bindable(1), {}
local function counted(name, cell) return cell:map(function(v) runs[name] = (runs[name] or 0) + 1 return v end) end
local first = counted("first", a)
local second = counted("second", first)
local third = counted("third", second)
local function show() print(runs.first, runs.second, runs.third) runs = {} end
a:set(2) a:set(3)
show()                                   -- expect: nil	nil	nil
print(second:get(), second:get())        -- expect: 3	3
show()                                   -- expect: 1	1	nil
local h = third:observe(function() end)
a:set(4) a:set(5)
show()                                   -- expect: 2	2	3
local other = first:observe(function() end)
h:stop()
a:set(6)
show()                                   -- expect: 1	nil	nil
other:stop()
a:set(7)
show()                                   -- expect: nil	nil	nil
-- a paused observer, a closed scope and a failed transaction do not look either
local scope = bh.scope(function() third:observe(function() end) end)
scope:close()
pcall(bh.transaction, function() third:observe(function() end) error "no" end)
runs = {}
a:set(8) a:set(9)
show()                                   -- expect: nil	nil	nil
-- nor does asking what it is called or making more of it
print(third:writable(), #third:path(), third:map(tostring) ~= nil)  -- expect: false	0	true
show()                                   -- expect: nil	nil	nil
-- what is no input of the present branch is not evaluated while the other is looked at
local choose = bh.bindable(true)
local arm = bh.computed(function() if choose:get() then return 0 end return third:get() end)
arm:observe(function(v) print("arm", v) end)  -- expect: arm	0
a:set(10)
show()                                   -- expect: nil	nil	nil
choose:set(false)                        -- expect: arm	10
show()                                   -- expect: 1	1	1
