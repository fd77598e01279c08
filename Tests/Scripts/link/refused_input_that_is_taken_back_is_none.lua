-- Contract 45: the next valid edit clears the refusal, also if it is the very text that the model shows.
local bh = require "bindhost"
local age = bh.bindable(36)
local limit = bh.bindable(150)
local field = bh.bindable("")
local plain = { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "whole number" end }
local link = bh.link(age, field, plain)
field:set("many")
print(link "status":get(), link "input":get())              -- expect: invalid	many
field:set("36")
print(link "status":get(), link "input":get(), age:get())   -- expect: ok	nil	36
link:stop()
plain.validate = function(n) return n <= limit:get(), "too old" end
link = bh.link(age, field, plain)
field:set(" 40 ")
print(link "status":get(), field:get())                     -- expect: ok	40
limit:set(30)
print(link "status":get(), link "input":get(), age:get())   -- expect: invalid	 40 	40
limit:set(60)
print(link "status":get(), age:get())                       -- expect: ok	40
field:set("70")
print(link "status":get(), age:get())                       -- expect: invalid	40
field:set("40")
print(link "status":get(), age:get())                       -- expect: ok	40
