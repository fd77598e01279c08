-- screen: 72x24
-- after: 75000
local ok = bh.loadable("ok", { load = function() return "the value" end })
local slow = bh.loadable("slow", { load = function() bh.sleep "20s" return 1 end, retry = 0 })
local bad = bh.loadable("bad", { load = function() return nil, "the disk is on fire" end, retry = 0 })
local n = 0
local worse = bh.loadable("worse", { poll = "20s", retry = 0, load = function()
  n = n + 1
  if n > 1 then return nil, "no route to host" end
  return "what was known before"
end })
local old = bh.loadable("old", { fresh = "30s", load = function() return "old" end })
local idle = bh.job.every("1h", { name = "later", immediate = false, run = function() return 1 end })
local slower = bh.loadable("slower", { load = function() bh.sleep "1h" end, timeout = "2h", deadline = "3h" })
local function text(v) return ui.label(tostring(v)) end
bh.show(ui.column {
  ui.async { source = ok, loaded = text }, ui.async { source = slow, loaded = text },
  ui.async { source = bad, loaded = text }, ui.async { source = worse, loaded = text },
  ui.async { source = old, loaded = text }, ui.async { source = idle, idle = function() return ui.label "not yet" end, loaded = text },
  ui.async { source = slower, loaded = text },
  ui.async { source = slower, placeholder = { name = "Ada Lovelace", n = 12 }, loaded = function(v)
    return ui.panel { title = "A sample", ui.label(v.name), ui.text_field { label = "Count", value = v.n } } end },
  ui.async { source = ok, loaded = function(v) return ui.panel { title = "In a panel", ui.label(v) } end },
  ui.when(bh.bindable(true), function() return ui.label "there while it is true" end),
  ui.each(bh.bindable { "a", "b" }, function(item) return ui.toggle { label = item, value = false } end),
}, { title = "Faces" })
