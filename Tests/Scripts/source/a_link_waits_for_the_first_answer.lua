-- Contract 37, 58: what a source holds outside wins at the start of a link, also before it has answered and where it fails at
-- first: nothing is sent that nobody has asked for.
local bh = require "bindhost"
bh.on_error(function(err) print("reported", err.message) end)
local outside, sent, tries = true, {}, 0
local function lamp(get)
  return bh.source { get = get, set = function(v) sent[#sent + 1] = tostring(v) outside = v return true end }
end
local waiting = lamp(function() bh.sleep "5ms" return outside end)
local switch, view = bh.bindable(false), bh.bindable(0)
bh.link(waiting, switch)
bh.link(waiting:through { to = function(v) return v and 1 or 0 end, from = function(n) return n == 1 end }, view)
bh.sleep "10ms"
print(switch:get(), view:get(), outside, #sent)                 -- expect: true	1	true	0
switch:set(false)
bh.sleep "1ms"
print(outside, table.concat(sent, " "))                         -- expect: false	false

outside, sent = true, {}
local failing = lamp(function()
  tries = tries + 1
  if tries == 1 then return nil, "starting" end
  return outside
end)
local other = bh.bindable(false)
bh.link(failing, other)                                         -- expect: reported	starting
failing:refresh()
print(other:get(), #sent)                                       -- expect: true	0
