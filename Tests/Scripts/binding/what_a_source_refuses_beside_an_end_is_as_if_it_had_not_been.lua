-- Contract 49: a write by hand that the source refuses takes nothing of an end with it, nor leaves anything of itself in what comes back: written
-- before the end or after it, around the place or beside it, with lists that have moved and with several bindings.
local bh = require "bindhost"
bh.on_error(function() end)
local function refuses(value)
  if type(value) ~= "table" then return value == 9 end
  for _, inner in pairs(value) do
    if refuses(inner) then return true end
  end
  return false
end
for _, optimistic in ipairs { true, false } do
  local function try(what, out, run)
    local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      bh.sleep "1ms"
      if refuses(new) then return nil, "is refused" end
      out = new
      return true
    end }
    local function quiet()
      repeat bh.sleep "1ms" until source "$pending":get() == 0
      bh.sleep "1ms"
    end
    bh.sleep "1ms"
    local function bind(value, target, priority, on)
      local binding = bh.bind(bh.bindable(value), target, { when = on or bh.bindable(true), priority = priority })
      quiet()
      return binding
    end
    run(source, bind, quiet)
    quiet()
    print(optimistic, what, bh.json.encode(source:get()), bh.json.encode(out) == bh.json.encode(source:get()))
  end
  local function ends(body) bh.transaction(body) end
  try("given before", { l = { 1, 2, 3 } }, function(source, bind)
    local binding = bind(10, source "l[2]", 1)
    ends(function()
      source "l":set { 14, 15, 16, 9 }
      binding:stop()
    end)
  end)
  try("shorter", { l = { 1, 2, 3 }, z = 0 }, function(source, bind)
    local binding = bind(10, source "l[2]", 1)
    ends(function()
      source:update { z = 9, l = { 14 } }
      binding:stop()
    end)
  end)
  try("moved before", { l = { 1, 2, 3 }, z = 0 }, function(source, bind, quiet)
    local binding = bind(10, source "l[3]", 1)
    source "l":remove(1)
    quiet()
    ends(function()
      binding:stop()
      source "z":set(9)
    end)
  end)
  try("around a place", { r = { x = 1, y = 2 }, z = 0 }, function(source, bind)
    bind(10, source "r.x", 1)
    local around = bind({ x = 11, y = 12 }, source "r", 2)
    ends(function()
      around:stop()
      source "z":set(9)
    end)
  end)
  try("two ends", { k = { { id = 1, v = 2 } }, z = 0 }, function(source, bind)
    local place, on = source "k":by("id", 1) "v", bh.bindable(true)
    bind(10, place, 1, on)
    local above = bind(11, place, 2)
    ends(function()
      on:set(false)
      above:stop()
      source "z":set(9)
    end)
  end)
  try("what is written next beside it", { a = 1, z = 0 }, function(source, bind)
    local binding = bind(10, source "a", 1)
    ends(function()
      binding:stop()
      source "a":set(9)
    end)
    bh.transaction(function() source "z":set(5) end)
  end)
  try("each is a write of its own", { a = 1, z = 0 }, function(source, bind)
    local on = bh.bindable(true)
    bind(10, source "a", 1, on)
    ends(function()
      on:set(false)
      source "z":set(9)
    end)
    print(source "$pending":get())
  end)
  try("what a lower binding has said meanwhile", { a = 1, z = 0 }, function(source, bind, quiet)
    local value = bh.bindable(20)
    local lower = bh.bind(value, source "a", { priority = 1 })
    local binding = bind(10, source "a", 2)
    bh.transaction(function() source "z":set(9) end)
    value:set(30)
    quiet()
    lower:stop()
    binding:stop()
  end)
end
-- expect: true	given before	{"l":[1,2,3]}	true
-- expect: true	shorter	{"l":[1,2,3],"z":0}	true
-- expect: true	moved before	{"l":[2,3],"z":0}	true
-- expect: true	around a place	{"r":{"x":10,"y":2},"z":0}	true
-- expect: true	two ends	{"k":[{"id":1,"v":2}],"z":0}	true
-- expect: true	what is written next beside it	{"a":1,"z":5}	true
-- expect: 2
-- expect: true	each is a write of its own	{"a":1,"z":0}	true
-- expect: true	what a lower binding has said meanwhile	{"a":30,"z":0}	true
-- expect: false	given before	{"l":[1,2,3]}	true
-- expect: false	shorter	{"l":[1,2,3],"z":0}	true
-- expect: false	moved before	{"l":[2,3],"z":0}	true
-- expect: false	around a place	{"r":{"x":10,"y":2},"z":0}	true
-- expect: false	two ends	{"k":[{"id":1,"v":2}],"z":0}	true
-- expect: false	what is written next beside it	{"a":1,"z":5}	true
-- expect: 2
-- expect: false	each is a write of its own	{"a":1,"z":0}	true
-- expect: false	what a lower binding has said meanwhile	{"a":30,"z":0}	true
