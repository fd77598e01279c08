local bh = require "bindhost"
-- A document of which a table is made that does not fit is an error of this call only.
local text = "[" .. ("[],"):rep(4000000) .. "[]]"
local ok, err = pcall(bh.json.decode, text)
print(ok, tostring(err):match "memory" ~= nil)  -- expect: false	true
text = nil
collectgarbage()
print(#bh.json.decode(("[" .. ("1,"):rep(99999)) .. "1]"))  -- expect: 100000
