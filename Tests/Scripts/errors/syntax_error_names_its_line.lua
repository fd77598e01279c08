print "never"
local x = = 1
-- expect error: script.syntax
-- expect stderr: syntax_error_names_its_line.lua:2
-- exit: 1
