-- Contract 30, 51: there is no element with a key, and none any more.
local bh = require "bindhost"
local m = bh.model("m", { l = { { id = 1, v = "one" } } })
local function says(ref) print((select(2, pcall(ref.set, ref, "x")).message)) end
says(m "l":by("id", 4) "v")  -- expect: m.l[id=4]: there is no element with id 4
local one = m "l":by("id", 1) "v"
m "l":set {}
says(one)                    -- expect: m.l[id=1]: there is no element with id 1 any more
