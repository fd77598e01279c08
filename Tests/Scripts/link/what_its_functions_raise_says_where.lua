-- CONTRACT 45, 30: what `from` raises refuses the input, and the error says the line, of a plain refusal that of the link; so does what
-- `validate` raises, which is no refusal: nothing is known of the value.
local bh = require "bindhost"
local n, f = bh.bindable(1, { name = "n" }), bh.bindable("", { name = "f" })
local function from(s)
  if s == "" then return nil, "a number, please" end
  return tonumber(s) or s.size.width                     -- line 7
end
local link = bh.link(n, f, { to = tostring, from = from })
f:set("five")
local err = link "error":get()
print(n:get(), link "status":get(), err.id, err.line, err.script:match "[^/]*$")   -- expect: 1	invalid	bind.invalid	7	what_its_functions_raise_says_where.lua
print(err.message)                    -- expect: f: "five" was refused: attempt to index a nil value (field 'size')
f:set("")
print(link "error":get().message, link "error":get().line)   -- expect: f: "" was refused: a number, please	9
-- the same through a lens
local lens = n:through { to = tostring, from = from }
local _, refusal = lens:set("six")
print(refusal.id, refusal.line)       -- expect: bind.invalid	7

local a, b = bh.bindable(1, { name = "a" }), bh.bindable("", { name = "b" })
local limit
local checked = bh.link(a, b, { to = tostring, from = tonumber, validate = function(v)
  return v < limit.top                                   -- line 24
end })
bh.on_error(function(e)
  print(e.id, e.line, e.message)
  for _, note in ipairs(e.notes) do print((note:gsub("%s+", " "):gsub(" %S+:%d+$", ""))) end
end)
b:set("5")
-- expect: bind.transform_failed	24	validate raised: attempt to index a nil value (upvalue 'limit')
-- expect: while taking b = "5" → a (the source keeps its last value)
-- expect: caused by write → b
-- expect: caused by main chunk
err = checked "error":get()
print(a:get(), checked "status":get(), err.id, err.line)   -- expect: 1	failed	bind.transform_failed	24
