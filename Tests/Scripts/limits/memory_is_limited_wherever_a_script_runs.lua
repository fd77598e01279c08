-- CONTRACT 69, with the limit that scripts have: what stands beside it goes on.
local bh = require "bindhost"
local piece = ("x"):rep(1 << 10):rep(1 << 14)
local function grow()
  local all = {}
  while true do all[#all + 1] = piece .. #all end
end
local reports = {}
bh.on_error(function(err) reports[#reports + 1] = ("%s:%d"):format(err.id, err.line) end)
local function reported() local text = table.concat(reports, " ") reports = {} return text end
local a = bh.bindable(1)
bh.effect(grow)
print("effect", reported())                                -- expect: effect	host.quota:6
bh.bind(a, bh.bindable(0), grow)
print("transform", reported())                             -- expect: transform	host.quota:6
local value, err = bh.loadable { load = grow }:await()
print("loader", value, err.id, err.line, reported())       -- expect: loader	nil	host.quota	6	
value, err = bh.loadable { load = function() return 1 end, transform = grow }:await()
print("its transform", value, err.id, err.line)            -- expect: its transform	nil	host.quota	6
local ok
ok, err = bh.source { get = function() return 1 end, set = grow }:set(2)
print("setter", ok, err.id, err.line)                      -- expect: setter	nil	host.quota	6
print("afterwards", a:get(), #piece:rep(4))                -- expect: afterwards	1	67108864
