-- Contract 28: what raises for ten operations in a row is suspended, when all that belongs to one change was told; resume() tells
-- what was missed.
local bh = require "bindhost"
bh.on_error(function(err) if err.id == "bind.suspended" then print(err.message) end end)
local list, is_broken, told = bh.bindable({}, { name = "list" }), true, {}
local h = bh.each(list, {
  insert = function(item, key)
    told[#told + 1] = key
    if is_broken then error "broken" end
  end,
  remove = function(_, key) told[#told + 1] = -key end,
})
local function show() print(table.concat(told, " "), h:info().errors, h:info().suspended) told = {} end
for n = 1, 9 do list:modify(function(l) l[n] = n return l end) end
show()                                            -- expect: 1 2 3 4 5 6 7 8 9	9	false
list:modify(function(l) table.remove(l) return l end)       -- one that goes well: counted anew
for n = 9, 17 do list:modify(function(l) l[n] = n return l end) end
show()                                            -- expect: -9 9 10 11 12 13 14 15 16 17	18	false
list:modify(function(l) l[18] = 18 l[19] = 19 return l end)
-- expect: each of list was suspended after 11 errors in a row
show()                                            -- expect: 18 19	20	true
list:set { 20, 19 }
show()                                            -- expect: 	20	true
is_broken = false
h:resume()
show()                                            -- expect: -18 -17 -16 -15 -14 -13 -12 -11 -10 -9 -8 -7 -6 -5 -4 -3 -2 -1 20	20	false
