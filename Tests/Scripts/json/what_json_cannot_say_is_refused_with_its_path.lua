local bh = require "bindhost"
local function try(v)
  local ok, err = pcall(bh.json.encode, v)
  print(ok, err.id, err.message)
end
try { hosts = { { load = 0 / 0 } } }
-- expect: false	json.value	bh.json.encode: hosts[1].load is NaN, which JSON cannot say
try { math.huge }          -- expect: false	json.value	bh.json.encode: [1] is infinite, which JSON cannot say
try { f = print }          -- expect: false	json.value	bh.json.encode: f is a function, which JSON cannot say
try { s = "\xff" }         -- expect: false	json.value	bh.json.encode: s is a string that is not valid UTF-8
local ring = {}
ring.self = ring
try(ring)                  -- expect: false	bind.value	json.encode: argument 1: self contains itself
try { 1, x = 2 }           -- expect: false	bind.value	json.encode: argument 1: the table has both list elements and fields
local deep = {}
for _ = 1, 120 do deep = { deep } end
local ok, err = pcall(bh.json.encode, deep)
print(ok, err.id, err.message:match "nested too deeply")  -- expect: false	bind.value	nested too deeply
