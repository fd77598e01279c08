-- Contract 49: what goes on after an end may bring a place back that was away: what a binding without a condition has there stands in it.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.overwritten" or err.id == "bind.detached", err.message) end)
local on, says = bh.bindable(true), bh.bindable(30)
local list = bh.bindable { { id = 1, n = 1 }, { id = 3, n = 3 } }
bh.bind(bh.bindable { { id = 1, n = 20 }, { id = 3, n = 21 } }, list, { priority = 1 })
bh.bind(says, list "[2].n", { priority = 2 })
bh.bind(bh.bindable(40), list:by("id", 1) "n", { priority = 3, when = on })
local function show(what) print(what, bh.json.encode(list:get())) end
show "made"                                  -- expect: made	[{"id":1,"n":40},{"id":3,"n":30}]
list:remove(1)
show "away"                                  -- expect: away	[{"id":3,"n":30}]
on:set(false)
show "back"                                  -- expect: back	[{"id":1,"n":20},{"id":3,"n":30}]
