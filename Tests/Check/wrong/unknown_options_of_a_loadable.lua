local bh = require "bindhost"
local user = bh.loadable("user", { laod = function() return 1 end, load = function() return 1 end })
user "value":observe(function() end)
-- finds 2:36: error: bh.loadable: unknown option 'laod' (did you mean 'load'?) [bind.unknown_option]
