local bh = require "bindhost"
local h = bh.model("h", { load = {} })
for i = 1, 5 do h("load"):push(i, { max = 3 }) end
print(table.concat(h("load"):get(), " "))  -- expect: 3 4 5
