-- Contract 16, 19, 21, 55: what a transaction forgets is told with its commit, and never if that is dropped.
local bh = require "bindhost"
local m = bh.model("m", { a = 0, log = "" })
local h = bh.history { cells = { m "a" } }
m "a":set(1)
h "can_undo":observe(function(v)
  print("can_undo", v)
  m "log":modify(function(s) return s .. (v and "T" or "F") end)
end)                                                    -- expect: can_undo	true
pcall(bh.transaction, function()
  m "a":set(2)
  h:clear()
  bh.history { cells = { m "a" } }:stop()
  error "dropped"
end)
print(m "a":get(), m "log":get())                       -- expect: 1	T
bh.transaction(function()
  h:clear()
  print "cleared"                                       -- expect: cleared
end)                                                    -- expect: can_undo	false
m "a":set(3)                                            -- expect: can_undo	true
bh.transaction(function() h:clear() m "a":set(4) end)   -- there and back
print(h:undo(), h:undo(), m "a":get())                  -- expect: can_undo	false
                                                        -- expect: true	false	3
-- What has ended has ended, but nobody hears of it in the middle either.
h:redo()                                                -- expect: can_undo	true
pcall(bh.transaction, function()
  h:stop()
  print "stopped"                                       -- expect: stopped
  error "dropped"                                       -- expect: can_undo	false
end)
print(h "can_undo":get())                               -- expect: false
