-- Contract 45, 47, 58: what `from`, `validate`, `check` and `confirm` refuse with an err table has that table's message as its reason, and the table as its
-- cause.
local bh = require "bindhost"
local function show(err) print(err.id, err.message, err.cause and err.cause.id or err.cause and err.cause.kind) end
local model, view = bh.bindable(1), bh.bindable("")
local link = bh.link(model, view, { to = bh.json.encode, from = bh.json.decode })
view:set "{bad"
print(link "status":get(), link "input":get())                   -- expect: invalid	{bad
show(link "error":get())         -- expect: bind.invalid	bindable: "{bad" was refused: line 1, column 2: a field's name in double quotes expected near '{bad'	json.invalid
show(select(2, model:through { to = bh.json.encode, from = bh.json.decode }:set "["))
-- expect: bind.invalid	bindable:through: "[" was refused: line 1, column 2: the text ends inside an array near '['	json.invalid

local mine = { kind = "conflict", message = "taken" }
local function free(name) if name == "bob" then return nil, mine end return true end
local checked = bh.model("checked", { name = bh.field { default = "", check = free } }) "name"
show(select(2, checked:set "bob"))                               -- expect: bind.invalid	checked.name: "bob" was refused: taken	conflict
local at, edit = bh.bindable("ann"), bh.bindable("")
local valid = bh.link(at, edit, { validate = function(name) return name ~= "bob", mine end })
edit:set "bob"
show(valid "error":get())                                        -- expect: bind.invalid	bindable: "bob" was refused: taken	conflict
edit:set "eve"
print(at:get(), valid "status":get())                            -- expect: eve	ok

local asked = bh.source { name = "asked", get = function() return "ann" end, set = function() return true end, confirm = free }
show(select(2, asked:set "bob"))                                 -- expect: source.declined	the write of asked was declined: taken	conflict
print(asked:get(), asked "$error":get(), asked:set "eve", asked:get())   -- expect: ann	nil	true	eve
local worded = bh.source { name = "worded", get = function() return 1 end, set = function() return true end,
  confirm = function() return false, "not now" end }
print(select(2, worded:set(2)).message)                          -- expect: the write of worded was declined: not now
-- A table without a message is described as it is.
local other = bh.bindable("")
local odd = bh.link(bh.bindable(1), other, { to = tostring, from = function() return nil, { code = 3 } end })
other:set "x"
print(odd "error":get().message)                                 -- expect: bindable: "x" was refused: {code = 3}
