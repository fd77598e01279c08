-- Contract 17, 19, 38, 46: where callbacks of one wave write the source of a link and put it back it has not changed: an edit of the target
-- stands, and so does refused input. Whatever the source is: a value, a field of a state, a record, the middle of a chain.
local bh = require "bindhost"
local function by(...)
  local go = bh.bindable(0)
  for _, f in ipairs { ... } do go:observe(f, { initial = false }) end
  go:set(1)
end
local s, t = bh.bindable(3), bh.bindable(0)
bh.link(s, t)
by(function() s:set(6) end, function() s:set(3) end, function() t:set(4) end)
print(s:get(), t:get())                                    -- expect: 4	4
by(function() s:set(6) end, function() s:set(3) t:set(9) end)
print(s:get(), t:get())                                    -- expect: 3	3
local model, view = bh.bindable(1), bh.bindable()
local link = bh.link(model, view, { validate = function(v) return v < 10, "too big" end })
view:set(20)
by(function() model:set(5) end, function() model:set(1) end)
print(model:get(), view:get(), link "status":get(), link "input":get()) -- expect: 1	20	invalid	20
by(function() model:set(5) end, function() model:set(2) end)
print(model:get(), view:get(), link "status":get())        -- expect: 2	2	ok
local state = bh.state("kept", { n = 5 }, { store = "memory:" })
local field = bh.bindable(0)
bh.link(state "n", field)
by(function() state "n":set(6) end, function() state "n":set(5) end, function() field:set(9) end)
print(state "n":get(), field:get())                        -- expect: 9	9
local list, shown = bh.bindable { 1, 2 }, bh.bindable {}
bh.link(list, shown)
by(function() list:push(3) end, function() list:remove(3) end, function() shown:push(9) end)
print(#list:get(), #shown:get())                           -- expect: 3	3
local record, copy = bh.model("record", { a = 1, b = 1 }), bh.model("copy", { a = 0, b = 0 })
bh.link(record, copy)
by(function() record "a":set(2) end, function() record "a":set(1) end, function() copy "b":set(9) end)
print(record "b":get(), copy "b":get())                    -- expect: 9	9
local a, b, c = bh.bindable(1), bh.bindable(0), bh.bindable(0)
bh.link(a, b)
bh.link(b, c)
by(function() a:set(2) end, function() a:set(1) end, function() c:set(9) end)
print(a:get(), b:get(), c:get())                           -- expect: 9	9	9
by(function() b:set(2) end, function() b:set(9) end, function() c:set(8) end)
print(a:get(), b:get(), c:get())                           -- expect: 8	8	8
-- What settles back to its value has been written all the same.
bh.transaction(function() a:set(1) b:set(3) c:set(5) end)
print(a:get(), b:get(), c:get())                           -- expect: 1	1	1
