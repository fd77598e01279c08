-- args: --once
local bh = require "bindhost"
local user = bh.model("user", { name = bh.field { default = "Ada", optional = true } })
local label = bh.ui.label { id = "title", text = user "name":map(function(name)
  return "Hi " .. name
end) }
bh.job.every("1h", { name = "profile", run = function()
  user:update { name = bh.null }
end })
bh.show(label)
