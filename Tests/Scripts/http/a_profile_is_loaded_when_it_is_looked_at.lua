-- server: demo
-- The profile of the manual, without its views.
local bh = require "bindhost"
local user = bh.model("user", {
  name = "", followers_count = 0, colors = { primary = "#888888" }, address = { country = "" },
})
local requests = 0
local profile = bh.loadable("profile", {
  load = function()
    requests = requests + 1
    local res, err = bh.http.get(arg[1] .. "/me.json", { timeout = "5s" })
    if not res then return nil, err end
    user:update(res.json, { unknown = "ignore" })
    return res.json
  end,
})
local function followers(n) return n == 1 and "1 follower" or ("%d followers"):format(n) end
local line = bh.combine({ user "name", user("followers_count"):map(followers), user("address.country"):map(string.upper) },
  function(name, count, country) return ("%s, %s, %s"):format(name, count, country) end)
line:observe(function(text) print(text) end)   -- expect: , 0 followers,
print(requests)                                -- expect: 0
profile "face":observe(function(face) print(face) end)
-- expect: loading
-- expect: Ada, 1 follower, NZ
-- expect: loaded
profile:await()
print(requests, profile "value":get().name, user "colors.primary":get())   -- expect: 1	Ada	#2266cc
