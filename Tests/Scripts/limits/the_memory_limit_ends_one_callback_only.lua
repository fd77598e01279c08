-- CONTRACT 69: only the running callback ends, its writes are dropped, its line is named.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(1)
a:observe(function(v)
  if v ~= 2 then return end
  b:set(99)
  b:observe(print)
  b:set(("x"):rep(1 << 28))                      -- expect error: host.quota
end)
a:set(2)
print("b", b:get())                              -- expect: b	1
a:set(3)
b:set(4)
print("goes on")                                 -- expect: goes on

bh.go(function()
  b:set(5)
  local words = ("x"):rep(1000000)
  b:set(words:rep(1000))                         -- expect error: host.quota
end)
bh.after(0, function()
  print("the next", b:get())                     -- expect: the next	4
  local ok, err = pcall(string.rep, "x", 1 << 40)
  print(ok, err.id, err.line, err.kind)          -- expect: false	host.quota	23	programming
  print(err.message)                             -- expect: not enough memory: the limit of the script is 256 MiB
end)
-- expect stderr: the_memory_limit_ends_one_callback_only.lua:8
-- expect stderr: the_memory_limit_ends_one_callback_only.lua:19
-- exit: 1
-- expect stderr: keep less at a time, and drop references to what is no longer needed
