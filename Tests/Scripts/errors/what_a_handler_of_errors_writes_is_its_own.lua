-- Contract 25 and 27: a handler of errors is a transaction of its own. It is told after the callback or transaction in which
-- the report was made, and what it writes stands whatever becomes of that.
local bh = require "bindhost"
local log = bh.bindable {}
bh.on_error(function(e)
  log:modify(function(l)
    l[#l + 1] = e.message
    return l
  end)
end)
local told = 0
local function show()
  print(table.concat(log:get(), ", ", told + 1))
  told = #log:get()
end
local function raising(text) return function() error(text, 0) end end

pcall(bh.transaction, function() bh.scope(function() bh.on_close(raising "new scope") end) error "dropped" end)
show()                                       -- expect: new scope
local scope = bh.scope(function() bh.on_close(raising "old scope") end)
pcall(bh.transaction, function() scope:close() error "dropped" end)
show()                                       -- expect: old scope
bh.transaction(function()
  bh.scope(function() bh.on_close(raising "good end") end):close()
  print(#log:get() - told)                   -- expect: 0
end)
show()                                       -- expect: good end
local turn = bh.bindable(0)
scope = bh.scope(function() bh.on_close(raising "in observer") end)
turn:observe(function() scope:close() error("observer", 0) end, { initial = false })
bh.effect(function()
  local v = turn:get()
  bh.on_close(raising("cleanup " .. v))
  if v == 1 then error("effect", 0) end
end)
turn:set(1)
show()                                       -- expect: observer, effect, in observer, cleanup 0, cleanup 1
pcall(bh.transaction, function() bh.json.decode "123456789012345678901234567890" error "dropped" end)
show()                                       -- expect: line 1, column 1: the integer 123456789012345678901234567890 does not fit 64 bits and became a float

-- what the handler reports itself goes on to the scope outside
bh.scope(function()
  bh.on_error(function(e)
    bh.json.decode "123456789012345678901234567890"
    error("handler of " .. e.message, 0)
  end)
  turn:observe(raising "inside", { initial = false })
end)
turn:set(2)
print(#log:get() - told)                     -- expect: 3
