local bh = require "bindhost"
local list, log = bh.bindable { 1, 2, 3 }, bh.bindable {}
bh.each(list, { insert = function(_, key)                -- expect error: script.error
  log:push(key)
  if key == 2 then error("not this one") end
end })
print(table.concat(log:get(), " "))                      -- expect: 1 3
-- exit: 1
