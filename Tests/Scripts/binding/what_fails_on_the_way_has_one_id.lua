-- Contract 27, 29 and 30: what a `map` raises, and a computed source, is `bind.transform_failed` for every kind of binding, in its report as in its
-- cell `error`; for an observer it is the script's error.
local bh = require "bindhost"
local reported
bh.on_error(function(e) reported = e.id .. " " .. e.notes[1]:gsub("%s+", " "):gsub("map%b()", "map") end)
local s = bh.bindable(1, { name = "s" })
local function fails(v) if v > 1 then error("one", 0) end return v end
local function try(title, handle)
  s:set(2)
  print(title, handle "status":get(), handle "error":get().id, handle "error":get().cause)
  print(reported)
  s:set(1)
  print(handle "status":get(), handle "error":get())
  handle:stop()
end
try("map to a cell", bh.bind(s, bh.bindable(0), { map = fails }))
-- expect: map to a cell	failed	bind.transform_failed	one
-- expect: bind.transform_failed while delivering s = 2 → bindable (the target keeps its last value)
-- expect: ok	nil
try("map to a function", bh.bind(s, function() end, { map = fails }))
-- expect: map to a function	failed	bind.transform_failed	one
-- expect: bind.transform_failed while delivering s = 2 → a function (it is not called)
-- expect: ok	nil
try("source to a cell", bh.bind(s:map(fails), bh.bindable(0)))
-- expect: source to a cell	failed	bind.transform_failed	one
-- expect: bind.transform_failed while delivering s = 2 → bindable (the target keeps its last value)
-- expect: ok	nil
try("source to a function", bh.bind(s:map(fails), function() end))
-- expect: source to a function	failed	bind.transform_failed	one
-- expect: bind.transform_failed while delivering s = 2 → a function (it is not called)
-- expect: ok	nil
try("lens to a cell", bh.link(s:through { to = fails, from = function(v) return v end }, bh.bindable(0)))
-- expect: lens to a cell	failed	bind.transform_failed	one
-- expect: bind.transform_failed while delivering s = 2 → bindable (the target keeps its last value)
-- expect: ok	nil
s:map(fails):observe(function() end)
s:set(2)
print(reported)                       -- expect: script.error in observer of s:map: s:map could not be computed
