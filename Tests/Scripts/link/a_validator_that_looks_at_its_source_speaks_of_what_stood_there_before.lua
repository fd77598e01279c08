-- Contract 47: a validator, or the check of a field, that looks at what it is asked for is asked about the value before; what else it reads has it run
-- again. A message is no new value, also where it speaks of what stands there.
local bh = require "bindhost"
local function outside(value, optimistic)
  local source = bh.source {
    optimistic = optimistic, get = function() return value end,
    set = function(new)
      bh.sleep "1ms"
      value = new
      return true
    end,
  }
  repeat bh.sleep "1ms" until source:has_value()
  return source
end
local limit = bh.bindable(100)
local bid
local function mayBid(value)
  if not bid then return true end
  return value > bid:get() and value < limit:get(), "more than " .. bid:get() .. " and less than " .. limit:get()
end
for _, kind in ipairs { "bindable", "check", "place", "lens", "optimistic", "pessimistic" } do
  bid = nil
  local new
  if kind == "bindable" then
    new = bh.bindable(10)
  elseif kind == "check" then
    new = bh.model("auction", { bid = bh.field { default = 10, check = mayBid } }) "bid"
  elseif kind == "place" then
    new = bh.bindable { bids = { 10, 20 } } "bids[1]"
  elseif kind == "lens" then
    new = bh.bindable(5):through { to = function(v) return 2 * v end, from = function(v) return v // 2 end }
  else
    new = outside(10, kind == "optimistic")
  end
  bid = new
  local field = bh.bindable(0, { name = "field" })
  local link = bh.link(bid, field, kind ~= "check" and { validate = mayBid } or {})
  local function show(what)
    if kind == "optimistic" or kind == "pessimistic" then
      repeat bh.sleep "1ms" until bid "$pending":get() == 0
    end
    local err = link "error":get()
    print(kind, what, bid:get(), field:get(), link "status":get(), err and err.message)
  end
  field:set(16)
  show "more"
  field:set(12)
  show "less"
  field:set(20)
  show "more"
  limit:set(15)
  show "limit"
  limit:set(100)
  show "limit"
  bid:set(26)
  show "somebody else"
end

local user = bh.model("user", { name = "Ada" })
local field = bh.bindable("", { name = "field" })
local link = bh.link(user "name", field, {
  validate = function(v) return v ~= "", "must not be empty (was " .. user "name":get() .. ")" end,
})
for _, name in ipairs { "Grace", "", "Bob", "y" } do
  field:set(name)
  local err = link "error":get()
  print(user "name":get(), link "status":get(), err and err.message)
end

-- An edit like the last one is a new one.
local n, text = bh.bindable(3), bh.bindable ""
local function digits(v) return tonumber((v:gsub("%D", ""))) end
local step = bh.bindable(10)
bh.link(n, text, { to = tostring, from = digits, validate = function(v) return true, math.min(v, n:get() + step:get()) end })
for _ = 1, 3 do
  text:set "30"
  print(n:get(), text:get())
end
step:set(1)
print(n:get(), text:get())
local price, entry = bh.bindable(13), bh.bindable ""
local raise = bh.link(price, entry, { to = tostring, from = digits, validate = function(v) return v > price:get(), "higher" end })
for _ = 1, 2 do
  entry:set "20 "
  print(price:get(), entry:get(), raise "status":get())
end
-- expect: bindable	more	16	16	ok	nil
-- expect: bindable	less	16	12	invalid	field: 12 was refused: more than 16 and less than 100
-- expect: bindable	more	20	20	ok	nil
-- expect: bindable	limit	20	20	invalid	field: 20 was refused: more than 16 and less than 15
-- expect: bindable	limit	20	20	ok	nil
-- expect: bindable	somebody else	26	26	ok	nil
-- expect: check	more	16	16	ok	nil
-- expect: check	less	16	12	invalid	auction.bid: 12 was refused: more than 16 and less than 100
-- expect: check	more	20	20	ok	nil
-- expect: check	limit	20	20	invalid	auction.bid: 20 was refused: more than 20 and less than 15
-- expect: check	limit	20	20	ok	nil
-- expect: check	somebody else	26	26	ok	nil
-- expect: place	more	16	16	ok	nil
-- expect: place	less	16	12	invalid	field: 12 was refused: more than 16 and less than 100
-- expect: place	more	20	20	ok	nil
-- expect: place	limit	20	20	invalid	field: 20 was refused: more than 16 and less than 15
-- expect: place	limit	20	20	ok	nil
-- expect: place	somebody else	26	26	ok	nil
-- expect: lens	more	16	16	ok	nil
-- expect: lens	less	16	12	invalid	field: 12 was refused: more than 16 and less than 100
-- expect: lens	more	20	20	ok	nil
-- expect: lens	limit	20	20	invalid	field: 20 was refused: more than 16 and less than 15
-- expect: lens	limit	20	20	ok	nil
-- expect: lens	somebody else	26	26	ok	nil
-- expect: optimistic	more	16	16	ok	nil
-- expect: optimistic	less	16	12	invalid	field: 12 was refused: more than 16 and less than 100
-- expect: optimistic	more	20	20	ok	nil
-- expect: optimistic	limit	20	20	invalid	field: 20 was refused: more than 16 and less than 15
-- expect: optimistic	limit	20	20	ok	nil
-- expect: optimistic	somebody else	26	26	ok	nil
-- expect: pessimistic	more	16	16	ok	nil
-- expect: pessimistic	less	16	12	invalid	field: 12 was refused: more than 16 and less than 100
-- expect: pessimistic	more	20	20	ok	nil
-- expect: pessimistic	limit	20	20	invalid	field: 20 was refused: more than 16 and less than 15
-- expect: pessimistic	limit	20	20	ok	nil
-- expect: pessimistic	somebody else	26	26	ok	nil
-- expect: Grace	ok	nil
-- expect: Grace	invalid	field: "" was refused: must not be empty (was Grace)
-- expect: Bob	ok	nil
-- expect: y	ok	nil
-- expect: 13	13
-- expect: 23	23
-- expect: 30	30
-- expect: 24	24
-- expect: 20	20	ok
-- expect: 20	20 	invalid
