-- Contract 42, 57, 58: of two linked sources the one that was written is not asked to write its own value again when the other has
-- taken it, nor one that has changed outside; what both are given in one transaction is sent once to each.
local bh = require "bindhost"
local told = {}
local function outside(name, confirms)
  local held = 1
  local source = bh.source {
    name = name,
    get = function() return held end,
    confirm = confirms and function(new, old)
      told[#told + 1] = ("%s? %d→%d"):format(name, old, new)
      return true
    end or nil,
    set = function(new, old)
      told[#told + 1] = ("%s %d→%d"):format(name, old, new)
      for _ = 1, 2 do bh.sleep(0) end
      held = new
      return true
    end,
  }
  return source, function(v) held = v source:refresh() end
end
local function show(title)
  for _ = 1, 30 do bh.sleep(0) end
  print(title, table.concat(told, ", "))
  told = {}
end
local a, changeA = outside("a")
local b, changeB = outside("b", true)
a:get()
b:get()
for _ = 1, 5 do bh.sleep(0) end
bh.link(a, b)
show "linked"                                              -- expect: linked	
b:set(6)
show "target"                                              -- expect: target	b? 1→6, b 1→6, a 1→6
a:set(7)
show "source"                                              -- expect: source	a 6→7, b? 6→7, b 6→7
changeB(8)
show "target outside"                                      -- expect: target outside	a 7→8
changeA(9)
show "source outside"                                      -- expect: source outside	b? 8→9, b 8→9
bh.transaction(function() a:set(3) b:set(3) end)
show "both"                                                -- expect: both	a 9→3, b? 9→3, b 9→3
print(a:get(), b:get())                                    -- expect: 3	3
