-- CONTRACT 47: valid, invalid or coerced; on the last attempted input when what it read has changed.
local bh = require "bindhost"
local limit = bh.bindable(10)
local value, shown = bh.bindable(1), bh.bindable(0)
local link = bh.link(value, shown, { validate = function(v)
  if v < 0 then return true, 0 end
  return v <= limit:get(), "at most " .. limit:get()
end })
shown:set(20)
print(value:get(), shown:get(), link("status"):get())    -- expect: 1	20	invalid
limit:set(30)
print(value:get(), shown:get(), link("status"):get())    -- expect: 20	20	ok
limit:set(5)
print(value:get(), shown:get(), link("status"):get())    -- expect: 20	20	invalid
limit:set(50)
print(link("status"):get())                              -- expect: ok
shown:set(-3)                                            -- coerced: both ends get it
print(value:get(), shown:get(), link("status"):get())    -- expect: 0	0	ok
value:set(7)
limit:set(1)                                             -- nothing was asked for since
print(value:get(), shown:get(), link("status"):get())    -- expect: 7	7	ok

-- What a validator makes of a value counts also where it would make that of the first value; words that come with every value are none.
local far, near = bh.bindable(150), bh.bindable(0)
bh.link(far, near, { validate = function(v) return true, math.min(v, 100) end })
near:set(500)
print(far:get(), near:get())                               -- expect: 100	100
local name, field = bh.bindable " Ada ", bh.bindable ""
bh.link(name, field, { validate = function(v) return true, (v:gsub("^%s+", ""):gsub("%s+$", "")) end })
field:set "  Ada"
print("[" .. name:get() .. "]")                            -- expect: [Ada]
local loud, typed = bh.bindable "ada", bh.bindable ""
bh.link(loud, typed, { validate = function(v) return true, v:upper() end })
typed:set "Ada"
print(loud:get())                                          -- expect: ADA
local word, box = bh.bindable "x", bh.bindable ""
bh.link(word, box, { validate = function(v) return v ~= "", "must not be empty" end })
box:set "y"
print(word:get())                                          -- expect: y
