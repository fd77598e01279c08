-- Contract 13: a function that must only compute declares nothing and begins nothing, wherever it runs.
local bh = require "bindhost"
local a, other = bh.bindable(1), bh.bindable(0)
local function id(f, ...) local ok, err = pcall(f, ...) return ok and "no error" or err.id end
local function make() bh.model("made", { x = 1 }) return 7 end
print("computed", id(function() bh.computed(make):get() end))              -- expect: computed	bind.pure
print("map", id(function() a:map(make):get() end))                         -- expect: map	bind.pure
print("to", id(function() a:through { to = make }:get() end))              -- expect: to	bind.pure
print("from", id(function() a:through { from = make }:set(2) end))         -- expect: from	bind.pure
print("modify", id(a.modify, a, make))                                     -- expect: modify	bind.pure
print("equals", id(function() bh.bindable(1, { equals = make }):set(2) end))  -- expect: equals	bind.pure
local function inner() return coroutine.wrap(make)() end
print("inner", id(function() bh.computed(inner):get() end))                -- expect: inner	bind.pure
print("through another", id(function() bh.computed(function() return a:map(make):get() end):get() end))
-- expect: through another	bind.pure
-- no trace of it is left, and the name is free
print(id(bh.open, "made"), a:get())                                        -- expect: bind.path	1
local _, err = pcall(function() bh.computed(make):get() end)
print(err.message, err.line)
-- expect: bh.model was called inside a derived function, transform, converter or validator	5
print(err.notes[1])
-- expect: these run whenever the engine needs them; call it outside, or from an observer, an effect or a handler
local ways = {
  model = function() bh.model("m", {}) end,
  state = function() bh.state("s", {}, { store = "memory:" }) end,
  source = function() bh.source { get = function() return 1 end } end,
  loadable = function() bh.loadable { load = function() end } end,
  history = function() bh.history() end,
  command = function() bh.command("c", function() end) end,
  on_error = function() bh.on_error(function() end) end,
  on_exit = function() bh.on_exit(function() print "never" end) end,
  show = function() bh.show(bh.ui.label "x") end,
  label = function() bh.ui.label "x" end,
  stop = function() a:observe(print, { initial = false }):stop() end,
}
for name, way in pairs(ways) do
  local found = id(function() bh.computed(way):get() end)
  if found ~= "bind.pure" then print(name, found) end
end
-- what waits says that
print(id(function() bh.computed(function() return bh.fs.read "x" end):get() end))          -- expect: bind.yield
print(id(function() bh.computed(function() return bh.all {} end):get() end))               -- expect: bind.yield
print(id(function() bh.computed(function() return bh.http.get "http://x/" end):get() end)) -- expect: bind.yield
-- cells own nothing: they may be made there; and a loadable of a family is asked for where its value is
local family = bh.loadable { key = function(n) return n end, load = function(ctx) return 10 end }
local chosen = bh.computed(function()
  local inner = bh.bindable(a:get())
  local twice = bh.computed(function() return inner:get() * 2 end)
  local both = bh.combine({ inner, twice }, function(x, y) return x + y end)
  return both:map(function(v) return v + 1 end):get() + (family(3) "value":get() or 0)
end)
print(chosen:get())                                                        -- expect: 4
-- in an observer, an effect and a task it is allowed
a:observe(function(v) if v == 2 then bh.model("in_observer", { x = v }) end end)
a:set(2)
print(bh.open "in_observer" "x":get(), other:get())                        -- expect: 2	0
