-- Lua itself says only that a field is nil; the report says which name was probably meant.
local bh = require "bindhost"
local ui = bh.ui
bh.go(function() ui.lable "x" end)                -- expect error: script.error
-- expect stderr: attempt to call a nil value (field 'lable') (did you mean 'label' or 'table'?)
-- expect stderr: ui has: async button chart column dialog divider each
bh.go(function() bh.efect(print) end)             -- expect error: script.error
-- expect stderr: (field 'efect') (did you mean 'effect'?)
bh.go(function() bh.job.evry("1s", print) end)    -- expect error: script.error
-- expect stderr: (field 'evry') (did you mean 'every'?)
bh.go(function() bh.fs.reed "x" end)              -- expect error: script.error
-- expect stderr: (field 'reed') (did you mean 'read'?)

-- What a script has of its own is left alone, and so is what it caught.
local own = { ui = {} }
bh.go(function() own.lable() end)                 -- expect error: script.error
print(pcall(function() ui.lable "x" end))         -- expect: false	a_mistyped_function_names_the_nearest.lua:17: attempt to call a nil value (field 'lable')

-- What other Luas have.
bh.go(function() io.open "x" end)                 -- expect error: script.error
-- expect stderr: files are read with bh.fs.read
bh.go(function() os.execute "ls" end)             -- expect error: script.error
-- expect stderr: programs run with bh.exec { "name", "argument" }
