-- Every property of a view is a Ref; words are shown as Lua prints them, shown or not.
local bh = require "bindhost"
local ui = bh.ui

local number = bh.bindable(3)
local label = ui.label { id = "t", text = number, visible = number:map(function(n) return n ~= 0 end) }
print(label("text"):get())                      -- expect: 3
number:set(0.1 + 0.2)
print(label("text"):get() == tostring(0.1 + 0.2), label("text"):get())  -- expect: true	0.3
number:set(false)
print(label("text"):get())                      -- expect: false
number:set(0)
print(label("visible"):get())                   -- expect: false
print(ui.label("x")("text"):get())              -- expect: x
print(ui.panel { title = "P" } "title":get())   -- expect: P

local seen = ui.label { text = label "text" }
label("text"):observe(function(text) print("text " .. text) end)  -- expect: text 0
number:set(1e15)                                -- expect: text 1e+15
print(seen("text"):get())                       -- expect: 1e+15
