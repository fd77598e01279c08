-- CONTRACT 50: who writes what is refused has not written over a binding.
local bh = require "bindhost"
local source = bh.bindable(1)
local m = bh.model("m", { n = bh.field { default = 0, max = 9 } })
bh.bind(source, m "n")
local function both()
  print(select(2, m "n":set(10)).id)
  bh.transaction(function() print(select(2, m "n":set(11)).id) end)
end
both()                                                    -- expect: bind.invalid
                                                          -- expect: bind.invalid
m "n":observe(function() print(select(2, m "n":set(12)).id) end, { initial = false })
source:set(2)                                             -- expect: bind.invalid
m "n":set(5)                                              -- expect warning: bind.overwritten
                                                          -- expect: bind.invalid
