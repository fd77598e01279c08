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
-- nor where it has not answered yet
local both = bh.source {
  get = function() bh.sleep "5ms" return sent[#sent] or 0 end,
  set = function(value) sent[#sent + 1] = value return true end,
}
print(both:has_value())                          -- expect: false
when:set(true)
bh.bind(source, both, { when = when })
bh.sleep "20ms"
print(both:get())                                -- expect: 5
when:set(false)
bh.sleep "1ms"
print(both:get(), #sent)                         -- expect: 5	3
