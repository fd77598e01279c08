-- Contract 49, 51: an element gets another key while a conditional binding has something in it: when that ends the element holds what is there without
-- it, however the key was written.
local bh = require "bindhost"
bh.on_error(function() end)
local function try(what, count, write)
  local elements = {}
  for id = 1, count do elements[id] = { id = id, c = "v" .. id } end
  local model, on = bh.bindable { l = elements }, bh.bindable(true)
  for id = 1, count do bh.bind(bh.bindable "X", model "l":by("id", id) "c", { when = on }) end
  write(model "l")
  on:set(false)
  local now = {}
  for _, element in ipairs(model "l":get()) do now[#now + 1] = element.id .. ":" .. tostring(element.c) end
  print(what, count, table.concat(now, " "))
end
for count = 1, 2 do
  try("by key", count, function(list) list:by("id", 1) "id":set(9) end)
  try("by index", count, function(list) list "[1].id":set(9) end)
  try("by a function", count, function(list)
    list:modify(function(all)
      all[1].id = 9
      return all
    end)
  end)
end
-- expect: by key	1	9:v1
-- expect: by index	1	9:v1
-- expect: by a function	1	9:v1
-- expect: by key	2	9:v1 2:v2
-- expect: by index	2	9:v1 2:v2
-- expect: by a function	2	9:v1 2:v2
