-- Nothing changes a model behind its back.
local bh = require "bindhost"
local mine = { 1, 2 }
local cell = bh.bindable(mine)
mine[1] = 100
print(cell:get()[1])  -- expect: 1
local got = cell:get()
got[1] = 200
print(cell:get()[1])  -- expect: 1
