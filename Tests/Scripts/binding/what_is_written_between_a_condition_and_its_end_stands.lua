-- Contract 49, 50: what is written by hand after the condition of a binding has ended stands, also where the binding ends then; and no
-- warning says that it is followed.
local bh = require "bindhost"
local function bound(target, source)
  local when = bh.bindable(true)
  return when, bh.bind(source or bh.bindable(9), target, { when = when })
end

local k = bh.bindable(1)
local when, h = bound(k)
bh.transaction(function()
  when:set(false)
  k:set(5)
  h:stop()
  print(k:get())                                           -- expect: 5
end)
print(k:get())                                             -- expect: 5

local scope = bh.scope(function() when = bound(k) end)
bh.go(function()
  when:set(false)
  k:set(6)
  scope:close()
end)
bh.sleep "1ms"
print(k:get())                                             -- expect: 6

k = bh.bindable(1)
when, h = bound(k)
local go = bh.bindable(0)
go:observe(function()
  when:set(false)
  k:set(7)
  h:stop()
end, { initial = false })
go:set(1)
print(k:get())                                             -- expect: 7

-- What was written before is covered: also where the condition holds again when the binding ends.
when, h = bound(k)
bh.transaction(function()
  k:set(8)
  when:set(false)
  h:stop()
end)
print(k:get())                                             -- expect: 7
-- expect warning: bind.overwritten
when, h = bound(k)
bh.transaction(function()
  when:set(false)
  k:set(8)
  when:set(true)
  h:stop()
end)
print(k:get())                                             -- expect: 7
-- expect warning: bind.overwritten

-- A place of what it wrote stands in what comes back; one that was written before the end does not.
local d = bh.bindable { q = { u = 1, v = 2 } }
when, h = bound(d "q", bh.bindable { u = 10, v = 20 })
bh.transaction(function()
  d "q.u":set(3)
  when:set(false)
  d "q.v":set(4)
  h:stop()
end)
print(bh.json.encode(d:get()))                             -- expect: {"q":{"u":1,"v":4}}
-- expect warning: bind.overwritten
when, h = bound(d "q", bh.bindable { u = 10, v = 20 })
bh.transaction(function()
  d "q.u":set(3)
  when:set(false)
  d "q.v":set(5)
end)
print(bh.json.encode(d:get()))                             -- expect: {"q":{"u":1,"v":5}}
-- expect warning: bind.overwritten

-- The end stands where the transaction fails; what was written in it does not.
when, h = bound(k)
pcall(bh.transaction, function()
  when:set(false)
  k:set(5)
  h:stop()
  error "no"
end)
print(k:get())                                             -- expect: 7

-- A line that was warned of writes as any other.
local n = 0
local function write()
  n = n + 1
  k:set(n)
end
when, h = bound(k)
write()
-- expect warning: bind.overwritten
bh.transaction(function()
  when:set(false)
  write()
end)
print(k:get())                                             -- expect: 2

-- So does what is given the value that was there, in a place of what the binding has written, by whatever way; of one line too.
d = bh.bindable { { id = 1, n = { u = 1, v = 2 } } }
when, h = bound(d:by("id", 1), bh.bindable { id = 1, n = { u = 10, v = 20 } })
bh.transaction(function() when:set(false) d "[1].n.v":set(20) d:push { id = 2 } end)
print(bh.json.encode(d:get()))                             -- expect: [{"id":1,"n":{"u":1,"v":20}},{"id":2}]

-- A line that writes before the end and after it; and what is written together, in whatever order.
d = bh.bindable { q = { u = 1, v = 2 } }
local function put(path, value) d(path):set(value) end
when, h = bound(d "q", bh.bindable { u = 10, v = 20 })
bh.transaction(function()
  put("q.u", 3)
  when:set(false)
  put("q.v", 6)
end)
print(bh.json.encode(d:get()))                             -- expect: {"q":{"u":1,"v":6}}
local m = bh.model("together", { bill = 1, ends = true })
bh.bind(bh.bindable(9), m "bill", { when = m "ends" })
m:update { bill = 5, ends = false }
print(m "bill":get())                                      -- expect: 5
