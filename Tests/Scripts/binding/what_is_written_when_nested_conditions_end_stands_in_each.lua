-- Contract 49: what is written by hand in the transaction that ends a condition stands for every binding around it, whichever was made first.
local bh = require "bindhost"
local made = 0
local function ended(write, ...)
  made = made + 1
  local m = bh.model("m" .. made, { p = { x = 1, q = { u = 3, v = 4 } } })
  local when = bh.bindable(true)
  local sources = {
    ["p"] = { { x = 10, q = { u = 11, v = 12 } }, 1 },
    ["p.q"] = { { u = 20, v = 21 }, 2 },
    ["p.q.v"] = { 30, 3 },
  }
  for _, path in ipairs { ... } do
    bh.bind(bh.bindable(sources[path][1]), m(path), { when = when, priority = sources[path][2] })
  end
  bh.transaction(function()
    when:set(false)
    write(m)
  end)
  print(m "p.x":get(), m "p.q.u":get(), m "p.q.v":get())
end

local function leaf(m) m "p.q.v":set(15) end
ended(leaf, "p.q.v", "p.q")                                -- expect: 1	3	15
ended(leaf, "p.q", "p.q.v")                                -- expect: 1	3	15
ended(leaf, "p.q.v", "p.q", "p")                           -- expect: 1	3	15
ended(leaf, "p.q", "p.q.v", "p")                           -- expect: 1	3	15
ended(function(m) m "p.q":set { u = 7, v = 8 } end, "p.q.v", "p.q", "p") -- expect: 1	7	8
ended(function(m) m "p":set { x = 6, q = { u = 7, v = 8 } } end, "p.q.v", "p.q") -- expect: 6	7	8

-- undone as one
local m, when = bh.model("last", { q = { u = 1, v = 2 } }), bh.bindable(false)
local history = bh.history { cells = { m, when } }
bh.bind(bh.bindable(50), m "q.v", { when = when, priority = 2 })
bh.bind(bh.bindable { u = 60, v = 61 }, m "q", { when = when, priority = 1 })
bh.transaction(function()
  m "q":set { u = 7, v = 8 }
  when:set(true)
end)
history:undo()
print(when:get(), m "q.u":get(), m "q.v":get())            -- expect: false	1	2
