-- A state container, shared by whoever requires it.
local bh = require "bindhost"

it("begins with its defaults and keeps what is written", function()
  local prefs = require "prefs"
  expect(prefs "theme"):to_be "dark"
  prefs "rating":set(4)
  expect(prefs:save()):to_be(true)
  expect(prefs "$pending"):to_be(false)
end)

it("is the same for the script that follows it", function()
  local prefs = require "prefs"
  test.run "status.lua"
  local seen
  prefs "theme":observe(function(theme) seen = theme end)
  prefs "theme":set "light"
  expect(seen):to_be "light"
end)

it("begins anew in each test", function()
  expect(require "prefs" "rating"):to_be(0)
end)
