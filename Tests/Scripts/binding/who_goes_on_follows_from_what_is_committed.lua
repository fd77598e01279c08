-- Contract 10, 21, 22, 49: a binding that ends in a transaction or observer hands its target on when that is committed, or has
-- failed: to whoever is active then, whatever was written, made or ended there before and after.
local bh = require "bindhost"
bh.on_error(function(err) print("reported", err.id) end)
local new = bh.bindable
local function always(priority) return { priority = priority, when = new(true) } end

-- Conditions that go and come back around the end, of several bindings below.
local function flips(body)
  local t, on1, on2 = new(-1), new(true), new(true)
  bh.bind(new(100), t, { priority = 1, when = on1 })
  bh.bind(new(200), t, { priority = 2, when = on2 })
  local top = bh.bind(new(300), t, always(3))
  pcall(bh.transaction, function() body(on1, on2, top) end)
  local first = t:get()
  on2:set(false)
  print(first, t:get())
end
flips(function(on1, on2, top)                                     -- expect: 200	100
  on1:set(false) on2:set(false) top:stop() on1:set(true) on2:set(true)
end)
flips(function(on1, on2, top) on1:set(false) on2:set(false) top:stop() error "x" end)  -- expect: 200	100

-- Whoever would have gone on ends as well: a link, or the binding of the whole.
local t, on = new(-1), new(true)
local link = bh.link(new(0), t)
bh.bind(new(100), t, { priority = 1, when = on })
local top = bh.bind(new(300), t, always(3))
bh.transaction(function() on:set(false) top:stop() link:stop() on:set(true) end)
print(t:get())                                                    -- expect: 100
local r = new { a = -1, b = 0 }
local whole = bh.bind(new { a = 200, b = 1 }, r, always(2))
bh.bind(new(100), r "a", { priority = 1, when = on })
top = bh.bind(new(300), r "a", always(3))
bh.transaction(function() on:set(false) top:stop() whole:stop() on:set(true) end)
print(r "a":get())                                                -- expect: 100

-- The whole ends in what fails, and the binding of a place in it stays.
local function whole_ends(fails)
  local r = new { a = -1, b = -2 }
  local whole = bh.bind(new { a = 100, b = 150 }, r, always(1))
  bh.bind(new(200), r "a", { priority = 2 })
  fails(function() whole:stop() error("failed", 0) end)
  print(r "a":get(), r "b":get())
end
whole_ends(function(body) pcall(bh.transaction, body) end)        -- expect: 200	-2
whole_ends(function(body)
  local trigger = new(0)
  trigger:observe(body, { initial = false })
  trigger:set(1)                                                  -- expect: reported	script.error
end)                                                              -- expect: 200	-2

-- A condition of the whole ends with the binding of a place in it: all of it gets back what it had.
local on1 = new(true)
r = new { a = -1, b = -2 }
bh.bind(new { a = 100, b = 150 }, r, { priority = 1, when = on1 })
local place = bh.bind(new(200), r "a", always(2))
bh.transaction(function() on1:set(false) place:stop() end)
print(r "a":get(), r "b":get())                                   -- expect: -1	-2
on1:set(true)
print(r "a":get(), r "b":get())                                   -- expect: 100	150

-- And conditions around it, and inside it, that only seem to end.
r, on1 = new { a = -1, b = 0 }, new(true)
bh.bind(new { a = 200, b = 1 }, r, { priority = 2, when = on1 })
place = bh.bind(new(300), r "a", always(3))
pcall(bh.transaction, function() on1:set(false) place:stop() error "x" end)
print(r "a":get(), r "b":get())                                   -- expect: 200	1
r = new { a = -1, b = -2 }
bh.bind(new { a = 100, b = 150 }, r, always(1))
bh.bind(new(200), r "a", { priority = 2, when = on1 })
whole = bh.bind(new { a = 300, b = 350 }, r, always(3))
bh.transaction(function() on1:set(false) whole:stop() on1:set(true) end)
print(r "a":get(), r "b":get())                                   -- expect: 200	150

-- An unconditional one has left its value for good, also for the one that covers it next.
local function left(body)
  local t, s2, on2 = new(-1), new(200), new(true)
  bh.bind(s2, t, { priority = 2, when = on2 })
  local top = bh.bind(new(300), t, { priority = 3 })
  bh.transaction(function() top:stop() body(s2, on2) end)
  local first = t:get()
  on2:set(false)
  print(first, t:get())
end
left(function(_, on2) on2:set(false) end)                         -- expect: 300	300
left(function(s2) s2:set(204) end)                                -- expect: 204	300

-- What is written by hand after the end is what the next one covers, or stands.
local on4, s4 = new(false), new(100)
t = new(-1)
bh.bind(s4, t, { priority = 1, when = on4 })
top = bh.bind(new(200), t, always(2))
bh.transaction(function() top:stop() t:set(50) on4:set(true) end)
print(t:get())                                                    -- expect: 100
on4:set(false)
print(t:get())                                                    -- expect: 50
on4:set(true)
top = bh.bind(new(300), t, always(3))
local trigger = new(0)
trigger:observe(function() top:stop() end, { initial = false })
trigger:observe(function() on4:set(false) end, { initial = false })
on4:observe(function(v) if not v then t:set(99) end end, { initial = false })
trigger:set(1)
print(t:get())                                                    -- expect: 99

-- One that was made where the one below it ended knows that it has been active.
local on5 = new(true)
t = new(-1)
local lower = bh.bind(new(200), t, always(2))
bh.transaction(function() bh.bind(new(500), t, { priority = 5, when = on5 }) lower:stop() end)
top = bh.bind(new(600), t, always(6))
bh.transaction(function() on5:set(false) top:stop() on5:set(true) end)
print(t:get())                                                    -- expect: 500

-- All end and another one is made: told once.
t = new(-1)
lower, top = bh.bind(new(100), t, { priority = 1 }), bh.bind(new(300), t, { priority = 3 })
t:observe(function(v, old) print("told", v, old) end, { initial = false })
bh.transaction(function() top:stop() lower:stop() bh.bind(new(200), t) end)
-- expect: told	200	300

-- A source that is the target is asked once.
local asked, value = {}, 0
local source = bh.source {
  get = function() return value end,
  set = function(new_value) asked[#asked + 1] = new_value value = new_value return true end,
}
local s6 = new(100)
bh.bind(s6, source, { priority = 1 })
top = bh.bind(new(300), source, { priority = 3 })
local function answered() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
answered()
asked = {}
bh.transaction(function() top:stop() s6:set(101) end)
answered()
print(table.concat(asked, " "))                                   -- expect: 101
