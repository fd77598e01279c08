local bh = require "bindhost"
local user = bh.model("user", { name = bh.field { default = "Ada", optional = true } })
local title = bh.bindable("")
bh.bind(user "name", title, function(name)
  return "Hi " .. name
end)
user "name":set(nil)
