-- Contract 10, 40, 53: what is written by hand beside a binding or link that is made in the same transaction, or goes on in it, is told to
-- whoever looks at that place, wherever the two places stand in one value.
-- expect: bindable record	made 2	linked 2	replaced 2	goes on 2	in a task 2
-- expect: bindable list	made 2	linked 2	replaced 2	goes on 2	in a task 2
-- expect: a record in a list	made 2	linked 2	replaced 2	goes on 2	in a task 2
-- expect: fields	made 2	linked 2	replaced 2	goes on 2	in a task 2
-- expect: a map	made 2	linked 2	replaced 2	goes on 2	in a task 2
-- expect: by key	made 2	linked 2	replaced 2	goes on 2	in a task 2
-- expect: operations	insert 1	insert 2	remove 1	insert 3	= 2 3
local bh = require "bindhost"
local count = 0
local function model(fields)
  count = count + 1
  return bh.model("m" .. count, fields)
end
local kinds = {
  { "bindable record", function() local all = bh.bindable { x = 1, y = 4 } return all "x", all "y" end },
  { "bindable list", function() local all = bh.bindable { 1, 4 } return all "[1]", all "[2]" end },
  { "a record in a list", function() local all = model { l = { { x = 1, y = 4 } } } return all "l[1].x", all "l[1].y" end },
  { "fields", function() local all = model { r = { x = 1, y = 4 } } return all "r.x", all "r.y" end },
  {
    "a map", function()
      local all = model { map = bh.field { type = "map", default = { x = 1, y = 4 } } }
      return all "map.x", all "map.y"
    end,
  },
  {
    "by key", function()
      local all = bh.bindable { { id = 1, x = 1, y = 4 } }
      return all:by("id", 1) "x", all:by("id", 1) "y"
    end,
  },
}
local ways = {
  { "made", function(a, x, y) bh.transaction(function() bh.bind(a, x) y:set(2) end) end },
  { "linked", function(a, x, y) bh.transaction(function() y:set(2) bh.link(a, x) end) end },
  {
    "replaced", function(a, x, y)
      bh.bind(a, x)
      local b = bh.bindable(3)
      bh.transaction(function() y:set(2) bh.bind(b, x, { replace = true }) end)
    end,
  },
  {
    "goes on", function(a, x, y)
      local h = bh.bind(a, x)
      h:pause()
      a:set(9)
      bh.transaction(function() y:set(2) h:resume() end)
    end,
  },
  {
    "in a task", function(a, x, y)
      bh.go(function() bh.link(a, x) y:set(2) end)
      bh.sleep(0)
    end,
  },
}
for _, kind in ipairs(kinds) do
  local told = { kind[1] }
  for _, way in ipairs(ways) do
    local x, y = kind[2]()
    local got
    y:observe(function(v) got = v end)
    way[2](bh.bindable(7), x, y)
    told[#told + 1] = way[1] .. " " .. got
  end
  print(table.concat(told, "\t"))
end

-- The operations of a list beside it turn the old one into the new.
local m, a = model { l = { { x = 0, kids = { 1, 2 } } } }, bh.bindable(5)
local done = { "operations" }
bh.each(m "l[1].kids", {
  insert = function(_, key) done[#done + 1] = "insert " .. key end,
  remove = function(_, key) done[#done + 1] = "remove " .. key end,
})
bh.transaction(function()
  bh.bind(a, m "l[1].x")
  m "l[1].kids":set { 2, 3 }
end)
print(table.concat(done, "\t"), "= " .. table.concat(m "l[1].kids":get(), " "))
