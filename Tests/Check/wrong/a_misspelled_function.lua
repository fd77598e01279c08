local bh = require "bindhost"
local n = bh.bindabel(1)
-- finds 2:14: error: attempt to call a nil value (field 'bindabel') (did you mean 'bindable'?) [script.error]
