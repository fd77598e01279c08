-- Nothing is known of what comes from outside, so nothing is said of what follows from it.
local bh = require "bindhost"
local ui = bh.ui
local m = bh.model("m", { n = 0, name = "", list = {}, at = bh.field { default = 1, min = 0, max = 5 } })
local profile = bh.loadable("profile", { load = function() return { name = "Ada" } end })
local res = assert(bh.http.get "http://127.0.0.1:8400/stats.json")
assert(res.status == 200 or res.status ~= 200, "the server says " .. res.status)
m:update { n = res.json.users, name = res.json.name, list = res.json.list }
m "at":set(res.json.load)
m "list":push(res.json.last)
local disks = bh.exec({ "df" }).out
local rows = {}
for used, mount in disks:gmatch("(%d+)%%%s+(%S+)") do rows[#rows + 1] = { used = used, mount = mount } end
local value, err = profile:await()
local both = bh.all { function() return 1 end, profile }
local db = bh.sql.open "readings.db"
local readings = db:observe("select * from readings")
local text = bh.fs.read "notes.txt"
bh.show(ui.column {
  ui.label(value.name), ui.label(("%s and %s"):format(value.name, both[1])), ui.slider { value = m "at", max = res.json.max },
  ui.table { columns = { "used", "mount" }, rows = rows }, ui.label(readings:map(function(r) return #r .. " rows" end)),
  ui.text_area { value = text }, ui.list { items = res.json.items },
}, { title = res.json.title })
bh.job.every(res.json.period, { name = res.json.name, run = function() end })
for i, line in ipairs(text:split "\n") do bh.model("line " .. i, { text = line }) end
for name, given in pairs(res.json) do bh.bindable(given, { name = name }) end
while true do
  bh.sleep "1s"
  m "n":set(m "n":get() + 1)
end
