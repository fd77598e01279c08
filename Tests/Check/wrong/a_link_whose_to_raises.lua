local bh = require "bindhost"
local m = bh.model("m", { name = bh.field { default = "Ada", one_of = { "Ada", "Grace" } } })
local shown = bh.bindable("")
bh.link(m "name", shown, {
  to = function(v) return ({ Ada = "A" })[v]:lower() end,
  from = function() return "Ada" end,
})
-- finds 4: warning: bh.link: 'to' raises for "Grace", which m.name may hold: attempt to index a nil value (field '?') [bind.transform_failed]
