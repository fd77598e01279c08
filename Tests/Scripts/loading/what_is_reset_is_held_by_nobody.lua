-- Contract L-2: `reset` removes the value, and with it what it holds.
local bh = require "bindhost"
local weak = setmetatable({}, { __mode = "v" })
local loaded = bh.loadable("loaded", {
  load = function()
    weak[1] = function() end
    return weak[1]
  end,
})
bh.go(function()
  print(type(loaded:await()), weak[1] ~= nil) -- expect: function	true
  loaded:reset()
  bh.sleep(0)
  collectgarbage()
  collectgarbage()
  print(loaded "value":get(), weak[1]) -- expect: nil	nil
end)
