-- Contract 27, 30: what is raised inside bh.transaction and the like and caught by nobody is shown where it was raised, with that stack.
local bh = require "bindhost"
local function inner(what)
  error("inside " .. what)
end
local ways = {
  function() bh.transaction(function() inner "transaction" end) end,
  function() bh.scope(function() bh.transaction(function() inner "scope" end) end) end,
  function() bh.untracked(function() inner "untracked" end) end,
  function() bh.bindable(1):modify(function() inner "modify" end) end,
  function() bh.computed(function() inner "computed" end):get() end,
  function() bh.all { function() inner "all" end } end,
}
for _, way in ipairs(ways) do
  bh.go(way)
  for _ = 1, 5 do bh.sleep(0) end
end
-- The place is the one that stands in the message: it is not said twice.
-- expect error: script.error
-- expect stderr: error[script.error]: inside transaction
-- expect error: script.error
-- expect stderr: error[script.error]: inside scope
-- expect error: script.error
-- expect stderr: error[script.error]: inside untracked
-- expect error: script.error
-- expect stderr: error[script.error]: inside modify
-- expect error: script.error
-- expect stderr: error[script.error]: inside computed
-- expect error: script.error
-- expect stderr: error[script.error]: inside all
-- expect stderr: an_uncaught_error_keeps_its_place_through_the_functions_of_bh.lua:4 in upvalue 'inner'

-- what a script has caught and raises again is raised there
local go = bh.bindable(0)
go:observe(function()
  local _, err = pcall(bh.transaction, function() error("again", 0) end)
  error(err, 0)
end, { initial = false })
go:set(1)                                       -- expect error: script.error
-- expect stderr:  ┌─ an_uncaught_error_keeps_its_place_through_the_functions_of_bh.lua:37

-- a place of its own for the caret
bh.scope(function() local t = nil
  t.x = 1 end)                                  -- expect error: script.error
-- expect stderr:  ┌─ an_uncaught_error_keeps_its_place_through_the_functions_of_bh.lua:44:3
-- expect stderr: an_uncaught_error_keeps_its_place_through_the_functions_of_bh.lua:43 in main chunk
-- exit: 1
