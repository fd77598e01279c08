-- Contract L-24: a reload asks for the pages that are there, from the first, whatever has become of a `next()` before it;
-- what is asked for during a reload, or is on its way when it begins, comes after it; after a `reset()` all begins anew.
local bh = require "bindhost"
local function feed(more)
  more = more or {}
  local asked = {}
  local x
  x = bh.loadable("feed", {
    fresh = "1h", retry = 0, transform = more.transform,
    load = function(ctx)
      local number = ctx.cursor or 1
      asked[#asked + 1] = number
      -- Whoever wants something else meanwhile does it here.
      local step = more[#asked]
      if step then step(x) bh.sleep "1h" end
      if more.broken == #asked then return nil, "down" end
      bh.sleep "1ms"
      return { n = number }
    end,
    pages = { next = function(last) return last.n < 9 and last.n + 1 or nil end, max_pages = more.max_pages } })
  local function settled(face, count)
    for _ = 1, 2000 do
      if x "face":get() == (face or "loaded") and (not count or #asked == count) then return end
      bh.sleep "1ms"
    end
    error("asked " .. table.concat(asked, " ") .. ", " .. x "face":get(), 2)
  end
  local function show(name)
    local numbers = {}
    for i, page in ipairs(x "value":get()) do numbers[i] = page.n end
    print(name, table.concat(asked, " "), "{" .. table.concat(numbers, " ") .. "}")
  end
  x "value":observe(function() end)
  settled()
  return x, settled, show
end

local x, settled, show = feed { [2] = function(x) bh.after(0, function() x:refresh() end) end }
x:next()
settled("loaded", 4)
show "superseded"                        -- expect: superseded	1 2 1 2	{1 2}

x, settled, show = feed { [2] = function(x) bh.after(0, function() x:cancel() end) end }
x:next()
settled("loaded", 2)
x:refresh()
settled("loaded", 3)
show "cancelled"                         -- expect: cancelled	1 2 1	{1}

x, settled, show = feed { broken = 3 }
x:next()
settled("loaded", 2)
x:next()
settled("degraded", 3)
x:refresh()
settled("loaded", 5)
show "failed"                            -- expect: failed	1 2 3 1 2	{1 2}
print(x:next())                          -- expect: true
settled("loaded", 6)
show "goes on"                           -- expect: goes on	1 2 3 1 2 3	{1 2 3}

x, settled, show = feed { max_pages = 2 }
for count = 2, 3 do
  x:next()
  settled("loaded", count)
end
show "dropped"                           -- expect: dropped	1 2 3	{2 3}
x:refresh()
settled("loaded", 5)
show "reload"                            -- expect: reload	1 2 3 2 3	{2 3}
x:reset()
settled("loaded", 6)
show "reset"                             -- expect: reset	1 2 3 2 3 1	{1}

-- During a reload: once, after it. A reload that is called off takes it along.
x, settled, show = feed()
x:refresh()
print(x:next(), x:next())                -- expect: true	true
settled("loaded", 3)
show "next after a reload"               -- expect: next after a reload	1 1 2	{1 2}
x:refresh()
x:next()
x:cancel()
bh.sleep "5ms"
settled("loaded", 3)
show "called off"                        -- expect: called off	1 1 2	{1 2}

-- A handler may ask for all of them.
x, settled, show = feed()
x:on_loaded(function() x:next() end)
x:next()
settled("loaded", 9)
show "all"                               -- expect: all	1 2 3 4 5 6 7 8 9	{1 2 3 4 5 6 7 8 9}
print(x:next())                          -- expect: false

-- A page that a write has overtaken is asked for once more, behind the others.
x, settled, show = feed()
local confirm
x:next()
x:write { apply = function(pages) return pages end, send = function()
  while not confirm do bh.sleep "1ms" end
  return true
end }
bh.sleep "5ms"
confirm = true
settled("loaded", 4)
show "overtaken"                         -- expect: overtaken	1 2 1 2	{1 2}
