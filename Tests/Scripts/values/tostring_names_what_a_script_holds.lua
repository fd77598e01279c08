local bh = require "bindhost"
local m = bh.model("user", { name = "Ada", empty = bh.record {} })
print(tostring(m "name"))                                -- expect: Ref(user.name)
print(tostring(m "name":observe(function() end)))        -- expect: handle(observer of user.name)
print(tostring(bh.scope("inner", function() end)))       -- expect: scope(inner)
print(next(m "empty":get()))                             -- expect: nil
print(select(2, pcall(function() return m "empty.x" end)).id)  -- expect: bind.path
