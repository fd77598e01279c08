-- Contract 13.
local bh = require "bindhost"
local a, other = bh.bindable(1), bh.bindable(0)
local m = bh.model("m", { record = { x = 1 }, list = { 1 }, flag = true })
local function id(f, ...) local ok, err = pcall(f, ...) return ok and "no error" or err.id end
local reports = {}
bh.on_error(function(err) reports[#reports + 1] = err.id end)
local function reported() local text = table.concat(reports, " ") reports = {} return text end
local function write() other:set(other:peek() + 1) return 7 end
print("computed", id(function() bh.computed(write):get() end))            -- expect: computed	bind.pure
print("map", id(function() a:map(write):get() end))                       -- expect: map	bind.pure
print("combine", id(function() bh.combine({ a }, write):get() end))       -- expect: combine	bind.pure
print("to", id(function() a:through { to = write }:get() end))            -- expect: to	bind.pure
print("from", id(function() a:through { from = write }:set(2) end))       -- expect: from	bind.pure
print("modify", id(a.modify, a, write))                                   -- expect: modify	bind.pure
print("equals", id(function() bh.bindable(1, { equals = write }):set(2) end))  -- expect: equals	bind.pure
local guarded = bh.model("guarded", { f = bh.field { default = 1, check = function(v) return v == 1 or write() end } })
print("check", id(function() guarded("f"):set(2) end))                          -- expect: check	bind.pure
bh.bind(a, bh.bindable(0), write)
print("bind", reported())                                                 -- expect: bind	bind.pure
bh.bind(a, function() end, write)
print("bind to a function", reported())                                   -- expect: bind to a function	bind.pure
bh.link(a, bh.bindable(0), { to = write })
print("link to", reported())                                              -- expect: link to	bind.pure
local back = bh.bindable(0)
local link = bh.link(bh.bindable(1), back, { from = write })
back:set(5)
print("link from", link("status"):get(), reported())                      -- expect: link from	failed	bind.pure
-- every way of writing, and of making what would run later
local ways = {
  set = function() other:set(1) end,
  modify = function() other:modify(function(v) return v end) end,
  update = function() m("record"):update { x = 2 } end,
  push = function() m("list"):push(2) end,
  insert = function() m("list"):insert(1, 2) end,
  remove = function() m("list"):remove(1) end,
  toggle = function() m("flag"):toggle() end,
  reset = function() other:reset() end,
  touch = function() other:touch() end,
  transaction = function() bh.transaction(function() end) end,
  observe = function() a:observe(function() end) end,
  bind = function() bh.bind(a, other) end,
  link = function() bh.link(a, other) end,
  effect = function() bh.effect(function() end) end,
  scope = function() bh.scope(function() end) end,
  on_close = function() bh.on_close(function() end) end,
  go = function() bh.go(function() end) end,
  after = function() bh.after(1, function() end) end,
  every = function() bh.job.every(1, function() end) end,
}
local names = {}
for name in pairs(ways) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local found = id(function() bh.computed(ways[name]):get() end)
  if found ~= "bind.pure" then print(name, found) end
end
print(other:get(), m("record.x"):get(), #m("list"):get(), m("flag"):get())  -- expect: 0	1	1	true
-- a computed value that was refused can be right later
local strict = bh.bindable(true)
local mended = bh.computed(function() if strict:get() then other:set(1) end return "fine" end)
print(id(mended.get, mended))                                             -- expect: bind.pure
strict:set(false)
print(mended:get())                                                       -- expect: fine
