-- args: --allow-read
local bh = require "bindhost"
for _, path in ipairs { ("a/"):rep(20000), ("x"):rep(5000) } do
  local ok, err = pcall(bh.fs.read, path)
  print(ok, err.kind, err.message:match "longer than %d+ bytes")
end
-- expect: false	not_permitted	longer than 4096 bytes
-- expect: false	not_permitted	longer than 4096 bytes
local ok, err = pcall(require, ("a."):rep(20000) .. "b")
print(ok, err.id)  -- expect: false	script.require
