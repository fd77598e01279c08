-- Contract 21, 22: what a cleanup does stands although the transaction around it is dropped, but nothing of that with it: a function is
-- applied to what is there then.
local bh = require "bindhost"
local function state(name, fields) return bh.state(name, fields, { store = "memory:" }) end
for i, make in ipairs { bh.model, state } do
  for j, change in ipairs {
    function(m) m "n":modify(function(v) return v + 1 end) end,
    function(m) m:modify(function(r) r.n = r.n + 1 return r end) end,
    function(m) m:modify(function(r) r.o = r.o + 1 return r end) end,
  } do
    local m = make("m" .. i .. j, { n = 0, o = 0 })
    local scope = bh.scope(function() bh.on_close(function() change(m) end) end)
    pcall(bh.transaction, function() m "n":set(100) scope:close() print(m "n":get(), m "o":get()) error "no" end)
    print(m "n":get(), m "o":get())
  end
end
-- expect: 101	0
-- expect: 1	0
-- expect: 101	0
-- expect: 1	0
-- expect: 100	1
-- expect: 0	1
-- expect: 101	0
-- expect: 1	0
-- expect: 101	0
-- expect: 1	0
-- expect: 100	1
-- expect: 0	1
