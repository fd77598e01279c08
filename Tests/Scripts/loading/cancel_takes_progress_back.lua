-- Contract L-13: what is called off leaves the progress that there was before it.
local bh = require "bindhost"
local holds = true
local x = bh.loadable("x", { load = function(ctx)
  ctx.progress(1, 2)
  repeat bh.sleep "1ms" until not holds
  ctx.progress(2, 2)
  return 1
end })
local function shown() local p = x "progress":get() return p and p.done end
local function until_it_is(done) while shown() ~= done do bh.sleep "1ms" end end
x:load()
until_it_is(1)
bh.transaction(function()
  x:cancel()
  print("inside", x "face":get(), shown())          -- expect: inside	idle	nil
end)
print(x "face":get(), x "attempts":get(), shown())  -- expect: idle	0	nil
holds = false
x:await()
print(shown())                                      -- expect: 2
holds = true
x:refresh()
until_it_is(1)
x:refresh()
until_it_is(nil)
until_it_is(1)
x:cancel()
print(x "face":get(), shown())                      -- expect: loaded	2
x:reset()
print(x "face":get(), shown())                      -- expect: idle	nil
