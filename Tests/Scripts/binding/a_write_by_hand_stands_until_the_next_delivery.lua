-- CONTRACT 50: the binding is kept, and a warning names both places. Once for each line.
local bh = require "bindhost"
local source, target = bh.bindable(1), bh.bindable(0)
bh.bind(source, target)
for i = 10, 11 do target:set(i) end      -- expect warning: bind.overwritten
print(target:get())                      -- expect: 11
source:set(2)
print(target:get())                      -- expect: 2
