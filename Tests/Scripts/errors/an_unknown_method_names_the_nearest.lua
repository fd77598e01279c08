-- LUA_API: fields are reached by path, and a programmer's mistake raises; reading `m.name` must not give a silent nil.
local bh = require "bindhost"
local m = bh.model("m", { name = "Ada" })
local function message(fn, ...) local _, err = pcall(fn, ...) return err.id, err.message end

print(message(function() return m.name end))
-- expect: bind.unknown_method	Ref: unknown method 'name'
print(message(function() return m("name"):gett() end))
-- expect: bind.unknown_method	Ref: unknown method 'gett'
local _, err = pcall(function() return m:udpate {} end)
print(err.suggestions[1], err.notes[1])
-- expect: update	a field is reached by its path, as in m "udpate"
print(message(function() m.name = "Bob" end))
-- expect: bind.unknown_method	Ref: 'name' cannot be assigned
print(message(function() return m[1] end))
-- expect: bind.unknown_method	Ref: a value of type integer is no method's name
print(message(function() return m("name"):map(string.upper).txet end))
-- expect: bind.unknown_method	derived Ref: unknown method 'txet'
local label = bh.ui.label "x"
print(message(function() return label.text end))
-- expect: bind.unknown_method	view: unknown method 'text'
local handle = m("name"):observe(function() end)
print(message(function() handle:stopp() end))
-- expect: bind.unknown_method	handle: unknown method 'stopp'
print(m("name"):get(), type(m.get), type(handle.stop))
-- expect: Ada	function	function

m.nmae = "x"  -- expect error: bind.unknown_method
-- expect stderr: 'nmae' cannot be assigned
-- expect stderr: write it with :set, as in m("nmae"):set(value)
