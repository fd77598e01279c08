-- CONTRACT 52 and 32 c: made once, kept over moves and updates, closed on removal and when the each ends.
local bh = require "bindhost"
local list = bh.bindable { { id = "a", n = 1 }, { id = "b", n = 1 } }
local inserts = 0
local handle = bh.each(list, { key = "id", insert = function(ref, key)
  inserts = inserts + 1
  ref("n"):observe(function(n) print(key, n) end)        -- expect: a	1
  bh.on_close(function() print("closed", key) end)       -- expect: b	1
end })
list("[1].n"):set(2)                                     -- expect: a	2
list:set { { id = "b", n = 1 }, { id = "a", n = 2 } }
list:by("id", "b")("n"):set(3)                           -- expect: b	3
print(inserts)                                           -- expect: 2
list:remove(1)                                           -- expect: closed	b
list:push { id = "b", n = 7 }                            -- expect: b	7
handle:stop()                                            -- expect: closed	b
                                                         -- expect: closed	a
list:by("id", "a")("n"):set(5)
print("end")                                             -- expect: end
