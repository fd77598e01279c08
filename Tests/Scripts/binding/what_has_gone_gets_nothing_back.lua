-- CONTRACT 49, 52: an element that was removed holds nothing to put back, and that is no error.
local bh = require "bindhost"
local m = bh.model("m", { list = { { id = 1, done = false }, { id = 2, done = false } } })
local w, done = bh.bindable(true), bh.bindable(true)
bh.each(m "list", { key = "id", insert = function(ref) bh.bind(done, ref "done", { when = w }) end })
m("list"):remove(1)
print(bh.json.encode(m("list"):get()))         -- expect: [{"done":true,"id":2}]
w:set(false)
print(bh.json.encode(m("list"):get()))         -- expect: [{"done":false,"id":2}]
