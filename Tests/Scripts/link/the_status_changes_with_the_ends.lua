-- CONTRACT 0, 45: no observer sees the two ends of a binding disagree while its status says that all is well.
local bh = require "bindhost"
local n, text = bh.bindable(1), bh.bindable ""
local link = bh.link(n, text, { to = tostring, from = function(s) return tonumber(s), "a number" end })
bh.combine({ n, text, link "status", link "input" }, function(model, shown, status, input)
  return ("%s %s %s %s"):format(model, shown, status, input)
end):observe(function(v) print(v) end)                      -- expect: 1 1 ok nil
text:set "bad"                           -- expect: 1 bad invalid bad
text:set "5"                             -- expect: 5 5 ok nil
text:set "worse"                         -- expect: 5 worse invalid worse
n:set(7)                                 -- expect: 7 7 ok nil

-- The same of a one-way binding whose target refuses.
local source, small = bh.bindable(1), bh.model("m", { n = bh.field { default = 0, max = 10 } })
local binding = bh.bind(source, small "n")
bh.combine({ source, small "n", binding "status" }, function(...) return table.concat({ ... }, " ") end):observe(function(v) print(v) end)
-- expect: 1 1 ok
source:set(11)                           -- expect: 11 1 failed
-- expect warning: bind.invalid
bh.transaction(function() source:set(12) source:set(4) end)   -- expect: 4 4 ok
