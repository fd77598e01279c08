-- CONTRACT 27 and 30: a write that an observer made and that fails when it is applied goes to on_error, with its line.
local bh = require "bindhost"
bh.on_error(function(err) print(err.id, err.line) end)
local x, d = bh.bindable(1), bh.model("m", { n = bh.field { default = 1, max = 5 } })
x:observe(function() d "n":modify(function(v) return v + 3 end) end, { initial = false })
x:observe(function() d "n":modify(function(v) return v + 3 end) end, { initial = false })
x:set(2)
-- expect: bind.invalid	6
print(d "n":get())                                  -- expect: 4

-- What is refused as it stands is told to the writer, and takes nothing else along.
local y, m = bh.bindable(1), bh.model("two", { other = 0, n = bh.field { default = 1, max = 5 } })
y:observe(function()
  m "other":set(1)
  local ok, why = m "n":modify(function(v) return v + 10 end)
  print(ok, why.id, m "n":get())
end, { initial = false })
y:set(2)                                            -- expect: nil	bind.invalid	1
print(m "n":get(), m "other":get())                 -- expect: 1	1
