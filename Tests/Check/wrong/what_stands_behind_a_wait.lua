local bh = require "bindhost"
local m = bh.model("m", { name = "", size = 0 })
bh.sleep "1s"
m "nmae":observe(print)
local res, err = bh.http.get "http://127.0.0.1:8400/me.json"
if not res then error(err) end
m:update(res.json, { unknown = "ignore" })
m "size":set(res.json.size)
local count = tonumber(res.headers["x-count"])
local text = ("%s of %s"):format(res.body, res.json.owner.name) .. "!"
bh.ui.label { txet = text }
for _, row in ipairs(res.json.rows) do
  bh.ui.slider { label = row.name, stpe = 1 }
end
for name, value in pairs(res.json.colors) do
  bh.bind(m "size", m "sise")
end
bh.http.get("http://127.0.0.1:8400/", { headres = {} })
m "size":set("text")
-- finds 4:4: error: m: unknown field 'nmae' (did you mean 'name'?) [bind.path]
-- finds 11:15: error: ui.label: unknown option 'txet' (did you mean 'text'?) [ui.unknown_option]
-- finds 13:36: error: ui.slider: unknown option 'stpe' (did you mean 'step'?) [ui.unknown_option]
-- finds 16:24: error: m: unknown field 'sise' (did you mean 'size'?) [bind.path]
-- finds 18:41: error: bh.http.get: unknown option 'headres' (did you mean 'headers'?) [bind.unknown_option]
-- finds 19: error: m.size: integer expected, got string ("text") [bind.type]
