local a, b = require "_value", require "_value"
print(a == b)
-- expect: loaded once
-- expect: true
local ok, err = pcall(require, "_nothing")
print(ok, err.id)  -- expect: false	script.require
