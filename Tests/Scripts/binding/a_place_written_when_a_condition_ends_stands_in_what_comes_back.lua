-- Contract 49: what is written by hand in the transaction that ends a condition stands in what comes back, by whatever way it is written, and
-- nothing else does that the binding had there.
local bh = require "bindhost"
local function ended(name, d, target, write)
  local when = bh.bindable(true)
  local binding <close> = bh.bind(bh.bindable { id = 1, m = 1 }, target, { when = when })
  bh.transaction(function()
    when:set(false)
    write()
  end)
  print(name, bh.json.encode(d:get()))
end
local create = { create = true }

local d = bh.bindable { z = 1, a = { k = 0 } }
ended("place", d, d "a", function() d "a.n":set(8) end)          -- expect: place	{"a":{"k":0,"n":8},"z":1}
ended("made", d, d "a", function() d:at("a.o", create):set(9) end) -- expect: made	{"a":{"k":0,"n":8,"o":9},"z":1}
ended("deep", d, d "a", function() d:at("a.p.q", create):set(1) end)
-- expect: deep	{"a":{"k":0,"n":8,"o":9,"p":{"q":1}},"z":1}
ended("beside", d, d "a", function() d "z":set(2) d "a.k":set(5) end)
-- expect: beside	{"a":{"k":5,"n":8,"o":9,"p":{"q":1}},"z":2}

-- where there was nothing
d = bh.bindable { z = 1 }
ended("place", d, d "a", function() d "a.n":set(8) end)          -- expect: place	{"a":{"n":8},"z":1}
d = bh.bindable { z = 1 }
ended("made", d, d:at("a", create), function() d:at("a.n", create):set(8) end) -- expect: made	{"a":{"n":8},"z":1}
d = bh.bindable { z = 1 }
ended("around", d, d:at("a.b", create), function() d:at("a.b.n", create):set(8) end)
-- expect: around	{"a":{"b":{"n":8}},"z":1}
d = bh.bindable { z = 1 }
ended("cleared", d, d "a", function() d "a.m":set(nil) end)      -- expect: cleared	{"z":1}

-- an element by its place and by its key
d = bh.bindable { { id = 1, v = 3 } }
ended("key", d, d "[1]", function() d:by("id", 1) "x":set(8) end) -- expect: key	[{"id":1,"v":3,"x":8}]
ended("index", d, d:by("id", 1), function() d "[1].v":set(9) end) -- expect: index	[{"id":1,"v":9,"x":8}]
