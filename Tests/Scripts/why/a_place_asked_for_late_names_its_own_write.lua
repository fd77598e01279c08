-- Contract 70: a place that nobody has looked at before names the line that has written it last, alone, with what is around it or with
-- something in it: not that of a later write beside it.
-- expect: bindable	beside	41	42	41	41
-- expect: bindable	by key	41	41	46	41
-- expect: bindable	around	47	46	46	47
-- expect: bindable	together	41	53	41	54
-- expect: bindable	an observer's	59	41	41
-- expect: bindable	a link's	63	41
-- expect: bindable	all of it	68	68
-- expect: model	beside	41	42	41	41
-- expect: model	by key	41	41	46	41
-- expect: model	around	47	46	46	47
-- expect: model	together	41	53	41	54
-- expect: model	an observer's	59	41	41
-- expect: model	a link's	63	41
-- expect: model	all of it	68	68
-- expect: state	beside	41	42	41	41
-- expect: state	by key	41	41	46	41
-- expect: state	around	47	46	46	47
-- expect: state	together	41	53	41	54
-- expect: state	an observer's	59	41	41
-- expect: state	a link's	63	41
-- expect: state	all of it	68	68
-- expect: place	beside	41	42	41	41
-- expect: place	by key	41	41	46	41
-- expect: place	around	47	46	46	47
-- expect: place	together	41	53	41	54
-- expect: place	an observer's	59	41	41
-- expect: place	a link's	63	41
-- expect: place	all of it	68	68
local bh = require "bindhost"
local function line(ref) return tostring(bh.why(ref)):match "lua:(%d+)" end
local function new(x) return { x = x, l = { { id = 1, v = 0 }, { id = 2, v = 0 }, { id = 3, v = 0 } }, m = { a = 1 } } end
local free = bh.field { type = "any", default = new(0) }
local kinds = {
  { "bindable", bh.bindable(new(0)) }, { "model", bh.model("m", { f = free }) "f" },
  { "state", bh.state("s", { f = free }, { store = "memory:" }) "f" }, { "place", bh.bindable { new(0) } "[1]" },
}
for _, kind in ipairs(kinds) do
  local name, all = table.unpack(kind)
  all:set(new(1))
  all "x":set(2)
  collectgarbage()
  print(name, "beside", line(all "m"), line(all "x"), line(all "l[1].v"), line(all "l":by("id", 1)))

  all "l":by("id", 2) "v":set(3)
  all "m.a":set(4)
  collectgarbage()
  print(name, "by key", line(all "l":by("id", 3)), line(all "l":by("id", 3) "v"), line(all "l[2].v"), line(all "l[2].id"))
  print(name, "around", line(all), line(all "l"), line(all "l[2]"), line(all "m"))

  bh.transaction(function()
    all "m.b":set(5)
    all "l[1].w":set(6)
  end)
  print(name, "together", line(all "m.c"), line(all "m.b"), line(all "l[1].q"), line(all "l":by("id", 1) "w"))

  local go, seen = bh.bindable(0), nil
  go:observe(function() all "m.d":set(7) end, { initial = false })
  all "m.d":observe(function() seen = line(all "m.e") end, { initial = false })
  go:set(1)
  print(name, "an observer's", line(all "m.d"), line(all "m.f"), seen)
  local link = bh.link(go, all "m.g")
  go:set(2)
  print(name, "a link's", line(all "m.g"), line(all "m.h"))
  link:stop()

  all:set(new(8))
  print(name, "all of it", line(all "m.i"), line(all "l[2].z"))
end
