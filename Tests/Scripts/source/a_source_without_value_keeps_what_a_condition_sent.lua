-- Contract 49, 60: a source takes writes only. Where it had no value nothing can be given back, and what was sent stands.
local bh = require "bindhost"
local sent = {}
local out = bh.source { set = function(value) sent[#sent + 1] = value return true end }
local source, when = bh.bindable(5), bh.bindable(true)
local binding = bh.bind(source, out, { when = when })
bh.sleep "1ms"
when:set(false)
bh.sleep "1ms"
when:set(true)
binding:stop()
bh.sleep "1ms"
print(table.concat(sent, " "))                   -- expect: 5 5
