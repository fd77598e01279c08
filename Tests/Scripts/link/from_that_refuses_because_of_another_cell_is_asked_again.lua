-- Contract 47: `from`, and a view that is the source (`:through`), that refuse what is asked for because of other cells are asked again when those change.
local bh = require "bindhost"
local level, field, limit = bh.bindable(1), bh.bindable "1", bh.bindable(10)
local asked = 0
local link = bh.link(level, field, {
  to = tostring,
  from = function(text)
    asked = asked + 1
    local number = math.tointeger(tonumber(text))
    if not number then return nil, "a number" end
    if number > limit:get() then return nil, "at most " .. limit:get() end
    return number
  end,
})
local function show()
  local err = link "error":get()
  print(level:get(), field:get(), link "status":get(), err and err.message:match "refused: (.*)")
end
field:set "20"
show() -- expect: 1	20	invalid	at most 10
limit:set(15)
show() -- expect: 1	20	invalid	at most 15
limit:set(30)
show() -- expect: 20	20	ok	nil
-- What was taken stands.
limit:set(5)
show() -- expect: 20	20	ok	nil
-- Where it has looked at nothing it is asked once.
asked = 0
field:set "x"
limit:set(50)
print(asked) -- expect: 1
show() -- expect: 20	x	invalid	a number
-- News of the model come first, and so does newer input.
field:set "60"
bh.transaction(function()
  limit:set(100)
  level:set(3)
end)
show() -- expect: 3	3	ok	nil
field:set "200"
bh.transaction(function()
  limit:set(300)
  field:set "250"
end)
show() -- expect: 250	250	ok	nil
-- After its end nothing is asked.
field:set "400"
link:stop()
asked = 0
limit:set(500)
print(level:get(), field:get(), asked) -- expect: 250	400	0

local model, most, box = bh.bindable(1), bh.bindable(10), bh.bindable(0)
local shown = model:through {
  to = function(v) return v end,
  from = function(v)
    if v > most:get() then return nil, "too much" end
    return v
  end,
}
local handle = bh.link(shown, box)
box:set(20)
print(model:get(), box:get(), handle "status":get()) -- expect: 1	20	invalid
most:set(20)
print(model:get(), box:get(), handle "status":get()) -- expect: 20	20	ok

-- Not while it is paused; also beside a validator, and after the source could not be shown for a while.
local bound, source, target = bh.bindable(10), bh.bindable(1), bh.bindable(0)
local view = source:through {
  to = function(v)
    if v == 5 then error "down" end
    return v
  end,
  from = function(v)
    if v > bound:get() then return nil, "too much" end
    return v
  end,
}
for _, options in ipairs { {}, { validate = function() return true end } } do
  source:set(1)
  bound:set(10)
  local it = bh.link(view, target, options)
  target:set(20)
  it:pause()
  bound:set(30)
  print(source:get(), target:get(), it "status":get()) -- expect: 1	20	invalid
  it:resume()
  print(source:get(), target:get(), it "status":get()) -- expect: 20	20	ok
  bound:set(10)
  target:set(21)
  source:set(5) -- expect error: bind.transform_failed
  -- expect error: bind.transform_failed
  source:set(20)
  print(source:get(), target:get(), it "status":get()) -- expect: 20	21	invalid
  bound:set(21)
  print(source:get(), target:get(), it "status":get()) -- expect: 21	21	ok
  it:stop()
  -- expect: 1	20	invalid
  -- expect: 20	20	ok
  -- expect: 20	21	invalid
  -- expect: 21	21	ok
end

-- What it reads may settle first, and ask it again itself.
local head, other = bh.bindable(0), bh.bindable(0)
local seen = other:through { to = function(v) return v end, from = function(v) return v end }
local even = bh.model("m", {
  x = bh.field { default = 0, check = function(v) return true, v - v % 2 end },
}) "x"
bh.link(head, seen)
bh.link(head, even, { from = function(v)
  if v + even:get() > 40 then return nil, "x" end
  return v
end })
head:set(35) -- expect warning: bind.unstable
bh.transaction(function()
  seen:set(8)
  even:set(3)
end)
print(head:get(), seen:get(), even:get()) -- expect: 2	2	2
