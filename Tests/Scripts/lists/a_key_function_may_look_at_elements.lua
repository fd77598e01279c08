-- Contract 52: the function that gives the keys may read elements of the same list, and what it reads may change.
local bh = require "bindhost"
local first
local letters = bh.bindable { "a", "b", "c" }
local seen = {}
bh.each(letters:map(function(list) return list end), {
  key = function(element)
    if first then first:get() end
    return element
  end,
  insert = function(ref, key, place)
    first = first or ref
    seen[#seen + 1] = key .. place
  end,
  remove = function(_, key, place) seen[#seen + 1] = "-" .. key .. place end,
})
letters:push "d"
letters:push "e"
letters:remove(1)
print(table.concat(seen, " "))                          -- expect: a1 b2 c3 d4 e5 -a1

-- Keys that are others now are other elements.
local by = "id"
local list = bh.bindable { { id = 1, number = 10 }, { id = 2, number = 20 } }
local changes = {}
local each = bh.each(list, {
  key = function(element) return element[by] end,
  insert = function(_, key, place) changes[#changes + 1] = "+" .. key .. "@" .. place end,
  remove = function(_, key, place) changes[#changes + 1] = "-" .. key .. "@" .. place end,
})
by = "number"
list:set {}
list:set { { id = 1, number = 10 }, { id = 2, number = 20 } }
list:push { id = 3, number = 30 }
print(table.concat(changes, " "))                       -- expect: +1@1 +2@2 -2@2 -1@1 +10@1 +20@2 +30@3
