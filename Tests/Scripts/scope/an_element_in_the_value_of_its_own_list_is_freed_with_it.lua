-- Contract 32: an element or a place in it, in the value of the list that it is an element of, keeps that no more than anything else that
-- is made of it; nor does a place in what is computed that nobody has looked at.
-- expect: an element	0
-- expect: a place in it	0
-- expect: further inside	0
-- expect: what follows from it	0
-- expect: a handle that has stopped	0
-- expect: two lists	0
-- expect: a place in what is computed	0
-- expect: another element	1	gone
-- expect: and the one that was kept	3	kept
local bh = require "bindhost"
local function left(make)
  local weak = setmetatable({}, { __mode = "v" })
  for i = 1, 20 do
    local token = {}
    weak[i] = token
    make(token, i % 2 == 0)
  end
  for _ = 1, 12 do
    bh.sleep "1ms"
    collectgarbage()
  end
  local count = 0
  for _ in pairs(weak) do count = count + 1 end
  return count
end
local function new() return bh.bindable { l = { { id = 1, v = 1, w = { z = 1 } }, { id = 2, v = 2 } } } end
local function put(cell, what, token)
  local value = cell:get()
  value.extra = { what, function() return token, what end }
  cell:set(value)
end
--- The place, looked at if `read`.
local function place(cell, path, read)
  local element = cell "l":by("id", 1)
  local found = path and element(path) or element
  if read then found:get() end
  return found
end

print("an element", left(function(token, read)
  local a = new()
  put(a, place(a, nil, read), token)
end))
print("a place in it", left(function(token, read)
  local a = new()
  put(a, place(a, "v", read), token)
end))
print("further inside", left(function(token, read)
  local a = new()
  put(a, place(a, "w.z", read), token)
end))
print("what follows from it", left(function(token, read)
  local a = new()
  put(a, place(a, "w.z", read):default(0):map(function(v) return v + 1 end), token)
end))
print("a handle that has stopped", left(function(token, read)
  local a = new()
  local handle = place(a, "w.z", read):observe(function() end)
  put(a, handle, token)
  handle:stop()
end))
print("two lists", left(function(token, read)
  local a, b = new(), new()
  put(b, place(a, "v", read), token)
  put(a, place(b, "w.z", read), token)
end))
print("a place in what is computed", left(function(token, read)
  local a = new()
  local inner = a:map(function(v) return { x = { y = v } } end) "x.y"
  if read then inner:get() end
  put(a, inner, token)
end))

-- What somebody has is there whole, however often others are collected.
local list = bh.bindable { { id = 1, v = 1 }, { id = 2, v = 2 } }
local weak = setmetatable({}, { __mode = "v" })
local function fill(first)
  local token = {}
  weak[1] = token
  first "v":set { first, function() return token end }
end
fill(list:by("id", 1))
local kept = list:by("id", 2)
kept "v":set { kept, function() return kept end, 3 }
for _ = 1, 6 do
  bh.sleep "1ms"
  collectgarbage()
end
list:remove(1)
for _ = 1, 6 do
  bh.sleep "1ms"
  collectgarbage()
end
print("another element", #list:get(), weak[1] and "still there" or "gone")
local value = kept "v":get()
print("and the one that was kept", value[3], value[1] == kept and value[2]() == kept and "kept" or "lost")
