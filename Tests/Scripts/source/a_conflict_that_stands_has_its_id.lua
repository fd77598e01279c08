-- Contract W-5: without `resolve` theirs stands, and the error is `source.conflict` with all that the setter said.
local bh = require "bindhost"
local answer
local src = bh.source { name = "src", get = function() return 1 end, set = function() return nil, answer end }
answer = { kind = "conflict", theirs = 9 }
local ok, err = src:set(2)
print(ok, err.id, err.kind, err.theirs, src:get())   -- expect: nil	source.conflict	conflict	9	9
print(err.message, src "$error":get().id)            -- expect: the write of src met a newer value	source.conflict
answer = { kind = "conflict", message = "somebody was first", holder = "Ada" }
_, err = src:set(3)
print(err.id, err.message, err.holder)               -- expect: source.conflict	somebody was first	Ada
answer = { kind = "conflict", id = "source.busy", message = "somebody writes" }
_, err = src:set(4)
print(err.id)                                        -- expect: source.busy
answer = { kind = "http", message = "gone" }
_, err = src:set(5)
print(err.id)                                        -- expect: script.error
-- whom nobody awaits is reported
answer = { kind = "conflict", theirs = 7 }
bh.on_error(function(e) print(e.id, e.kind, e.message, e.cause.theirs) end)
bh.transaction(function() src:set(6) end)
while src "$pending":get() > 0 do bh.sleep "1ms" end -- expect: source.conflict	conflict	the write of src met a newer value	7
-- `resolve` that cannot decide hands on what it was told, or says why
local torn = bh.source { name = "torn", get = function() return 1 end, set = function() return nil, answer end,
  resolve = function() return "fail" end }
print(select(2, torn:set(2)).id)                     -- expect: source.conflict
