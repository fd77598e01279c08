-- Contract 39: with the exact look of an uncaught error.
local bh = require "bindhost"
local user = bh.model("user", { name = "Ada", email = "" })
local ok, err = pcall(user, "nmae")
print(ok, err.id, err.kind)  -- expect: false	bind.path	programming
print((tostring(err):find("did you mean 'name'?", 1, true)) ~= nil)  -- expect: true
user "nmae"
-- expect error: bind.path
-- expect stderr: did you mean 'name'?
-- exit: 1
