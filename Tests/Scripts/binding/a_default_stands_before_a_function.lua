-- Contract 7, 17 and 18: a function behind `default=` or `skip_nil=` gets as old what it was given before, and what equals that by the equality
-- of its source is not told again; after a condition has ended it is.
local bh = require "bindhost"
local s = bh.bindable(2)
local b = bh.bind(s, function(v, old) print("default", v, old) end, { default = 5 })   -- expect: default	2	nil
s:set(nil)           -- expect: default	5	2
s:set(3)             -- expect: default	3	5
s:set(nil)           -- expect: default	5	3
s:set(5)
s:touch()            -- expect: default	5	5
b:stop()
s:set(2)
bh.bind(s, function(v, old) print("skip", v, old) end, { skip_nil = true })            -- expect: skip	2	nil
s:set(nil)
s:set(3)             -- expect: skip	3	2
s:set(nil)
s:set(3)
-- Without a first delivery it is told of changes of what it would have been given.
local later = bh.bindable(nil)
bh.bind(later, function(v, old) print("later", v, old) end, { default = 7, initial = false })
later:set(7)
later:set(8)         -- expect: later	8	7
-- A source whose values are never equal tells each of them.
local each = bh.bindable(1, { equals = "never" })
bh.bind(each, function(v, old) print("each", v, old) end, { skip_nil = true })         -- expect: each	1	nil
each:set(1)          -- expect: each	1	1
each:set(nil)
each:set(1)          -- expect: each	1	1
-- What was told before a condition ended counts no more.
local on, value = bh.bindable(true), bh.bindable(1)
bh.bind(value, function(v, old) print("while on", v, old) end, { when = on, default = 0 })   -- expect: while on	1	nil
on:set(false)
on:set(true)         -- expect: while on	1	1
