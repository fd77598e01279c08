-- Contract 0, 8: what observers write is checked when it is applied, one after the other: no two of them get past checks that read each other's
-- fields. What is refused then is told as if the callback had raised, and nothing of it stands.
local bh = require "bindhost"
bh.on_error(function(err) print("told", err.id, err.message) end)
local function range(name)
  local m
  m = bh.model(name, {
    lo = bh.field { default = 1, check = function(v) return not m or v <= m "hi":get(), "above hi" end },
    hi = bh.field { default = 5, check = function(v) return not m or v >= m "lo":get(), "below lo" end },
    edits = 0,
  })
  return m
end
local function both(m, one, other)
  local go = bh.bindable(0)
  go:observe(one, { initial = false })
  go:observe(other, { initial = false })
  go:set(1)
  print(m "lo":get(), m "hi":get(), m "edits":get())
end

local m = range "set"
both(m, function() m "lo":set(4) end, function() m "edits":set(1) m "hi":set(2) end)
-- expect: told	bind.invalid	set.hi: 2 was refused: below lo
-- expect: 4	5	0
local n = range "update"
both(n, function() n:update { lo = 4, hi = 6 } end, function() n:update { hi = 3, edits = 1 } end)
-- expect: told	bind.invalid	update.hi: 3 was refused: below lo
-- expect: 4	6	0
-- What fits stands, also where each alone would not.
local o = range "fits"
both(o, function() o "lo":set(4) end, function() o:update { lo = 2, hi = 3 } end) -- expect: 2	3	0
local kept
kept = bh.state("kept", {
  lo = bh.field { default = 1, check = function(v) return not kept or v <= kept "hi":get(), "above hi" end },
  hi = bh.field { default = 5, check = function(v) return not kept or v >= kept "lo":get(), "below lo" end },
  edits = 0,
}, { store = "memory:" })
both(kept, function() kept "lo":set(4) end, function() kept "edits":set(1) kept "hi":set(2) end)
-- expect: told	bind.invalid	kept.hi: 2 was refused: below lo
-- expect: 4	5	0

-- A check that makes something else of a value is asked about what it was given.
local limit = bh.bindable(10)
local asked = {}
local c = bh.model("c", {
  v = bh.field {
    default = 0,
    check = function(v)
      asked[#asked + 1] = v
      return true, math.min(v, limit:get())
    end,
  },
  edits = 0,
})
asked = {}
both(bh.model("none", { lo = 0, hi = 0, edits = 0 }), function() limit:set(3) end, function() c "v":set(12) print(c "v":get()) end)
-- expect: 10
-- expect: 0	0	0
print(c "v":get(), table.concat(asked, " ")) -- expect: 3	12 12
-- Nobody asks again where nothing was written meanwhile.
local alone = bh.bindable(0)
alone:observe(function() c "v":set(2) end, { initial = false })
alone:set(1)
print(c "v":get(), table.concat(asked, " ")) -- expect: 2	12 12 2
