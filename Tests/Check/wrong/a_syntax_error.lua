local bh = require "bindhost"
local volume = bh.bindable(40
print(volume)
-- finds 3:1: error: ')' expected (to close '(' at line 2) near 'print' [script.syntax]
