-- CONTRACT 50: of cells without a name it is said where they were made, so that one finds them.
local bh = require "bindhost"
local a, b, c = bh.bindable(0), bh.bindable(0), bh.bindable(0)
local link = bh.link(a, b)
local function why(fn, ...)
  local err = select(2, pcall(fn, ...))
  print((err.message:gsub("[%w_]+%.lua", "here")))
  return err.notes[1]
end
print(why(bh.link, c, b))
-- expect: bh.link: bindable is linked already at here:4 to bindable (made at here:3)
-- expect: stop() that one first, or link to its other end instead
a:set(3)
why(bh.bind, c, b)
-- expect: bh.bind: bindable is linked already at here:4 to bindable (written last at here:13)
link:stop()
bh.link(bh.bindable(1, { name = "model" }), b)
print(why(bh.link, c, b))
-- expect: bh.link: bindable is linked already at here:17 to model
-- expect: stop() that one first, or link to model instead
