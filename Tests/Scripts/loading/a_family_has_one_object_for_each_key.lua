-- LUA_API: `article(7)` is the loadable of that key, the same each time, until its scope closes.
local bh = require "bindhost"
local article
local scope = bh.scope("page", function()
  article = bh.loadable("article", { key = function(id) return id end, load = function(ctx) return "A" .. ctx.key end })
end)
local seventh = article(7)
print(seventh == article(7), seventh == article(8), seventh == article("7"))  -- expect: true	false	false
local seen = { [article(7)] = "here" }
print(seen[article(7)])                                                       -- expect: here
scope:close()
local function refused(f) local ok, err = pcall(f) print(ok, err.id) end
refused(function() return article(7) end)                                     -- expect: false	bind.disposed
refused(function() return article(9) end)                                     -- expect: false	bind.disposed
refused(function() return article "value" end)                                -- expect: false	bind.disposed
