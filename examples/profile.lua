#!/usr/bin/env bindhost
-- args: --allow-net
local bh = require "bindhost"
local ui = bh.ui

local user = bh.model("user", {
  name = "", followers_count = 0, colors = { primary = "#888888" }, address = { country = "" },
})

-- Nothing is requested until a view that needs it is shown.
local profile = bh.loadable("profile", {
  load = function()
    local res, err = bh.http.get("http://127.0.0.1:8400/me.json", { timeout = "5s" })
    if not res then return nil, err end
    user:update(res.json, { unknown = "ignore" })   -- one wave: the screen changes once
    return res.json
  end,
})

local function followers(n) return n == 1 and "1 follower" or ("%d followers"):format(n) end

bh.show(ui.async {
  source  = profile,
  loading = function() return ui.label "Loading profile…" end,
  failed  = function(err, retry)
    return ui.row { ui.label("Could not load: " .. err.message), ui.button { title = "Retry", on_press = retry } }
  end,
  loaded  = function()
    return ui.panel { title = user "name", color = user "colors.primary",
      ui.label(user("followers_count"):map(followers)),
      ui.label(user("address.country"):map(string.upper)),
      ui.button { title = "Refresh", on_press = function() profile:refresh() end },
    }
  end,
}, { title = "Profile" })
