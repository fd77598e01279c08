-- Contract 60: a source that can only be written has no value, also after a write, and nobody can follow it.
local bh = require "bindhost"
local w = bh.source { name = "w", optimistic = true, set = function(n) print("sent", n) return true end }
w:observe(function(v) print("never", v) end)
w:set(1)                                                    -- expect: sent	1
local function try(f, ...) print((select(2, pcall(f, ...)).message)) end
print(w:has_value())                                        -- expect: false
try(w.get, w)                                               -- expect: w can only be written
try(w.modify, w, function(v) return v end)                  -- expect: w can only be written
try(bh.bind, w, bh.bindable(0))                             -- expect: bh.bind: w can only be written
try(bh.link, bh.bindable(0), w)                             -- expect: bh.link: w can only be written
bh.bind(bh.bindable(5), w)
bh.sleep "1ms"                                              -- expect: sent	5
