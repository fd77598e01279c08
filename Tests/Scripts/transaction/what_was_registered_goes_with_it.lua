-- Contract 22: a transaction that raises leaves no cleanup, no exit function, no timer and no scope behind.
local bh = require "bindhost"
local scope = bh.scope("outer", function()
  bh.on_close(function() print "kept" end)
  pcall(bh.transaction, function()
    bh.on_close(function() print "dropped cleanup" end)
    bh.on_exit(function() print "dropped exit" end)
    bh.after("1ms", function() print "dropped timer" end)
    bh.scope("inner", function() bh.on_close(function() print "inner closed" end) end)  -- expect: inner closed
    error "no"
  end)
  bh.transaction(function() bh.on_close(function() print "kept too" end) end)
end)
bh.on_exit(function() print "exit" end)
bh.sleep("10ms")
scope:close()
-- expect: kept too
-- expect: kept
-- expect: exit
