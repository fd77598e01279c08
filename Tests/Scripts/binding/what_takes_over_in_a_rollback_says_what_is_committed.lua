-- Contract 10, 21: a binding that has ended has ended, also where the transaction fails in which it did; the one below it
-- writes what its source holds then, and nothing of what the transaction had written.
local bh = require "bindhost"
bh.on_error(function(err) print("reported", err.id) end)

local function try(name, lower, ends)
  local target, one, other = bh.bindable(-1), bh.bindable(100), bh.bindable(200)
  local below = lower(one, target)
  local scope = bh.scope(function() bh.bind(other, target, { priority = 2 }) end)
  target:observe(function(v) print(name, v) end)
  ends(function()
    one:set(7777)
    scope:close()
    print(name, "inside", target:get())
    error("dropped", 0)
  end)
  print(name, target:get(), one:get(), below "status":get())
  one:set(101)
end

local function bound(one, target) return bh.bind(one, target, { priority = 1 }) end
local function failing(body) print(pcall(bh.transaction, body)) end

try("transaction", bound, failing)
-- expect: transaction	200
-- expect: transaction	inside	7777
-- expect: transaction	100
-- expect: false	dropped
-- expect: transaction	100	100	ok
-- expect: transaction	101

-- A savepoint: what goes on sees what stands as well.
try("savepoint", bound, function(body) bh.transaction(function() print(pcall(bh.transaction, body)) end) end)
-- expect: savepoint	200
-- expect: savepoint	inside	7777
-- expect: false	dropped
-- expect: savepoint	100
-- expect: savepoint	100	100	ok
-- expect: savepoint	101

try("link", bh.link, failing)
-- expect: link	200
-- expect: link	inside	7777
-- expect: link	100
-- expect: false	dropped
-- expect: link	100	100	ok
-- expect: link	101

-- In an observer that raises: reported, and none of its writes.
local trigger = bh.bindable(0)
try("observer", bound, function(body)
  trigger:observe(function() body() end, { initial = false })
  trigger:set(1)
end)
-- expect: observer	200
-- expect: observer	inside	7777
-- expect: reported	script.error
-- expect: observer	100
-- expect: observer	100	100	ok
-- expect: observer	101

-- The same where what was written has been put back by the commit: in the source, or in the condition of a binding.
local v, s, w = bh.bindable(-1), bh.bindable(1), bh.bindable(2)
bh.bind(s, v, { priority = 1 })
local upper = bh.bind(w, v, { priority = 2 })
bh.transaction(function() s:set(50) upper:stop() s:set(1) end)
print(v:get())                                          -- expect: 1
s:set(3)
print(v:get())                                          -- expect: 3

local t, on = bh.bindable(-1), bh.bindable(true)
local s1, s2, s3 = bh.bindable(100), bh.bindable(200), bh.bindable(300)
bh.bind(s1, t, { priority = 1 })
local second = bh.bind(s2, t, { priority = 2, when = on })
local third = bh.bind(s3, t, { priority = 3 })
bh.transaction(function() on:set(false) third:stop() on:set(true) end)
print(t:get(), second "status":get())                   -- expect: 200	ok
local fourth = bh.bind(s3, t, { priority = 3 })
on:set(false)
bh.after(0, function() on:set(true) fourth:stop() on:set(false) end)
bh.sleep "1ms"
print(t:get())                                          -- expect: 100

-- What is written by hand after the stop stands until the next delivery, as ever.
local fifth = bh.bind(s3, t, { priority = 3 })
bh.transaction(function() fifth:stop() t:set(7) end)    -- expect: reported	bind.overwritten
print(t:get())                                          -- expect: 7

-- One wave: nobody hears of a value that is not committed, and the ends of what is linked or bound agree for everybody.
local t2, a, b = bh.bindable(-1), bh.bindable(1), bh.bindable(2)
bh.bind(a, t2, { priority = 1 })
local top = bh.bind(b, t2, { priority = 2 })
t2:observe(function(v, old) print("told", v, old) end, { initial = false })
bh.combine({ a, t2 }, function(x, y) return x .. " " .. y end):observe(function(v) print("both", v) end, { initial = false })
bh.transaction(function() a:set(50) top:stop() a:set(1) end)
-- expect: told	1	2
-- expect: both	1 1
top = bh.bind(b, t2, { priority = 2 })
-- expect: told	2	1
-- expect: both	1 2
bh.transaction(function() top:stop() bh.bind(bh.bindable(4), t2, { priority = 4 }) end)
-- expect: told	4	2
-- expect: both	1 4

-- What had no condition inside has it again, and what was paused inside is not.
local function under(options, body)
  local target, one, two, on = bh.bindable(-1), bh.bindable(100), bh.bindable(200), bh.bindable(true)
  if options.when then options.when = on end
  local lower = options.link and bh.link(one, target) or bh.bind(one, target, options)
  local upper = bh.bind(two, target, { priority = 2 })
  pcall(bh.transaction, function() body(one, upper, on, lower) end)
  print(target:get(), one:get(), lower "status":get())
end
under({ priority = 1, when = true }, function(_, upper, on) on:set(false) upper:stop() error "no" end)
-- expect: 100	100	ok
under({ priority = 1 }, function(_, upper, _, lower) lower:pause() upper:stop() error "no" end)
-- expect: 100	100	ok
under({ link = true }, function(one, upper) one:set(50) upper:stop() one:set(100) end)
-- expect: 100	100	ok

-- One that came to the top while it was paused hands the target on as well.
local s5, on5, t5 = bh.bindable(3), bh.bindable(true), bh.bindable(-1)
bh.bind(bh.bindable(1), t5, { priority = 1 })
local paused = bh.bind(bh.bindable(2), t5, { priority = 2 })
bh.bind(s5, t5, { priority = 3, when = on5 })
paused:pause()
on5:set(false)
paused:stop()
print(t5:get())                                         -- expect: 1

-- Several that end together, and what is written by hand after that; in an observer that has written nothing, too.
local t6, one6, two6 = bh.bindable(-1), bh.bindable(100), bh.bindable(200)
local on6 = bh.bindable(true)
local low6 = bh.bind(one6, t6, { priority = 1, when = on6 })
local high6 = bh.bind(two6, t6, { priority = 2, when = on6 })
bh.transaction(function() high6:stop() low6:stop() t6:set(99) end)
print(t6:get())                                         -- expect: 99
bh.bind(one6, t6, { priority = 1 })
high6 = bh.bind(two6, t6, { priority = 2 })
local go6 = bh.bindable(0)
go6:observe(function()
  pcall(bh.transaction, function() high6:stop() error "inner" end)
  error("outer", 0)
end, { initial = false })
go6:set(1)                                              -- expect: reported	script.error
print(t6:get())                                         -- expect: 100

-- One whose condition holds again goes on, although its source says what it said before.
local t7, on7 = bh.bindable(-1), bh.bindable(true)
local low7 = bh.bind(bh.bindable(100), t7, { priority = 1, when = bh.bindable(true) })
local high7 = bh.bind(bh.bindable(400), t7, { priority = 4, when = on7 })
on7:set(false)
bh.transaction(function() low7:stop() high7:pause() high7:resume() on7:set(true) end)
print(t7:get())                                         -- expect: 400

-- A place in what another binding writes gets what that one says, and keeps what is written by hand.
local record, whole = bh.bindable { a = -1, b = 0 }, bh.bindable { a = 200, b = 1 }
bh.bind(whole, record, { priority = 2, when = bh.bindable(true) })
local place = bh.bind(bh.bindable(300), record "a", { priority = 3, when = bh.bindable(true) })
bh.transaction(function() place:stop() end)
print(record "a":get())                                 -- expect: 200
place = bh.bind(bh.bindable(300), record "a", { priority = 3, when = bh.bindable(true) })
pcall(bh.transaction, function() place:stop() error "no" end)
print(record "a":get())                                 -- expect: 200

-- One observer ends a binding, another of the same wave takes back what it had written: nothing of that was committed.
local t8, on8, go8 = bh.bindable(-1), bh.bindable(true), bh.bindable(0)
bh.bind(bh.bindable(100), t8, { priority = 1, when = on8 })
local high8 = bh.bind(bh.bindable(300), t8, { priority = 3, when = bh.bindable(true) })
go8:observe(function() on8:set(false) high8:stop() end, { initial = false })
go8:observe(function() on8:set(true) end, { initial = false })
go8:set(1)
print(t8:get())                                         -- expect: 100
