-- Contract L-10: list → detail, one request for each key in use, whoever asks for it and however often.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local requests = {}
local article = bh.loadable("article", {
  key = function(id) return id end,
  load = function(ctx)
    requests[#requests + 1] = tostring(ctx.key)
    bh.sleep("1ms")
    return "article " .. tostring(ctx.key)
  end,
})
local function loaded(id) wait_for(function() return article(id) "face":get() == "loaded" end) end
local function show(id) return article(id) "value":observe(function(v) print(v) end) end
local first, again = show(7), show(7)
loaded(7)                 -- expect: article 7
                          -- expect: article 7
print(#requests, article(7) "face":get(), article(8) "face":get())     -- expect: 1	loaded	idle
show("7")
loaded("7")               -- expect: article 7
show(7.0)
loaded(7.0)               -- expect: article 7.0
print(table.concat(requests, ","))                                     -- expect: 7,7,7.0
print(article({ a = 1, b = 2 }):await():match "^article table")          -- expect: article table
local n = #requests
article { b = 2, a = 1 }:await()
print(#requests - n)          -- expect: 1
print(article { b = 2, a = 1 } "value":get() == article { a = 1, b = 2 } "value":get())   -- expect: true
print(pcall(article, function() end))
-- expect: false	bind.key: a_family_has_one_loadable_for_each_key.lua:29: article: a key is a value with contents, not a function
first:stop() again:stop()
