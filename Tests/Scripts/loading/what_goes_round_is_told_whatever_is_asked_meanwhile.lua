-- Contract 11, J-10: a load whose value sets off a cycle has failed, and who has come meanwhile is there. One that was asked for
-- anew meanwhile goes on; the cycle is reported.
local bh = require "bindhost"
local wait_for = require "_wait_for"
bh.on_error(function(err) print("reported", err.id) end)
local function round(name, options, meanwhile)
  local a = bh.bindable(0)
  local first = true
  a:observe(function(v)
    if v <= 0 then return end
    a:set(v + 1)
    if first then
      first = false
      meanwhile()
    end
  end)
  options.into = a
  options.retry = 0
  return bh.loadable(name, options)
end
local x, late, starts
starts = 0
x = round("fails", { fresh = "1h", load = function()
  starts = starts + 1
  bh.sleep "1ms"
  if starts == 1 then return 1 end
  return -starts
end }, function() late = x "value":observe(function() end) end)
local _, err = x:await()
print(err.id, x "face":get(), x "value":get())   -- expect: bind.cycle	failed	nil
x:refresh()
print(x:await())                                 -- expect: -2
x:invalidate()
wait_for(function() return starts == 3 end)
late:stop()

starts = 0
x = round("moves on", { load = function()
  starts = starts + 1
  bh.sleep "1ms"
  if starts == 1 then return 1 end
  return -starts
end }, function() x:refresh() end)
x:on_failed(function() print "failed" end)
wait_for(function() return starts == 2 and x "face":get() == "loaded" end)
print(x "value":get(), x "error":get())
-- expect: reported	bind.cycle
-- expect: -2	nil

-- Pages go on behind what is there.
local asked = {}
local a = bh.bindable(0)
local goes_round = false
a:observe(function(v) if goes_round then a:set(#tostring(v) + (type(v) == "number" and v or 0)) end end)
local feed = bh.loadable("feed", { fresh = "1h", retry = 0, into = a,
  load = function(ctx)
    asked[#asked + 1] = ctx.cursor or 1
    return { n = ctx.cursor or 1 }
  end,
  transform = function(pages) return #pages end,
  pages = { next = function(last) return last.n + 1 end } })
feed:await()
goes_round = true
feed:next()
print(select(2, feed:await()).id)                -- expect: bind.cycle
goes_round = false
feed:next()
print(feed:await(), table.concat(asked, " "))    -- expect: 2	1 2 2
