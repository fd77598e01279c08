-- Contract 2, 3: a function that reads for the first time what bindings are still to write in this wave runs once, and reads what has settled.
local bh = require "bindhost"
local price, shown, total, label = bh.bindable(10), bh.bindable(0), bh.bindable(0), bh.bindable ""
bh.bind(price:map(function(v) return v * 2 end), shown)
bh.bind(shown:map(function(v) return v + 1 end), total)
local seen = {}
local function told()
  local text = table.concat(seen, " ")
  seen = {}
  return text
end
local text = bh.computed(function()
  local value = price:get()
  local text = value > 20 and value .. "/" .. total:get() or tostring(value)
  seen[#seen + 1] = text
  return text
end)
bh.bind(text, label)
told()
price:set(30)
print(told(), label:get())                                 -- expect: 30/61	30/61
price:set(20)
print(told(), label:get())                                 -- expect: 20	20
price:set(40)
print(told(), label:get())                                 -- expect: 40/81	40/81

-- So does a validator that reads what is computed, and what links are still to tell each other.
local near, middle, far, asked, edit = bh.bindable(1), bh.bindable(1), bh.bindable(1), bh.bindable(1), bh.bindable(0)
bh.link(near, middle)
bh.link(middle, far)
local limit = bh.computed(function()
  seen[#seen + 1] = near:get() .. "+" .. asked:get()
  return near:get() + asked:get()
end)
local field = bh.bindable(0)
bh.link(field, edit, { validate = function(v) return v <= limit:get(), "too much" end })
bh.bind(far:map(function(v) return v * 10 end), asked)
told()
bh.transaction(function() edit:set(30) far:set(3) end)
print(told(), field:get(), asked:get())                    -- expect: 3+30	30	30

-- However many wait for each other so.
local first, cells, runs = bh.bindable(0), { [0] = bh.bindable(0) }, 0
for i = 1, 60 do cells[i] = bh.bindable(0) end
for i = 60, 1, -1 do
  bh.bind(bh.computed(function()
    runs = runs + 1
    return first:get() > 0 and cells[i - 1]:get() + 1 or 0
  end), cells[i])
end
bh.bind(first, cells[0])
runs = 0
first:set(5)
print(cells[60]:get(), runs)                               -- expect: 65	60

-- Where it goes round there is no order: all settle, and each is told what the others have become.
local on, back, input = bh.bindable(false), bh.bindable(0), bh.bindable(0)
local one = bh.computed(function() return on:get() and math.min(back:get() + 1, 5) or 1 end)
local two = bh.computed(function()
  local value = input:get()
  return on:get() and one:get() or value
end)
local target, between = bh.bindable(0), bh.bindable(0)
bh.bind(one, target)
bh.bind(two, between)
bh.bind(between, back)
on:set(true)
print(target:get(), back:get(), one:get(), two:get())      -- expect: 5	5	5	5

-- The same by way of what somebody else looks at: a lens, an element with a key, and what is computed from them.
local base, list, step = bh.bindable(0), bh.bindable { rows = { { id = 1, v = 0 } } }, bh.bindable(0)
for _, place in ipairs { base:through { to = function(v) return v + 1 end, from = function(v) return v - 1 end },
  list "rows":by("id", 1):at "v" } do
  local source, middle, bound, idle = bh.bindable(0), bh.bindable(0), {}, {}
  local between = bh.computed(function()
    idle[#idle + 1] = place:get()
    return place:get()
  end)
  place:observe(function() end)
  bh.bind(bh.computed(function()
    local value = source:get() % 2 == 1 and between:get() or -1
    bound[#bound + 1] = value
    return value
  end), bh.bindable(0))
  bh.bind(middle:map(function(v) return v * 10 end), place)
  bh.bind(source, middle)
  for i = 1, 3 do source:set(i) end
  print(table.concat(bound, " "), table.concat(idle, " "))
end
-- expect: -1 10 -1 30	10 30
-- expect: -1 10 -1 30	10 30

-- What is there by then may be of another kind.
local kind, text = bh.bindable(0), bh.bindable "short"
bh.bind(step, kind)
bh.bind(kind:map(function(v) return v > 0 and ("x"):rep(3000) or "short" end), text)
local length = bh.bindable(0)
bh.bind(bh.computed(function() return step:get() > 0 and #text:get() or 0 end), length)
step:set(1)
print(length:get(), #text:get())                           -- expect: 3000	3000
