local bh = require "bindhost"
local value, err = bh.json.decode '{\n  "a": 1,\n  "b": tru\n}'
print(value, err.kind, err.id)  -- expect: nil	decode	json.invalid
print(err.message)
-- expect: line 3, column 8: a value expected (true, false and null are the only words) near '  "b": tru'
print(tostring(err):match "^json%.invalid: a_malformed_text_is_an_error_with_its_place%.lua:2: " ~= nil)  -- expect: true
print(select("#", bh.json.decode ""))                         -- expect: 2
print(pcall(bh.json.decode, 7))
-- expect: false	bind.argument: a_malformed_text_is_an_error_with_its_place.lua:8: bh.json.decode: argument 1 (text): string expected, got number
local ok, unknown = pcall(bh.json.decode, "1", { bigg = "string" })
print(ok, unknown.id)  -- expect: false	bind.unknown_option
