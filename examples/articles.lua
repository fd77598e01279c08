-- args: --allow-net
-- A list whose rows load their detail when they are opened: one request for each opened row.
--   bindhost demo-server &  bindhost run --allow-net examples/articles.lua
local bh = require "bindhost"
local ui = bh.ui

local server = "http://127.0.0.1:8400"

local function get(path)
  local res, err = bh.http.get(server .. path, { timeout = "5s" })
  if not res then return nil, err end
  return res.json
end

local articles = bh.loadable("articles", { load = function() return get "/articles.json" end })

-- A family: article(7) is the loadable of that key, asked for when a view that needs it is shown.
local article = bh.loadable("article", {
  key = function(id) return id end,
  fresh = "1m",
  load = function(ctx) return get(("/articles/%d.json"):format(ctx.key)) end,
})

local function row(item)
  local id = item:get().id
  local open = bh.bindable(false)
  return ui.column {
    ui.toggle { id = "open-" .. id, label = item "title", value = open },
    ui.when(open, function()
      return ui.async { source = article(id), loaded = function(detail) return ui.label(detail.body) end }
    end),
  }
end

bh.show(ui.async {
  source = articles,
  loaded = function(list)
    local items = bh.bindable(list)
    return ui.each(items, row, { key = "id" })
  end,
}, { title = "Articles" })
