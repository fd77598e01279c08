-- Contract 49, 55: a step back that takes an element or a record away does so also while a conditional binding has something in it; what only the
-- binding has made stays.
local bh = require "bindhost"
bh.on_error(function() end)
local model = bh.bindable { l = { { v = 1 } }, k = { 1, 2 } }
local history, on = bh.history { cells = { model } }, bh.bindable(false)
bh.bind(bh.bindable(70), model:at("made.x", { create = true }), { when = on })
bh.bind(bh.bindable(40), model:at "opt.x", { when = on })
local function show() print(bh.json.encode(model:get())) end
model "l":push { v = 2 }
model "k":push(3)
model "opt":set { x = 1 }
bh.bind(bh.bindable(50), model "l[2].v", { when = on })
bh.bind(bh.bindable(60), model "k[3]", { when = on })
on:set(true)
show() -- expect: {"k":[1,2,60],"l":[{"v":1},{"v":50}],"made":{"x":70},"opt":{"x":40}}
history:undo()
show() -- expect: {"k":[1,2,60],"l":[{"v":1},{"v":50}],"made":{"x":70}}
history:undo()
show() -- expect: {"k":[1,2],"l":[{"v":1},{"v":50}],"made":{"x":70}}
history:undo()
show() -- expect: {"k":[1,2],"l":[{"v":1}],"made":{"x":70}}
on:set(false)
show() -- expect: {"k":[1,2],"l":[{"v":1}]}
