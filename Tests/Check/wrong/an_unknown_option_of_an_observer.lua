local bh = require "bindhost"
bh.bindable(1):observe(function() end, { inital = false })
-- finds 2:42: error: Ref:observe: unknown option 'inital' (did you mean 'initial'?) [bind.unknown_option]
