-- Contract L-24: `next()` fetches one more page, a reload all that are there, with the new cursors, and keeps the old ones
-- when one of them fails.
local bh = require "bindhost"
local asked, broken = {}, nil
local feed = bh.loadable("feed", {
  load = function(ctx)
    asked[#asked + 1] = tostring(ctx.cursor or "-")
    bh.sleep("1ms")
    if ctx.page == broken then return nil, "page " .. ctx.page .. " is down" end
    return { items = "p" .. ctx.page, next = ctx.page < 4 and ctx.page * 10 or nil }
  end,
  pages = { next = function(last) return last.next end, max_pages = 3 },
})
local function shown()
  local names = {}
  for _, page in ipairs(feed "value":get() or {}) do names[#names + 1] = page.items end
  return table.concat(names, " ")
end
local function settled(pages)
  while shown() ~= pages or feed "face":get() ~= "loaded" do bh.sleep("1ms") end
end
feed "value":observe(function() print(shown()) end)
settled("p1")                                    -- expect: p1
print(feed:next(), feed:next())                  -- expect: true	true
settled("p1 p2")                                 -- expect: p1 p2
print(table.concat(asked, " "))                  -- expect: - 10
feed:next()
settled("p1 p2 p3")                              -- expect: p1 p2 p3
asked = {}
broken = 2
feed:refresh()
while #asked < 2 or feed "face":get() ~= "degraded" do bh.sleep("1ms") end
print(table.concat(asked, " "), feed "face":get(), shown())   -- expect: - 10	degraded	p1 p2 p3
broken = nil
feed:next()
settled("p2 p3 p4")                              -- expect: p2 p3 p4
print(feed:next())                               -- expect: false
