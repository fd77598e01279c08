-- Contract 7, 70: of several places of one list that are written in one transaction whoever looks at one of them, by index or by key, or at
-- what follows from it, is told the line of its own write, which is the one that `bh.why` tells.
-- expect: bindable	index 58 58	key 57 57	map 57 57	further in 59 59	element 59 59	list 59 59
-- expect: bindable	index 65 65	key 66 66	map 66 66	further in 64 64	element 66 66	list 66 66
-- expect: bindable	index 70 70	key 70 70	map 70 70	further in 71 71	element 71 71	list 71 71
-- expect: bindable	index 75 75	key 76 76	map 76 76	element 76 76	list 76 76
-- expect: model	index 58 58	key 57 57	map 57 57	further in 59 59	element 59 59	list 59 59
-- expect: model	index 65 65	key 66 66	map 66 66	further in 64 64	element 66 66	list 66 66
-- expect: model	index 70 70	key 70 70	map 70 70	further in 71 71	element 71 71	list 71 71
-- expect: model	index 75 75	key 76 76	map 76 76	element 76 76	list 76 76
-- expect: state	index 58 58	key 57 57	map 57 57	further in 59 59	element 59 59	list 59 59
-- expect: state	index 65 65	key 66 66	map 66 66	further in 64 64	element 66 66	list 66 66
-- expect: state	index 70 70	key 70 70	map 70 70	further in 71 71	element 71 71	list 71 71
-- expect: state	index 75 75	key 76 76	map 76 76	element 76 76	list 76 76
-- expect: state as one	index 58 58	key 57 57	map 57 57	further in 59 59	element 59 59	list 59 59
-- expect: state as one	index 65 65	key 66 66	map 66 66	further in 64 64	element 66 66	list 66 66
-- expect: state as one	index 70 70	key 70 70	map 70 70	further in 71 71	element 71 71	list 71 71
-- expect: state as one	index 75 75	key 76 76	map 76 76	element 76 76	list 76 76
local bh = require "bindhost"
local function new()
  return {
    { id = 1, v = 0, w = { z = 0 } }, { id = 2, v = 0, w = { z = 0 } }, { id = 3, v = 0, w = { z = 0 } },
  }
end
local memory = { store = "memory:" }
local kinds = {
  { "bindable", bh.bindable(new()) }, { "model", bh.model("m", { l = new() }) "l" },
  { "state", bh.state("s", { l = new() }, memory) "l" }, { "state as one", bh.state("t", new(), memory) },
}
for _, kind in ipairs(kinds) do
  local name, list = table.unpack(kind)
  local told
  local looked = {
    { "index", list "[2].v" }, { "key", list:by("id", 1) "v" }, { "map", list:by("id", 1) "v":map(function(v) return v end) },
    { "further in", list:by("id", 1) "w.z" }, { "element", list:by("id", 1) }, { "list", list },
  }
  for _, one in ipairs(looked) do
    one[2]:observe(function(_, _, cause) told[one[1]] = cause.line end, { initial = false })
  end
  local function show()
    local words = { name }
    for _, one in ipairs(looked) do
      if told[one[1]] then
        words[#words + 1] = one[1] .. " " .. told[one[1]] .. " " .. tostring(bh.why(one[2])):match "write[^\n]*lua:(%d+)"
      end
    end
    print(table.concat(words, "\t"))
  end
  local index, key, inner = looked[1][2], looked[2][2], looked[4][2]
  local function write(body)
    told = {}
    bh.transaction(body)
    show()
  end

  write(function()
    key:set(1)
    index:set(2)
    inner:set(3)
  end)

  -- The order is that of the writes.
  write(function()
    inner:set(4)
    index:set(5)
    key:set(6)
  end)
  write(function()
    local all = new()
    list:set(all)
    inner:set(7)
  end)
  local go = bh.bindable(0)
  go:observe(function()
    index:set(8)
    key:set(9)
  end, { initial = false })
  told = {}
  go:set(1)
  show()
end
