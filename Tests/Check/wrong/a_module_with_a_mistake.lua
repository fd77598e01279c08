local bh = require "bindhost"
local part = require "_part"
return part
-- finds _part.lua:1:32: error: nobody has made a global 'undefined_in_part' [script.unknown_global]
