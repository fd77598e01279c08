-- Contract 11: too many waves discard pending writes. The last whole wave stands with all that belongs to it: that a binding
-- failed in it, what is reported, what has changed outside, what a scope has written that ended in it.
local bh = require "bindhost"
local a = bh.bindable(0)
bh.on_error(function(e) print("handler", e.id) end)
local m = bh.model("m", { n = bh.field { default = 0, max = 99 } })
local into = bh.bind(a, m "n")
local call = bh.bind(a, function(v) if v == 100 then error("no", 0) end end)
into "status":observe(function(s) print("into", s) end)   -- expect: into	ok
call "status":observe(function(s) print("call", s) end)   -- expect: call	ok

local tell
local outside = 1
local source = bh.source { get = function() return outside end, notify = function(changed) tell = changed end }
local looking = bh.scope(function()
  source:observe(function(v) print("source", v) end)      -- expect: source	1
end)
local open, scope = bh.bindable(1), nil
scope = bh.scope(function()
  bh.on_close(function() open:modify(function(n) return n - 1 end) end)
end)
open:observe(function(n) print("open", n) end)            -- expect: open	1
local after = bh.bindable(0)
local writing = source:observe(function(v) after:set(v) end)

a:observe(function(v)
  if v == 0 then return end
  if v == 100 then
    outside = 2
    tell()
    scope:close()
  end
  a:set(v + 1)
end)
print(pcall(a.set, a, 1) == false, a:get(), m "n":get())
-- expect: handler	script.error
-- expect: into	failed
-- expect: handler	bind.invalid
-- expect: call	failed
-- expect: source	2
-- expect: open	0
-- expect: true	100	99
print(into "error":get().id, call "error":get().id)       -- expect: bind.invalid	script.error
print(source:get(), open:get())                           -- expect: 2	0
-- what is written because of that comes too late, as all writes do
print(after:get())                                        -- expect: 1

-- what tells of itself without end is stopped too, and what it told last is what is there
local rounds = 0
local restless = bh.source { get = function() return outside end, notify = function(changed) tell = changed end }
local round = restless:observe(function()
  rounds = rounds + 1
  outside = outside + 1
  tell()
end, { initial = false })
outside = 10
tell()                                                    -- expect: handler	bind.cycle
print(restless:get() == outside, rounds <= 200)           -- expect: true	true
looking:close()
writing:stop()
round:stop()
