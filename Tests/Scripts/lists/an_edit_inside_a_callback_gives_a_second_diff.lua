-- CONTRACT 53
local bh = require "bindhost"
local list = bh.bindable { 1 }
bh.each(list, {
  insert = function(ref, key, i)
    print("insert", key, i)                              -- expect: insert	1	1
    if key == 2 then
      list:push(3)
      list:remove(1)
    end
  end,
  remove = function(_, key, i) print("remove", key, i) end,
})
list:push(2)                                             -- expect: insert	2	2
                                                         -- expect: remove	1	1
                                                         -- expect: insert	3	2
print(table.concat(list:get(), " "))                     -- expect: 2 3
