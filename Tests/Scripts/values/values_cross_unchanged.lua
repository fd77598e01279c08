-- The whole integer range, floats, bytes that are no UTF-8, NUL, nesting.
local bh = require "bindhost"
local cell = bh.bindable(nil)
local function back(v)
  cell:set "something else"  -- an equal value would not be written
  cell:set(v)
  return cell:get()
end
print(back(math.maxinteger), back(math.mininteger))  -- expect: 9223372036854775807	-9223372036854775808
print(math.type(back(3)), math.type(back(3.0)))  -- expect: integer	float
print(back(1 / 0), back(-1 / 0), back(0 / 0) ~= back(0 / 0))  -- expect: inf	-inf	true
print(1 / back(-0.0))  -- expect: -inf
print(#back("a\0b\xff\xfe"), back("a\0b\xff\xfe") == "a\0b\xff\xfe")  -- expect: 5	true
local t = back { 1, { x = { "y", true } }, "z" }
print(#t, t[1], t[2].x[1], t[2].x[2], t[3])  -- expect: 3	1	y	true	z
print(next(back {}))  -- expect: nil
