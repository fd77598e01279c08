-- Contract 30: wherever a name can be wrong: an id, the place of the call, and the nearest valid name.
local bh = require "bindhost"
local m = bh.model("settings", { name = "", colors = { primary = "#fff" }, todos = { { done = false } }, maybe = bh.field { type = "string", optional = true } })
local cell, target = bh.bindable(1), bh.bindable(1)
local hourly = bh.job.every("1h", { run = print, immediate = false })
local handle = bh.bind(cell, target)
local function case(what, nearest, f)
  local ok, err = pcall(f)
  local text = tostring(err)
  if ok then return print(what, "no error") end
  local place = text:match "%.lua:(%d+)"
  local offered = text:find("did you mean '" .. nearest .. "'", 1, true) ~= nil
  if not (err.id and place and offered) then print(what, text) end
  if err.line ~= tonumber(place) or err.suggestions[1] ~= nearest then print(what, err.line, place, err.suggestions and err.suggestions[1]) end
  return err.id
end
case("field", "name", function() return m "nmae" end)
case("field below", "primary", function() return m "colors.primry" end)
case("at", "colors", function() return m:at "colrs" end)
case("update", "colors", function() m:update { color = {} } end)
case("update below", "primary", function() m:update { colors = { primari = "" } } end)
case("set a record", "primary", function() m("colors"):set { primery = "" } end)
case("type", "integer", function() bh.field { type = "interger" } end)
case("option of field", "optional", function() bh.field { default = 1, optinal = true } end)
case("option of bindable", "equals", function() bh.bindable(1, { equal = "never" }) end)
case("option of observe", "initial", function() cell:observe(print, { intial = false }) end)
case("option of bind", "replace", function() bh.bind(cell, print, { relpace = true }) end)
case("option of link", "validate", function() bh.link(cell, target, { validat = print }) end)
case("option of through", "from", function() cell:through { form = tostring } end)
case("option of push", "max", function() m("todos"):push({ done = true }, { mx = 3 }) end)
case("option of update", "unknown", function() m:update({}, { unknwon = "ignore" }) end)
case("model", "settings", function() bh.open "setings" end)
case("handle cell", "status", function() return handle "stauts" end)
case("view option", "visible", function() bh.ui.label { text = "x", visibel = true } end)
case("view property", "text", function() return bh.ui.label "x" "txt" end)
case("job option", "immediate", function() bh.job.every("1s", { run = print, imediate = false }) end)
case("job cell", "next_run", function() return hourly "nextrun" end)
case("exec option", "timeout", function() bh.exec({ "true" }, { timout = 1 }) end)
case("method of a Ref", "observe", function() cell:obsrve(print) end)
case("method of a handle", "pause", function() handle:puase() end)
case("method of a scope", "close", function() bh.scope(function() end):clse() end)
hourly:stop()
print "told"   -- expect: told
