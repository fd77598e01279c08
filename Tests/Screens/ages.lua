-- screen: 72x26
-- after: 75000
-- Values of loadables that are bound without a ui.async around them.
local ok = bh.loadable("ok", { load = function() return { load = 0.5, rows = { { name = "a" } }, course = { 1, 3, 2 } } end })
local slow = bh.loadable("slow", { load = function() bh.sleep "2h" end, timeout = "3h", deadline = "3h" })
local bad = bh.loadable("bad", { load = function() return nil, "the disk is on fire" end, retry = 0 })
local old = bh.loadable("old", { fresh = "30s", load = function() return "old" end })
local n = 0
local worse = bh.loadable("worse", { poll = "20s", retry = 0, load = function()
  n = n + 1
  if n > 1 then return nil, "no route to host" end
  return "known before"
end })
local function part(name) return ok "value":map(function(v) return v and v[name] end) end
bh.show(ui.column {
  ui.label(part "load"),
  ui.row { ui.label "Load", ui.label(part "load"), ui.label "beside it" },
  ui.label(slow "value"), ui.label(bad "value"), ui.label(old "value"), ui.label(worse "value"),
  ui.progress { label = "Done", value = part "load" },
  ui.text_field { label = "Name", value = part "load" },
  ui.sparkline { values = part "course" :default {} },
  ui.table { columns = { "name" }, rows = part "rows" :default {} },
  ui.panel { title = "In a panel", ui.label(old "value") },
  -- It is said around it already.
  ui.async { source = ok, loaded = function() return ui.row { ui.label(part "load"), ui.label "in what is loaded" } end },
  -- These are no values from outside: how many there are, and whether something is seen.
  ui.label { text = "seen", visible = part "load":map(function(v) return v ~= nil end) },
  ui.label(ok "attempts"),
}, { title = "Ages" })
