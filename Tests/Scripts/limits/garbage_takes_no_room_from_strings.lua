-- CONTRACT 69: only what a script still holds counts; Lua's string buffers alone would collect nothing.
local bh = require "bindhost"
local piece = ("x"):rep(1 << 10):rep(1 << 14)  -- 16 MiB
local function waste(count)
  for i = 1, count do local _ = piece .. i end
end
for i = 1, 6 do
  bh.sleep(0)                                  -- a full time limit again
  waste(i)
  local text = #piece:rep(4)                   -- 64 MiB, and its buffer as much again
  waste(7 - i)
  local joined = table.concat({ piece, piece, piece, piece, piece }, "-")
  if text ~= 4 << 24 or #joined ~= (5 << 24) + 4 then print "not the whole" end
end
bh.sleep(0)
local all = {}
local ok, err = pcall(function() while true do all[#all + 1] = piece .. #all end end)
print(ok, err.id)                              -- expect: false	host.quota
all = nil
print(#piece:rep(5))                           -- expect: 83886080
