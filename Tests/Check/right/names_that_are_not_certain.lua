-- What is caught, what depends on how it goes, and what the script adds itself.
local bh = require "bindhost"
local ui = bh.ui
local user = bh.model("user", { name = "A", tags = {}, more = bh.field { type = "map", of = "string", default = {} } })
local family = bh.loadable("family", { key = function(k) return k end, load = function() return 1 end })
local other = bh.model("other", { n = 1 })
local chosen = user
local function choose() chosen = other end
local function refused(fn) return pcall(fn) end
local function bad() return user "no_such" end
local function look()
  print(refused(bad), refused(function() return ui.labels "x" end), pcall(user, "no_such"))
  pcall(function() bh.observe(user "no_such", function() user "nor_this" end) end)
  user:update({ whatever = 1 }, { unknown = "ignore" })
  user "tags[1].anything":get()
  user "more.anything":get()
  family "any key" "value":get()
  chosen "n":get()
  local either = choose and user or other
  either "n":get()
  local one = user
  if choose then one = other end
  one "n":get()
  for _, m in ipairs { user, other } do m "n":get() end
  bh.extra()
  local name = "na" .. "me"
  user(name):get()
  bh.bindable { a = 1 } "a":get()
  if bh.no_such_function then bh.no_such_function() end
end
bh.extra = function() end
local scope = bh.scope(function() bh.model("twice", { a = 1 }) end)
scope:close()
local function again() local twice = bh.model("twice", { b = 1 }) twice "a":get() end
return look, again, choose
