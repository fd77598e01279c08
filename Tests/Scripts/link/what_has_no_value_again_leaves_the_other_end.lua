-- Contract 49, 37, 15: where an end of a link has no value any more, the other one keeps what it has; what comes next at either is an edit.
local bh = require "bindhost"
local source, when = bh.bindable(5), bh.bindable(true)
local function show(one, other) print(one:get(), one:has_value(), other:get(), other:has_value()) end
-- the end that is the source
local model, shown = bh.bindable(), bh.bindable(3)
bh.bind(source, model, { when = when })
bh.link(model, shown)
show(model, shown)                               -- expect: 5	true	5	true
when:set(false)
show(model, shown)                               -- expect: nil	false	5	true
shown:set(7)
show(model, shown)                               -- expect: 7	true	7	true
-- the other one: the link rests under the binding
model, shown = bh.bindable(), bh.bindable()
bh.link(model, shown)
bh.bind(source, shown, { when = when, priority = 1 })
when:set(true)
show(model, shown)                               -- expect: nil	false	5	true
when:set(false)
show(model, shown)                               -- expect: nil	false	nil	false
shown:set(5)
show(model, shown)                               -- expect: 5	true	5	true
