-- Contract 30: where nothing is near there is no wrong advice, and the note names what is known.
local bh = require "bindhost"
local m = bh.model("m", { alpha = 1, beta = 2 })
local ok, err = pcall(m, "zzzzzzzz")
print(ok, err.id, #(err.suggestions or {}), tostring(err):find "did you mean")  -- expect: false	bind.path	0	nil
print(table.concat(err.notes, "; "):find("alpha", 1, true) ~= nil)             -- expect: true
-- where a value has no fields there is nothing to offer
print(select(2, pcall(function() return m "alpha.x" end)).message)             -- expect: m.alpha has no fields, so no 'x'
print(select(2, pcall(function() return m "alpha[1]" end)).id)                 -- expect: bind.path
print(select(2, pcall(function() return m "a..b" end)).id)                     -- expect: bind.path
-- the place is the script's own, also through a function of another line and in a callback
local function helper() return m "alpa" end
local function caller() return (helper()) end
print(select(2, pcall(caller)).line)                                           -- expect: 12
bh.on_error(function(e) print(e.id, e.line, e.suggestions[1]) end)
m("beta"):observe(function() m("alhpa"):set(1) end)                            -- expect: bind.path	16	alpha
