-- Contract 8, 69: what a callback writes to a source is worked out once for the callback, however much it writes and reads there; functions
-- are applied again with its end.
local bh = require "bindhost"
local stored, calls = {}, {}
local list = bh.source { get = function() return stored end, set = function(new) stored = new return true end }
local function count(name) calls[name] = (calls[name] or 0) + 1 end
local back = list:through {
  to = function(l) return l end,
  from = function(l) count "from" return l end,
}
local go = bh.bindable(0)
local function inside(n, fn)
  calls = {}
  local observer = go:observe(function() fn(n) print(n, calls.fn, calls.from, #list:get()) end, { initial = false })
  go:set(go:get() + 1)
  observer:stop()
  list:set {}
end
local function own() list:modify(function(l) count "fn" l[#l + 1] = 0 return l end) end
-- A function of a script's, and edits that come after it.
inside(50, function(n) own() for i = 1, n do list:push(i) end end)              -- expect: 50	1	nil	51
inside(50, function(n) own() for _ = 1, n do list:get() end end)                -- expect: 50	1	nil	1
-- Twice as many edits are twice the work: one look at the line and one for what is seen, of each.
inside(50, function(n) for i = 1, n do back:push(i) end end)                    -- expect: 50	nil	100	50
inside(100, function(n) for i = 1, n do back:push(i) end end)                   -- expect: 100	nil	200	100
inside(50, function(n) for i = 1, n do back:push(i) assert(#list:get() == i) end end)   -- expect: 50	nil	100	50
-- What an inner transaction has worked out need not be worked out again, and what it drops is not there.
inside(50, function(n)
  for i = 1, n do
    bh.transaction(function() back:push(i) end)
    pcall(bh.transaction, function() list:push(0) error("no", 0) end)
  end
end)                                                                            -- expect: 50	nil	100	50
-- A function that looks at what it changes finds what was there before.
inside(1, function() list:push(1) list:modify(function(l) l[2] = #list:get() return l end) list:push(3) end)   -- expect: 1	nil	nil	3
