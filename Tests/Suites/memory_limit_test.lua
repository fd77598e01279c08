-- exit: 1
-- A test that goes over the memory limit ends; the next one has it all.
local bh = require "bindhost"

local piece = ("x"):rep(1 << 10):rep(1 << 14)

local function grow()
  local all = {}
  while true do all[#all + 1] = piece .. #all end
end

it("keeps too much", grow)

it("keeps too much behind a wait", function()
  bh.sleep "1s"
  grow()
end)

it("keeps too much in an observer", function()
  local a = bh.bindable(0)
  a:observe(function(v)
    if v == 1 then grow() end
  end)
  a:set(1)
end)

it("may catch it", function()
  local ok, err = pcall(grow)
  expect(err.id):to_equal "host.quota"
end)

it("has room", function() expect(#piece:rep(4)):to_equal(1 << 26) end)
