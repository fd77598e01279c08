-- args: --allow-read
local bh = require "bindhost"
local text, why = bh.fs.read "no_such_file.txt"  -- the place that is shown
if not text then error(why) end                  -- expect error: file.not_found
-- expect stderr: raised_on_is_shown_as_itself.lua:3
-- expect stderr: no_such_file.txt: no such file or directory
