#!/usr/bin/env bindhost
-- A model, a derived text, a label that follows: bindhost run --once examples/01-hello.lua
local bh = require "bindhost"
local ui = bh.ui

local user = bh.model("user", { name = "Ada", visits = 0 })
local greeting = bh.combine({ user "name", user "visits" }, function(name, visits)
  return ("Hello %s, visit %d"):format(name, visits)
end)
bh.show(ui.label(greeting), { title = "Hello" })

bh.job.every("1s", function() user("visits"):modify(function(n) return n + 1 end) end)
