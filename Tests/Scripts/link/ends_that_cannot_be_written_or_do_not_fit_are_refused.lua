-- CONTRACT 38, 50 and 60: said when the link is made, and nothing was changed.
local bh = require "bindhost"
local m = bh.model("m", { age = 1, text = "t", nick = bh.field { type = "string", optional = true } })
local function try(...) local ok, err = pcall(bh.link, ...) return ok or err.id end
print(try(m "age", m("text"):map(tostring)))             -- expect: bind.read_only
print(try(m("text"):map(tostring), m "text"))            -- expect: bind.read_only
print(try(m "age", m "text"))                            -- expect: bind.type
print(try(m "age", m "text", { to = tostring }))         -- expect: bind.type
print(try(m "text", m "nick"))                           -- expect: bind.type
print(try(m "age", m "text", { form = tostring }))       -- expect: bind.unknown_option
bh.bind(m("age"):map(tostring), m "text")
print(try(m "nick", m "text", { to = tostring, from = tostring }))      -- expect: bind.two_writers
print(m("age"):get(), m("text"):get())                   -- expect: 1	1
