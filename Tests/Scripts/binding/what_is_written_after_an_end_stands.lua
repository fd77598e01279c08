-- Contract 9, 21-24, 49, 50: in a transaction, timer or observer too, what is written by hand after a binding has ended stands
-- until the next delivery, whatever it is; what is read there is what will stand.
local bh = require "bindhost"
bh.on_error(function(err) print("reported", err.id) end)
local new = bh.bindable
local function always(priority) return { priority = priority, when = new(true) } end

-- What was shown is kept, with nobody below, a binding and a link.
local function freeze(name, below)
  local t = new(-1)
  below(t)
  local top = bh.bind(new(300), t, always(3))
  bh.transaction(function()
    local shown = t:get()
    top:stop()
    print(name, "between", t:get())
    t:set(shown)
  end)
  print(name, t:get())
end
freeze("nobody", function() end)
-- expect: nobody	between	-1
-- expect: nobody	300
freeze("binding", function(t) bh.bind(new(100), t, { priority = 1 }) end)
-- expect: binding	between	100
-- expect: binding	300
freeze("link", function(t) bh.link(new(50), t) end)
-- expect: link	between	50
-- expect: link	300

-- After a savepoint that has failed.
local t = new(8)
local top = bh.bind(new(300), t, always(1))
bh.transaction(function()
  pcall(bh.transaction, function() top:stop() error "x" end)
  print(t:get())                                        -- expect: 8
  t:modify(function(v) return v + 1 end)
end)
print(t:get())                                          -- expect: 9

-- A source that answers later is told once.
local asked, value = {}, 0
local source = bh.source {
  get = function() return value end, set = function(n) asked[#asked + 1] = n value = n return true end,
}
bh.bind(new(100), source, { priority = 1 })
top = bh.bind(new(300), source, { priority = 3 })
local function answered() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
answered()
asked = {}
bh.transaction(function() top:stop() source:set(7) end)
answered()                                              -- expect: reported	bind.overwritten
print(source:get(), table.concat(asked, " "))           -- expect: 7	7

-- Both ends of the link below: the source wins, as ever.
local model, view = new(0), new(0)
bh.link(model, view)
top = bh.bind(new(300), view, { priority = 3 })
bh.transaction(function() top:stop() view:set(1001) model:set(1) end)
print(model:get(), view:get())                          -- expect: 1	1

-- Two observers of one wave end one each: nobody has read anything.
t = new(-1)
local trigger = new(0)
local low, high = bh.bind(new(200), t, always(2)), bh.bind(new(300), t, always(3))
trigger:observe(function() high:stop() end, { initial = false })
trigger:observe(function() low:stop() end, { initial = false })
trigger:set(1)
print(t:get())                                          -- expect: -1

-- What ends in a place is no write to what is around it.
local r = new { a = -1, b = -2 }
local whole = bh.bind(new { a = 100, b = 150 }, r, always(1))
local place = bh.bind(new(200), r "a", always(2))
pcall(bh.transaction, function() place:stop() whole:stop() error "x" end)
print(r "a":get(), r "b":get())                         -- expect: -1	-2

-- One that had nothing to deliver was heard of by nobody below it.
local s1
t, s1 = new(-1), new(100)
bh.bind(s1, t, { priority = 1 })
local nothing = bh.bind(new(nil), t, { priority = 2, skip_nil = true })
s1:set(101)
nothing:stop()
print(t:get())                                          -- expect: 101

-- What is written before the end does not stand; and where the one that ends had written nothing, what is written by hand does.
asked = {}
top = bh.bind(new(300), source, { priority = 3 })
answered()
bh.transaction(function() source:set(78) top:stop() end)
answered()                                              -- expect: reported	bind.overwritten
print(source:get())                                     -- expect: 100
t = new(0)
bh.bind(new(1), t)
nothing = bh.bind(new(nil), t, { priority = 3, skip_nil = true })
t:set(60)                                               -- expect: reported	bind.overwritten
nothing:stop()
print(t:get())                                          -- expect: 60
