-- CONTRACT 27 and 30: a write that an observer made and that fails when it is applied goes to on_error, with its line.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id, err.line) end)
local x, d = bh.bindable(1), bh.model("m", { n = bh.field { default = 1, max = 5 } })
x:observe(function() d "n":modify(function(v) return v + 10 end) end, { initial = false })
x:set(2)
-- expect: bind.invalid	5
print(d "n":get())                                  -- expect: 1
