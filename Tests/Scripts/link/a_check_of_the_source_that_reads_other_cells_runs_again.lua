-- CONTRACT 47: also the check of a field, on the last input, when what it reads changes.
local bh = require "bindhost"
local limit = bh.bindable(5)
local m = bh.model("m", { x = bh.field { default = 1, check = function(v) return v <= limit:get(), "at most " .. limit:get() end } })
local w = bh.bindable(1)
local link = bh.link(m "x", w)
local function show() print(m "x":get(), w:get(), link "status":get(), link "input":get(), link "error":get() and link "error":get().message) end
w:set(60)
show()                                                    -- expect: 1	60	invalid	60	m.x: 60 was refused: at most 5
limit:set(50)
show()                                                    -- expect: 1	60	invalid	60	m.x: 60 was refused: at most 50
limit:set(100)
show()                                                    -- expect: 60	60	ok	nil	nil
limit:set(10)                                             -- what stands, stands; the input is refused as it would be now
show()                                                    -- expect: 60	60	invalid	60	m.x: 60 was refused: at most 10
m "x":set(7)
show()                                                    -- expect: 7	7	ok	nil	nil

-- A repeated password: whichever field is typed into last.
local form = bh.model("form", { password = "", again = "" })
local twice = bh.model("twice", {
  again = bh.field { default = "", check = function(v) return v == form "password":get(), "differs" end },
})
local typed = bh.bindable("")
local repeated = bh.link(twice "again", typed)
typed:set("abc")
print(repeated "status":get(), twice "again":get())       -- expect: invalid	
form "password":set("abc")
print(repeated "status":get(), twice "again":get())       -- expect: ok	abc
local runs = 0
bh.effect(function() repeated "status":get() runs = runs + 1 end)
form "again":set("of no interest")
print(runs)                                               -- expect: 1
