-- LUA_API: unknown options are never ignored, also where a function takes none.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(2)
local function refused(fn, ...)
  local ok, err = pcall(fn, ...)
  print(ok, err.id, err.message:match "argument %d is a table" or err.message:match "a question is expected")
end
refused(bh.bind, a, b, tostring, { initial = false })
-- expect: false	bind.argument	argument 4 is a table
refused(bh.computed, function() return 1 end, { name = "n" })
-- expect: false	bind.argument	argument 2 is a table
refused(bh.effect, function() end, { when = a })
-- expect: false	bind.argument	argument 2 is a table
print(b:get())                                            -- expect: 2
-- what is given besides and is no table is Lua's way of passing on results
a:set(("x"):gsub("x", "y"))
print(a:get())                                            -- expect: y
local ui = bh.ui
local m = bh.model("m", { armed = false })
for _, confirm in ipairs { { onn = "Sure?" }, 5, { on = 5 }, { "Sure?" } } do
  refused(ui.toggle, { value = m "armed", confirm = confirm })
end
-- expect: false	bind.invalid	a question is expected
-- expect: false	bind.invalid	a question is expected
-- expect: false	bind.invalid	a question is expected
-- expect: false	bind.invalid	a question is expected
ui.toggle { value = m "armed", confirm = { on = "Arm?" } }
ui.toggle { id = "second", value = m "armed", confirm = "Sure?" }
ui.toggle { id = "third", value = m "armed", confirm = false }
ui.toggle { id = "fourth", value = m "armed", confirm = {} }
