local bh = require "bindhost"
local people = bh.bindable { { name = "Ada" }, { name = "Grace" } }
bh.each(people, { insert = function() end })
