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
