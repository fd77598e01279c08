-- Contract 21: results and errors pass unchanged, whatever they are; one wave or none.
local bh = require "bindhost"
local a = bh.bindable(1)
local waves = 0
a:observe(function() waves = waves + 1 end, { initial = false })
print(bh.transaction(function() a:set(2) return 1, nil, "three" end))   -- expect: 1	nil	three
print(#table.pack(bh.transaction(function() end)))                      -- expect: 0
print(waves)                                                            -- expect: 1
for _, value in ipairs { "text", 42, false, {}, print, bh.bindable(1), setmetatable({}, { __tostring = error }) } do
  local ok, err = pcall(bh.transaction, function() a:set(99) error(value, 0) end)
  assert(not ok and err == value)
end
print(pcall(bh.transaction, function() a:set(99) error(nil) end))       -- expect: false	nil
print(pcall(bh.transaction, function() a:set(99) error("here") end))    -- expect: false	what_it_returns_and_what_it_throws.lua:14: here
print(tostring(select(2, pcall(bh.transaction, function() a:set(99) a:nothing() end))):match "nothing")  -- expect: nothing
print(select(2, pcall(bh.transaction, function() a:set(99) bh.model("x y.z", 1) end)).id)      -- expect: bind.argument
print(waves, a:get())                                                   -- expect: 1	2
-- an error in an observer of the commit is the observer's
bh.on_error(function(err) print("reported", (tostring(err):gsub("^.*: ", ""))) end)
a:observe(function(v) error("saw " .. v) end, { initial = false })
print(pcall(bh.transaction, function() a:set(3) return "done" end))
-- expect: reported	saw 3
-- expect: true	done
-- an error of a function write comes out of the transaction that applies it, and nothing of it stands
local b = bh.bindable(1)
print(pcall(bh.transaction, function()
  b:set(7)
  a:modify(function(v) return v .. nil end)
end))                                                                   -- expect: false	what_it_returns_and_what_it_throws.lua:28: attempt to concatenate a nil value
print(a:get(), b:get())                                                 -- expect: 3	1
