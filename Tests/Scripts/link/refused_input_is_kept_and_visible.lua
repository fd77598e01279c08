-- CONTRACT 45 and 46: neither end changes, status, input and error tell; the next valid edit or the model clears it.
local bh = require "bindhost"
local m = bh.model("m", { age = bh.field { default = 36, min = 0, max = 150 }, text = "" })
local link = bh.link(m "age", m "text", {
  to = tostring,
  from = function(s)
    if s == "boom" then error("no such number", 0) end
    return math.tointeger(tonumber(s)), "whole number, please"
  end,
})
local log = {}
link("status"):observe(function(s) log[#log + 1] = s end)
local function show() print(m("age"):get(), m("text"):get(), link("status"):get(), link("input"):get()) end
show()                                   -- expect: 36	36	ok	nil
m("text"):set("abc")
show()                                   -- expect: 36	abc	invalid	abc
print(link("error"):get().message)       -- expect: m.text: "abc" was refused: whole number, please
m("text"):set("boom")
show()                                   -- expect: 36	boom	invalid	boom
m("text"):set("200")                     -- the field's own rule
show()                                   -- expect: 36	200	invalid	200
print(link("error"):get().id)            -- expect: bind.invalid
m("text"):set("40")
show()                                   -- expect: 40	40	ok	nil
print(link("error"):get())               -- expect: nil
m("text"):set("x")
m("age"):set(41)                         -- the model wins
show()                                   -- expect: 41	41	ok	nil
print(table.concat(log, " "))            -- expect: ok invalid ok invalid ok
