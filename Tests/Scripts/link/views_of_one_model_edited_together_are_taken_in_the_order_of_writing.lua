-- Contract 38, 44, 48, 50: where one transaction edits several views of one model, each edit is taken in the order in which they were written, into what
-- the others have made of the model by then: none is lost, and of two that say different things of it the last one stands.
local bh = require "bindhost"

local date = bh.bindable(bh.record { month = 1, day = 1 })
local month, day = bh.bindable(0), bh.bindable(0)
local asked = 0
bh.link(date, month, {
  to = function(v) return v.month end,
  from = function(v)
    asked = asked + 1
    if v > 12 then return nil, "no month" end
    return bh.record { month = v, day = (date "day"):get() }
  end,
})
bh.link(date, day, {
  to = function(v) return v.day end,
  from = function(v) return bh.record { month = (date "month"):get(), day = v } end,
})
local function show() print(month:get(), day:get(), date:get().month, date:get().day) end

bh.transaction(function()
  month:set(5)
  day:set(20)
end)
show() -- expect: 5	20	5	20
bh.transaction(function()
  day:set(21)
  month:set(6)
end)
show() -- expect: 6	21	6	21
-- One edit alone is asked about once.
asked = 0
month:set(7)
print(asked) -- expect: 1
-- One that is refused stands where it was written last, and the model has the other one.
bh.transaction(function()
  day:set(22)
  month:set(13)
end)
show() -- expect: 13	22	7	22
day:set(23)
show() -- expect: 7	23	7	23
-- What is written to the model itself wins over both.
bh.transaction(function()
  date:set(bh.record { month = 1, day = 2 })
  day:set(24)
  month:set(9)
end)
show() -- expect: 1	2	1	2

-- They say different things of it: whichever link was made first.
local kelvin, celsius, other = bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(kelvin, celsius, { to = function(v) return v - 273 end, from = function(v) return v + 273 end })
bh.link(kelvin, other)
bh.transaction(function()
  celsius:set(1)
  other:set(300)
end)
print(kelvin:get(), celsius:get(), other:get()) -- expect: 300	27	300
bh.transaction(function()
  other:set(301)
  celsius:set(2)
end)
print(kelvin:get(), celsius:get(), other:get()) -- expect: 275	2	275

-- And over a chain.
local s, near, far, beside = bh.bindable(0), bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(s, near)
bh.link(near, far)
bh.link(s, beside)
bh.transaction(function()
  far:set(1)
  beside:set(2)
end)
print(s:get(), near:get(), far:get(), beside:get()) -- expect: 2	2	2	2
bh.transaction(function()
  beside:set(3)
  far:set(4)
end)
print(s:get(), near:get(), far:get(), beside:get()) -- expect: 4	4	4	4

-- A view of a whole record, and then one of a field of it, whichever that is; of a model too.
local whole = bh.model("whole", { a = 1, b = 1, c = 1 })
local text, a, b, c = bh.bindable "", bh.bindable(0), bh.bindable(0), bh.bindable(0)
bh.link(whole, text, {
  to = function(v) return v.a .. "/" .. v.b .. "/" .. v.c end,
  from = function(words)
    local x, y, z = words:match "(%d+)/(%d+)/(%d+)"
    return bh.record { a = math.tointeger(x), b = math.tointeger(y), c = math.tointeger(z) }
  end,
})
bh.link(whole "a", a)
bh.link(whole "b", b)
bh.link(whole "c", c)
for index, field in ipairs { a, b, c } do
  bh.transaction(function()
    text:set "5/20/30"
    field:set(index + 6)
  end)
  print(text:get()) -- expect: 7/20/30
  -- expect: 5/8/30
  -- expect: 5/20/9
end

-- What was asked for before counts anew.
local even = bh.model("even", { n = bh.field { default = 6, type = "integer", check = function(v) return true, v - v % 2 end } })
local one, two = bh.bindable(0), bh.bindable(0)
bh.link(even "n", one)
bh.link(even "n", two)
for _ = 1, 2 do
  bh.transaction(function()
    two:set(7)
    one:set(9)
  end)
  print(even "n":get(), one:get(), two:get()) -- expect: 8	8	8
  -- expect: 8	8	8
end

-- However many there are: each is shown what it comes to once.
local hub, shown, views = bh.bindable(0), 0, {}
for index = 1, 300 do
  views[index] = bh.bindable(0)
  bh.link(hub, views[index], { to = function(v)
    shown = shown + 1
    return v
  end })
end
for _, count in ipairs { 150, 300 } do
  shown = 0
  bh.transaction(function() for index = 1, count do views[index]:set(count + index) end end)
  print(hub:get(), views[1]:get(), shown < 3 * 300) -- expect: 300	300	true
  -- expect: 600	600	true
end

-- A link that goes on says what its source says, also in a transaction.
local model, left, right = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local rests = bh.link(model, left)
bh.link(model, right)
rests:pause()
right:set(1)
left:set(2)
bh.transaction(function() rests:resume() end)
print(model:get(), left:get(), right:get()) -- expect: 1	1	1

-- Of an asynchronous source too, where what it was asked for is seen at once.
local device = { month = 1, day = 1 }
local source = bh.source {
  get = function() return bh.record { month = device.month, day = device.day } end,
  set = function(v)
    bh.sleep("1ms")
    device = { month = v.month, day = v.day }
    print("set", v.month, v.day)
    return true
  end,
  optimistic = true,
}
local m, d = bh.bindable(0), bh.bindable(0)
bh.link(source, m, {
  to = function(v) return v.month end,
  from = function(v) return bh.record { month = v, day = source:get().day } end,
})
bh.link(source, d, {
  to = function(v) return v.day end,
  from = function(v) return bh.record { month = source:get().month, day = v } end,
})
bh.after("5ms", function()
  bh.transaction(function()
    d:set(21)
    m:set(6)
  end)
  print(m:get(), d:get()) -- expect: 6	21
  -- expect: set	6	21
end)
