local bh = require "bindhost"
local user = bh.model("user", { name = bh.field { type = "string", optional = true } })
local title = bh.bindable("")
bh.bind(user "name", title, function(name)
  return "Hi " .. name
end)
-- finds 5:19: error: transform raised: attempt to concatenate a nil value (local 'name') [bind.transform_failed]
