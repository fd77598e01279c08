-- CONTRACT 22 and 50: replacing is undone with the transaction it was part of.
local bh = require "bindhost"
local a, b, t = bh.bindable("a"), bh.bindable("b"), bh.bindable("")
local first = bh.bind(a, t)
pcall(bh.transaction, function()
  bh.bind(b, t, { replace = true })
  error("no")
end)
print(t:get(), first:info().stopped)     -- expect: a	false
a:set("a2")
print(t:get())                           -- expect: a2
