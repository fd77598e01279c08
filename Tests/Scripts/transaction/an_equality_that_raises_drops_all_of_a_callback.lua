-- Contract 21, 25: what counts as equal is asked before anything of a callback is written: if that raises, nothing is.
local bh = require "bindhost"
bh.on_error(function(err) print("reported", err.message:match "no such equality") end)
local go, a, c = bh.bindable(0), bh.bindable(1), bh.bindable(1)
local b = bh.bindable(1, { equals = function() error "no such equality" end })
local inner = true
go:observe(function(n)
  local function write() a:set(n + 1) b:set(n + 1) c:set(n + 1) end
  if not inner then return write() end
  local ok, err = pcall(bh.transaction, write)
  print(ok, err:match "no such equality")
end, { initial = false })
go:set(1)                                          -- expect: false	no such equality
print(a:get(), b:get(), c:get())                    -- expect: 1	1	1
inner = false
go:set(2)                                          -- expect: reported	no such equality
print(a:get(), b:get(), c:get())                    -- expect: 1	1	1
