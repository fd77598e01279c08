-- What is wrong is said where it is made; a body that fails shows nothing and is reported.
local bh = require "bindhost"
local ui = bh.ui
local function refused(make)
  local ok, err = pcall(make)
  print(ok, err.id, err.message)
end
local x = bh.loadable("x", { load = function() return 1 end })
-- expect: false	bind.argument	ui.async: option 'loaded' is needed: a function of the value
refused(function() ui.async { source = x } end)
-- expect: false	bind.argument	ui.async: option 'source' is needed: a loadable or a job
refused(function() ui.async { loaded = print } end)
-- expect: false	bind.unknown_option	ui.async: unknown option 'laoded'
refused(function() ui.async { source = x, laoded = print } end)
-- expect: false	bind.argument	ui.button: option 'on_press': function expected, got string
refused(function() ui.button { on_press = "x" } end)
-- expect: false	ui.unknown_option	ui.toggle: unknown option 'status'
refused(function() ui.toggle { status = "ok" } end)
-- expect: false	bind.type	user.age: integer expected, text_field#f.value is of type string
local user = bh.model("user", { age = 3 })
refused(function() ui.text_field { id = "f", value = user "age" } end)
bh.on_error(function(err) print(err.id, err.message) end)
-- expect: bind.argument	ui.when: its function returns a view or nil, got integer
ui.when(bh.bindable(true), function() return 3 end)
