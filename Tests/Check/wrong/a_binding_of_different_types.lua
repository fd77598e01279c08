local bh = require "bindhost"
local m = bh.model("m", { age = 36, name = "", note = bh.field { type = "string", optional = true } })
bh.bind(m "age", m "name")
bh.bind(m "note", m "name")
-- finds 3: error: bh.bind: m.name: string expected, m.age is of type integer [bind.type]
-- finds 4: error: bh.bind: m.name is required, m.note is optional and may be nil [bind.type]
