-- Contract 36: a source whose scope has closed refuses every write where it stands, over whatever leads to it.
local bh = require "bindhost"
local sent = 0
local s, list
local scope = bh.scope("device", function()
  local function set() sent = sent + 1 return true end
  s = bh.source { name = "s", get = function() return { n = 1, on = true } end, set = set }
  list = bh.source { name = "list", get = function() return { 1 } end, set = set, optimistic = true }
end)
local lens = s:through { to = function(v) return v.n end, from = function(n) return { n = n } end }
local input = bh.bindable(1)
local binding = bh.bind(input, s "n", { initial = false })
scope:close()
local function refused(what, f, ...)
  local ok, err = pcall(f, ...)
  if ok or err.id ~= "bind.disposed" then return print(what, ok, err) end
  print(what, err.message)
end
refused("set", s.set, s, { n = 2, on = true })
-- expect: set	source 's' was used after its scope 'device' was closed
for _, what in ipairs {
  function() s:modify(function(v) return v end) end, function() s:update { n = 3 } end, function() s:update {} end,
  function() s "n":set(2) end,
  function() s "on":toggle() end, function() s:touch() end, function() s "n":touch() end, function() lens:set(4) end,
  function() list:push(2) end, function() list:insert(1, 0) end, function() list:remove(1) end,
  function() list "[1]":set(7) end, function() bh.transaction(function() s:set { n = 5 } print "no" end) end,
  function() bh.transaction(function() list:push(6) print "no" end) end,
} do
  local ok, err = pcall(what)
  if ok or err.id ~= "bind.disposed" then print(_, ok, err) end
end
bh.go(function() refused("in a task", list.push, list, 1) end)
bh.sleep(0)
-- expect: in a task	source 'list' was used after its scope 'device' was closed
-- Who writes what is bound to it hears nothing; the binding has failed.
print(input:set(3))                                            -- expect warning: bind.disposed
print(binding "status":get(), binding "error":get().id)
print(s:get().n, list "[1]":get(), sent)
-- expect: true
-- expect: failed	bind.disposed
-- expect: 1	1	0
