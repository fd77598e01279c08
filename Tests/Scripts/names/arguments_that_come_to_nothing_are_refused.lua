-- Contract 30: what cannot come to anything is refused where it is said: a lens without its table, limits between which nothing fits, two answers to
-- nil, ends that are one cell, a poll without a pause, options of a source whose function is not there.
local bh = require "bindhost"
local function try(fn, ...)
  local ok, err = pcall(fn, ...)
  if ok then return print "fine" end
  print(err.message)
  for _, note in ipairs(err.notes or {}) do print("  " .. note) end
end
local function get() return 1 end
local m = bh.model("m", { n = 1, list = { 1, 2 } })
local a, b = bh.bindable(1), bh.bindable(1)

try(a.through, a)                     -- expect: Ref:through: argument 1 (options): table with to= or from=, or both, expected, got nothing
try(bh.field, { default = 3, min = 5, max = 2.5 })
-- expect: bh.field: option 'min' (5) is greater than 'max' (2.5): nothing fits
-- expect:   exchange the two, or leave one of them out
try(bh.field, { default = 2, min = 2, max = 2 })             -- expect: fine
try(bh.bind, a, b, { default = 1, skip_nil = true })
-- expect: bh.bind: options 'default' and 'skip_nil' exclude each other
-- expect:   default= says what stands instead of nil, skip_nil=true leaves nil out: give one of them
try(bh.bind, a, print, { default = 1, skip_nil = true })
-- expect: bh.bind: options 'default' and 'skip_nil' exclude each other
-- expect:   default= says what stands instead of nil, skip_nil=true leaves nil out: give one of them
try(bh.bind, m "n", m "n", { map = tostring })
-- expect: bh.bind: source and target are the same, m.n
-- expect:   name another target; what a cell may hold is said by bh.field{min=, max=, check=}
try(bh.link, m "list[2]", m:at "list[2]")
-- expect: bh.link: source and target are the same, m.list[2]
-- expect:   name another target; what a cell may hold is said by bh.field{min=, max=, check=}
local lens = a:through { to = tostring, from = tonumber }
try(bh.link, lens, lens)
-- expect: bh.link: source and target are the same, bindable:through
-- expect:   name another target; what a cell may hold is said by bh.field{min=, max=, check=}
local tree = bh.bindable { x = { y = 1 } }
try(bh.bind, tree "x.y", tree:at("x.y", { create = true }))
-- expect: bh.bind: source and target are the same, bindable.x.y
-- expect:   name another target; what a cell may hold is said by bh.field{min=, max=, check=}
try(bh.bind, m "list[1]", m "list[2]")                       -- expect: fine

try(bh.source, { get = get, poll = 0 })
-- expect: bh.source: option 'poll': a time longer than zero expected
-- expect:   leave it out where get is asked by refresh() only; "turn" has it asked before each turn
for _, name in ipairs { "optimistic", "coalesce" } do try(bh.source, { get = get, [name] = true }) end
-- expect: bh.source: 'optimistic' is for what is written, and there is no 'set'
-- expect:   give set=fn, or leave 'optimistic' out
-- expect: bh.source: 'coalesce' is for what is written, and there is no 'set'
-- expect:   give set=fn, or leave 'coalesce' out
for _, name in ipairs { "confirm", "resolve" } do try(bh.source, { get = get, [name] = get }) end
-- expect: bh.source: 'confirm' is for what is written, and there is no 'set'
-- expect:   give set=fn, or leave 'confirm' out
-- expect: bh.source: 'resolve' is for what is written, and there is no 'set'
-- expect:   give set=fn, or leave 'resolve' out
try(bh.source, { get = get, order = "latest" })
-- expect: bh.source: 'order' is for what is written, and there is no 'set'
-- expect:   give set=fn, or leave 'order' out
try(bh.source, { set = get, notify = print })
-- expect: bh.source: 'notify' asks the getter, and there is no 'get'
-- expect:   give get=fn, or leave 'notify' out
try(bh.source, { set = get, poll = "turn" })
-- expect: bh.source: 'poll' asks the getter, and there is no 'get'
-- expect:   give get=fn, or leave 'poll' out
try(bh.source, { get = get, optimistic = false })             -- expect: fine
