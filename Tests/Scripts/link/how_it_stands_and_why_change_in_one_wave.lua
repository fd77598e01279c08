-- CONTRACT 3, 45: status, input and error of a binding are never seen half changed.
local bh = require "bindhost"
local age, text = bh.bindable(36), bh.bindable("")
local link = bh.link(age, text, { to = tostring, from = function(s) return tonumber(s), "no number" end })
local status, input, err = link "status", link "input", link "error"
local function note(who)
  print(who, status:get(), input:get(), err:get() and err:get().message)
end
status:observe(function() note "status" end, { initial = false })
input:observe(function() note "input" end, { initial = false })
err:observe(function() note "error" end, { initial = false })
local runs = 0
bh.effect(function() status:get() input:get() err:get() runs = runs + 1 end)
text:set("x")                                             -- expect: status	invalid	x	bindable: "x" was refused: no number
                                                          -- expect: input	invalid	x	bindable: "x" was refused: no number
                                                          -- expect: error	invalid	x	bindable: "x" was refused: no number
print(runs)                                               -- expect: 2
text:set("40")                                            -- expect: status	ok	nil	nil
                                                          -- expect: input	ok	nil	nil
                                                          -- expect: error	ok	nil	nil
print(runs, age:get())                                    -- expect: 3	40
