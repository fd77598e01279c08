-- CONTRACT 38: what can never fit is refused at once, nil needs an answer, nothing is dropped silently.
local bh = require "bindhost"
local m = bh.model("m", {
  count = 1, name = "", nick = bh.field { type = "string", optional = true }, list = { 1 }, ratio = 0.5,
})
local function try(...) local ok, err = pcall(bh.bind, ...) return ok or err.id end
print(try(m "count", m "name"))                                    -- expect: bind.type
print(try(m "list", m "name"))                                     -- expect: bind.type
print(try(m, m "name"))                                            -- expect: bind.type
print(try(m "nick", m "name"))                                     -- expect: bind.type
print(try(m "nick", m "name", { default = { 1 } }))                -- expect: bind.type
print(try(m "nick", m "name", { default = "nobody" }))             -- expect: true
print(m("name"):get())                                             -- expect: nobody
m("nick"):set("ada")
print(m("name"):get())                                             -- expect: ada
print(try(m "count", m "name", { map = tostring, replace = true }))   -- expect: true
print(m("name"):get())                                             -- expect: 1
print(try(m "count", m "ratio"))                                   -- expect: true
print(m("ratio"):get())                                            -- expect: 1.0
print(try(m "name", m("name"):map(tostring)))                      -- expect: bind.read_only
-- T into T? is lifted, and skip_nil leaves the target alone
local o = bh.model("o", { from = "x", to = bh.field { type = "string", optional = true }, kept = "old" })
print(try(o "from", o "to"))                                       -- expect: true
print(o("to"):get())                                               -- expect: x
print(try(o "to", o "kept", { skip_nil = true }))                  -- expect: true
o("from"):set("y")
print(o("kept"):get())                                             -- expect: y
