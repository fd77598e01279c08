local bh = require "bindhost"
local result = bh.exec { "df", "-P" }
print(result.out:match("%d+"))
bh.bindabel(1)
-- finds 4:4: error: attempt to call a nil value (field 'bindabel') (did you mean 'bindable'?) [script.error]
