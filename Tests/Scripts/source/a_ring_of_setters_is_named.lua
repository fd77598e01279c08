-- Contract 12, 57: a write that would wait for itself over the functions of other sources is refused where it closes the ring, and named.
local bh = require "bindhost"
local function source(name, functions)
  functions.name, functions.get = name, functions.get or function() return 0 end
  functions.set = functions.set or function() return true end
  return bh.source(functions)
end
-- Over two setters, and over three.
local s, t, u
s = source("s", { set = function(v) return t:set(v + 1) end })
t = source("t", { set = function(v) return u:set(v + 1) end })
u = source("u", { set = function(v) return s:set(v + 1) end })
print(select(2, s:set(1)).message)
-- expect: s is written by the setter of u, which would wait for itself
print(tostring(select(2, t:set(1))):match "path: .*%)$")
-- expect: path: t (a_ring_of_setters_is_named.lua:10) → u (a_ring_of_setters_is_named.lua:11) → s (a_ring_of_setters_is_named.lua:12) → t (a_ring_of_setters_is_named.lua:10))
print(s "$pending":get(), t "$pending":get(), u "$pending":get())
-- expect: 0	0	0
-- Over what waits for all of several functions, and over commands.
local all
all = source("all", { set = function(v) return v == 2 or bh.all { function() return all:set(2) end } end })
print(select(2, all:set(1)).message)
-- expect: all is written by its own setter, which would wait for itself
local called
bh.command("write", function() return called:set(2) end)
called = source("called", { set = function(v) return v == 2 or bh.call "write" end })
print(select(2, called:set(1)).message)
-- expect: called is written by its own setter, which would wait for itself
-- Over who asks whether it may begin, wherever that starts.
local asking, asked
asking = source("asking", { set = function(v) return asked:set(v) end })
asked = source("asked", { confirm = function(v) return (asking:set(v)) end })
print(select(2, asking:set(1)).message)
-- expect: asking is written by the 'confirm' of asked, which would wait for itself
print(select(2, asked:set(1)).id)
-- expect: source.declined
-- A getter whose answer a function waits for.
local got
got = source("got", { get = function() bh.sleep(0) print(pcall(got.modify, got, function(v) return v + 1 end)) return 5 end })
print(got:modify(function(v) return v + 1 end), got:get())
-- expect: false	bind.cycle: a_ring_of_setters_is_named.lua:39: got is written by its own getter, which would wait for itself
-- expect: true	6
-- What is no ring waits as ever: two that write a third, one that is written twice, a time that ends it.
local third = source("third", { set = function() bh.sleep "1ms" return true end })
local first = source("first", { set = function(v) return third:set(v) end })
local second = source("second", { set = function(v) return third:set(v) end })
print(#bh.all { function() return first:set(1) end, function() return second:set(2) end, function() return first:set(3) end }, third:get())
-- expect: 3	3
local timed
timed = source("timed", { set = function(v) if v == 1 then bh.timeout("1ms", function() return timed:set(2) end) end return true end })
print(timed:set(1))
-- expect: true
