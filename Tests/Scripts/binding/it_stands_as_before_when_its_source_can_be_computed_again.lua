-- Contract 29, 45, 50: what was refused is refused still when the source, which could not be computed meanwhile, has the same value again.
local bh = require "bindhost"
bh.on_error(function() end)
local function flaky(bad, cell)
  return bh.computed(function() if bad:get() then error("bad", 0) end return cell:get() end)
end
local m = bh.model("m", { t = bh.field { default = 0, max = 20 } })
local a, bad = bh.bindable(10), bh.bindable(false)
local h = bh.bind(flaky(bad, a), m "t")
a:set(50)
local reason = h "error":get().id
bad:set(true)
print(h "status":get(), h "error":get().id == reason) -- expect: failed	false
bad:set(false)
print(m "t":get(), h "status":get(), h "error":get().id == reason, h "input":get()) -- expect: 10	failed	true	50
a:set(11)
print(m "t":get(), h "status":get()) -- expect: 11	ok

-- Refused input at the far end of a link stands as well.
local base, text = bh.bindable(1), bh.bindable("")
local positive = base:through { to = function(v) if v < 0 then error("negative", 0) end return v end, from = function(v) return v end }
local way = bh.link(positive, text, {
  to = tostring, from = function(s) return math.tointeger(tonumber(s)), "no number" end,
})
text:set("z")
print(way "status":get()) -- expect: invalid
base:set(-1)
print(way "status":get()) -- expect: failed
base:set(1)
print(way "status":get(), way "input":get(), text:get()) -- expect: invalid	z	z
base:set(-1)
base:set(3)
base:set(-1)
base:set(3)
print(way "status":get(), way "input":get(), text:get()) -- expect: ok	nil	3

-- The value comes back in the wave in which it can be computed again, over another one.
local near, far, target = bh.bindable(10), bh.bindable(10), bh.bindable(0)
bh.link(near, far)
local back = bh.bind(flaky(bad, near), target)
bad:set(true)
far:set(7)
bh.transaction(function() bad:set(false) far:set(10) end)
print(near:get(), target:get(), back "status":get(), back "error":get()) -- expect: 10	10	ok	nil

-- Also where a ring brings it back.
local wide, narrow = bh.bindable(10), bh.bindable(0)
local ring = bh.bind(flaky(bad, wide), narrow)
bh.bind(narrow, wide, { map = function(v) return math.min(v, 10) end })
bad:set(true)
bh.transaction(function() bad:set(false) wide:set(50) end)
print(wide:get(), narrow:get(), ring "status":get(), ring "error":get()) -- expect: 10	10	ok	nil

-- What was refused long ago is forgotten when something else was delivered since; what the target's check takes by now is taken.
do
  local src, broken, on, most = bh.bindable(1), bh.bindable(false), bh.bindable(false), bh.bindable(100)
  local field = bh.model("later", { n = bh.field { default = 0, check = function(v) return v < most:get(), "too big" end } }) "n"
  local low = bh.bind(flaky(broken, src), field, { priority = 0 })
  bh.bind(bh.bindable(7), field, { priority = 1, when = on })
  src:set(500)
  broken:set(true)
  on:set(true)
  bh.transaction(function() broken:set(false) src:set(3) end)
  on:set(false)
  broken:set(true)
  broken:set(false)
  print(field:get(), low "status":get(), low "input":get()) -- expect: 3	ok	nil
  src:set(600)
  print(field:get(), low "status":get()) -- expect: 3	failed
  broken:set(true)
  most:set(1000)
  broken:set(false)
  print(field:get(), low "status":get()) -- expect: 600	ok
end

-- Also in the wave of an edit of the source that is linked, and over a pause.
do
  local from, other, to, broken = bh.bindable(1), bh.bindable(0), bh.bindable(0), bh.bindable(false)
  bh.link(from, other)
  local it = bh.bind(flaky(broken, from), to)
  bh.transaction(function() broken:set(true) from:set(7) end)
  bh.transaction(function() broken:set(false) from:set(1) end)
  print(to:get(), it "status":get(), it "error":get()) -- expect: 1	ok	nil
  broken:set(true)
  it:pause()
  broken:set(false)
  it:resume()
  print(to:get(), it "status":get(), it "error":get()) -- expect: 1	ok	nil
end
