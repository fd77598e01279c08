-- Contract 22, 25: a handler of errors that a failing transaction, timer or task has set is taken back; the one before stands.
local bh = require "bindhost"
local over = 0
local function handler(word)
  return function(err) print(word, err.message:match "[^ ]+$") over = over + 1 end
end
local a = bh.bindable(0)
a:observe(function(v) if v > 0 then error("observer " .. v) end end)
bh.on_error(handler "right")
print((pcall(bh.transaction, function() bh.on_error(handler "wrong") error "no" end)))  -- expect: false
a:set(1)                                          -- expect: right	1
bh.after(0, function() bh.on_error(handler "wrong") error "timer" end)
while over < 2 do bh.sleep(0) end                 -- expect: right	timer
bh.go(function() bh.on_error(handler "wrong") error "task" end)
while over < 3 do bh.sleep(0) end                 -- expect: right	task
a:set(2)                                          -- expect: right	2
bh.transaction(function()
  bh.on_error(handler "outer")
  pcall(bh.transaction, function() bh.on_error(handler "wrong") bh.on_error(handler "wrong too") error "no" end)
end)
a:set(3)                                          -- expect: outer	3
