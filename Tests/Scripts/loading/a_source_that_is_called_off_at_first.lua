-- Contract L-14: a source cell that says at first that it was called off takes the load along: it has not failed, and is tried
-- again by nobody.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local answer
local cell = bh.source {
  get = function()
    if answer then return answer end
    return nil, { kind = "cancelled", message = "enough" }   -- expect warning: script.error
  end,
  poll = "1h",
}
local follows = bh.loadable("follows", { timeout = "20ms", retry = { max = 1, base = "1ms" }, source = cell })
local faces = {}
local handle = follows "face":observe(function(face) faces[#faces + 1] = face end)
wait_for(function() return #faces == 2 end)
bh.sleep "40ms"
print(table.concat(faces, " "), follows "error":get(), follows "attempts":get())   -- expect: loading idle	nil	0
print(follows "value":get())                                                       -- expect: nil
answer = "here"
cell:refresh()
bh.sleep "2ms"
print(follows "face":get())                                                        -- expect: idle
print(follows:await())                                                             -- expect: here
handle:stop()
