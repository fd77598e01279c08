-- Contract 51: of several elements with one key a Ref is the first; it gives that one's last value when none of them has the key any more.
local bh = require "bindhost"
local function make()
  return bh.bindable {
    { id = 1, text = "one", open = true }, { id = 2, text = "two", open = true }, { id = 3, text = "three", open = false },
  }
end
local function watch(list)
  local first = list:by("open", true)
  first "text":observe(function(new, old) print("text", new, old, first:detached()) end)
  return first
end
local list = make()
local first = watch(list)
list:set {}
print(first:detached(), first "text":get())

list = make()
first = watch(list)
list:modify(function(all)
  for _, element in ipairs(all) do element.open = false end
  return all
end)
print(first:detached(), first:get().text)

-- The first one stays as it is, and another one with its key changes and goes.
list = make()
first = watch(list)
list "[2].text":set "zwei"
list:remove(2)
list "[1].open":set(false)
print(first:detached(), first "text":get())
-- expect: text	one	nil	false
-- expect: true	one
-- expect: text	one	nil	false
-- expect: true	one
-- expect: text	one	nil	false
-- expect: true	one
