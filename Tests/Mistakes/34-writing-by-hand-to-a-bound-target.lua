local bh = require "bindhost"
local name, shown = bh.bindable("Ada"), bh.bindable("")
bh.bind(name, shown)
shown:set("Grace")
