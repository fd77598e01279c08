-- Contract 49: what comes back at an end is worked out with the writes that are under way; where the source refuses one of those, the list, too, is
-- as if that had not been, also where another write has begun since.
local bh = require "bindhost"
bh.on_error(function() end)
for _, optimistic in ipairs { true, false } do
  local function try(what, place, edit)
    local out = { z = 0, l = { 1, 2, 3 } }
    local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      bh.sleep "1ms"
      if new.z == 13 then return nil, "is refused" end
      out = new
      return true
    end }
    local function quiet()
      repeat bh.sleep "1ms" until source "$pending":get() == 0
      bh.sleep "2ms"
      repeat bh.sleep "1ms" until source "$pending":get() == 0
    end
    bh.sleep "1ms"
    local on = bh.bindable(true)
    bh.bind(bh.bindable(20), source(place), { when = on })
    quiet()
    edit(source)
    on:set(false)
    quiet()
    print(optimistic, what, bh.json.encode(source "l":get()), source "z":get())
  end
  try("insert", "l[1]", function(source)
    bh.transaction(function()
      source "l":insert(1, 9)
      source "z":set(13)
    end)
  end)
  try("remove", "l[2]", function(source)
    bh.transaction(function()
      source "l":remove(1)
      source "z":set(13)
    end)
  end)
  try("all, and another one", "l[1]", function(source)
    bh.transaction(function() source:set { z = 13, l = { 9, 8 } } end)
    bh.transaction(function() source "z":set(5) end)
  end)
  try("remove, and another one in it", "l[2]", function(source)
    bh.transaction(function()
      source "l":remove(1)
      source "z":set(13)
    end)
    bh.transaction(function()
      source "l":push(4)
      source "z":set(5)
    end)
  end)
end
-- expect: true	insert	[1,2,3]	0
-- expect: true	remove	[1,2,3]	0
-- expect: true	all, and another one	[1,2,3]	5
-- expect: true	remove, and another one in it	[1,2,3,4]	5
-- expect: false	insert	[1,2,3]	0
-- expect: false	remove	[1,2,3]	0
-- expect: false	all, and another one	[1,2,3]	5
-- expect: false	remove, and another one in it	[1,2,3,4]	5
