local function inner() error "boom" end
local function outer() inner() end
print "before"  -- expect: before
outer()
-- expect error: script.error
-- expect stderr: error[script.error]: boom
-- expect stderr:  1│ local function inner() error "boom" end
-- expect stderr: stack:
-- expect stderr: main_chunk_error_shows_its_stack.lua:4 in main chunk
-- exit: 1
