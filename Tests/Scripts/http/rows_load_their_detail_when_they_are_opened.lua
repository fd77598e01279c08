-- server: demo
-- List → detail: one request for each opened row.
local bh = require "bindhost"
local requests = {}
local function get(path)
  requests[#requests + 1] = path
  local res, err = bh.http.get(arg[1] .. path)
  if not res then return nil, err end
  return res.json
end
local list = bh.loadable("articles", { load = function() return get "/articles.json" end })
local article = bh.loadable("article", {
  key = function(id) return id end, fresh = "1m",
  load = function(ctx) return get("/articles/" .. ctx.key .. ".json") end,
})
local rows = list:await()
print(#rows, #requests)                                       -- expect: 5	1
local function open(row) return article(row.id) "value":observe(function(v) if v then print(v.title) end end) end
open(rows[2])
article(2):await()                                            -- expect: Waves, and why nobody sees half of one
open(rows[2])                                                 -- expect: Waves, and why nobody sees half of one
article(2):await()
open(rows[5])
article(5):await()                                            -- expect: Two ways between a field and a model
print(table.concat(requests, " "))                            -- expect: /articles.json /articles/2.json /articles/5.json
local none, err = article(99):await()
print(none, err.kind, err.status, err.body)                   -- expect: nil	http	404	{"error":"there is no article 99.json"}
