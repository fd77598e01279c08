-- CONTRACT 11: a binding and a link that could not follow bindings that went round without end follow what stands after it.
local bh = require "bindhost"
bh.on_error(function() end)
local far, one, two = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local small, other = bh.model("small", { n = bh.field { default = 0, max = 50 } }), bh.bindable(0)
bh.bind(one, two, function(v) return v + 1 end)
bh.bind(bh.combine({ two, far }, function(v, n) return n > 5 and v + 1 or n end), one)
local follows, link = bh.bind(one, small "n"), bh.link(one, other)
far:set(3)
local seen = {}
follows "status":observe(function(v) seen[#seen + 1] = v end)
local function show() print(small "n":get(), follows "status":get(), follows "input":get(), other:get(), link "status":get()) end
print((pcall(far.set, far, 9))) show()                          -- expect: false
                                                                -- expect: 3	ok	nil	3	ok
print(table.concat(seen, " "))                                  -- expect: ok
-- What had failed before has still failed.
far:set(4)
small "n":set(7)
one:set(60) show()                                              -- expect: 7	failed	60	60	ok
print((pcall(far.set, far, 9))) show()                          -- expect: false
                                                                -- expect: 7	failed	60	60	ok
