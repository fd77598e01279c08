-- `bh.null` says what it is; `bh.oneway` gives a Ref that cannot be written and follows its source.
local bh = require "bindhost"
print(bh.null, tostring(bh.null) == "null", type(bh.null))   -- expect: null	true	userdata
local n = bh.bindable(1, { name = "n" })
local shown = bh.oneway(n)
print(shown:get(), shown:writable())                          -- expect: 1	false
n:set(2)
print(shown:get())                                            -- expect: 2
print((tostring(select(2, pcall(shown.set, shown, 3))):match "^[%w_.]+"))  -- expect: bind.read_only
