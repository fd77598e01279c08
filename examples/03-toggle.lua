#!/usr/bin/env bindhost
-- One source of truth that is somewhere else: a switch whose setter takes its time, asks first, and may fail.
--   scripts/bootstrap --run examples/03-toggle.lua
local bh = require "bindhost"
local ui = bh.ui

-- The device. In real life this is a request over the network.
local device = { armed = false, jammed = false }

local armed = bh.source {
  name = "armed",
  get = function() return device.armed end,
  confirm = function(on) return not on or not device.jammed end,   -- arming a jammed device is declined
  set = function(on)
    bh.sleep("30ms")
    if device.jammed then return nil, "the device does not answer" end
    device.armed = on
    return true
  end,
}

bh.on_error(function(err) print("not done: " .. tostring(err)) end)

-- The switch on the screen is linked with it both ways: it never shows what is not true.
local switch = bh.bindable(false)
bh.link(armed, switch)

local function words(on, pending) return (on and "armed" or "not armed") .. (pending > 0 and ", asking" or "") end
bh.show(ui.column {
  ui.panel { title = "Device", ui.label(bh.combine({ armed, armed "$pending" }, words)) },
  ui.panel { title = "Switch", ui.label(switch:map(function(on) return on and "on" or "off" end)) },
}, { title = "Alarm" })

switch:set(true)                         -- somebody flips it
bh.sleep("60ms")
device.jammed = true
switch:set(false)                        -- sent, and it fails: the switch goes back
bh.sleep("60ms")
print(("the switch is %s, the device is %s"):format(switch:get() and "on" or "off", device.armed and "armed" or "not armed"))
