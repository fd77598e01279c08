-- Contract L-20, L-24: `next(last)` gets the page as the loader has returned it, also where a transform makes something else
-- of the list; without one it gets what the value has, also where that was written by hand.
local bh = require "bindhost"
local function feed(transform, max_pages)
  local asked = {}
  local x = bh.loadable("feed", { fresh = "1h", transform = transform,
    load = function(ctx)
      asked[#asked + 1] = ctx.cursor or 1
      return { n = ctx.cursor or 1 }
    end,
    pages = { next = function(last) return last.n + 1 end, max_pages = max_pages } })
  x:await()
  return x, asked
end
local x, asked = feed(function(pages)
  if #pages > 3 then error "too many" end
  local words = {}
  for i, page in ipairs(pages) do words[i] = "page " .. page.n end
  return table.concat(words, ", ")
end)
for _ = 1, 3 do
  print(x:next())
  local _, err = x:await()
  print(x "value":get(), err and err.kind)
end
-- expect: true
-- expect: page 1, page 2	nil
-- expect: true
-- expect: page 1, page 2, page 3	nil
-- expect: true
-- expect: page 1, page 2, page 3	transform
x:refresh()
x:await()
print(x "value":get(), table.concat(asked, " "))  -- expect: page 1, page 2, page 3	1 2 3 4 1 2 3

-- What could not become the value drops no page.
local refuses = false
x, asked = feed(function(pages)
  if refuses then error "no" end
  return { first = pages[1].n, count = #pages, n = 100 }
end, 2)
x:next()
x:await()
refuses = true
x:next()
print(select(2, x:await()).kind)                  -- expect: transform
refuses = false
x:refresh()
x:await()
print(x "value":get().first, x "value":get().count, table.concat(asked, " "))  -- expect: 1	2	1 2 3 1 2

x, asked = feed()
x:set { { n = 6 }, { n = 7 } }
x:next()
print(#x:await(), table.concat(asked, " "))       -- expect: 3	1 8
x:set {}
print(x:next())                                   -- expect: true
print(x:await()[1].n, table.concat(asked, " "))   -- expect: 1	1 8 1
