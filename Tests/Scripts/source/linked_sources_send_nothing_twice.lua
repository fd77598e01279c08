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
show "linked"                                              -- expect: linked	b? 1→1, b 1→1
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

-- What the source says itself is sent, though the target shows it: a touch, each write where values are not compared, the start, and a
-- write after one that was declined.
told = {}
local held = 1
local device = bh.source { get = function() return held end, set = function(v) told[#told + 1] = v held = v return true end }
local model, each = bh.bindable(1), bh.bindable(1, { equals = "never" })
device:get()
for _ = 1, 5 do bh.sleep(0) end
held = 7                                                   -- silently
local link = bh.link(model, device)
show "start"                                               -- expect: start	1
model:touch()
show "touch"                                               -- expect: touch	1
link:stop()
link = bh.link(each, device)
show "start again"                                         -- expect: start again	1
each:set(1)
show "never compared"                                      -- expect: never compared	1
link:stop()
local allows = false
local careful = bh.source {
  get = function() return 1 end,
  confirm = function() return allows end,
  set = function(v) told[#told + 1] = v return true end,
}
careful:get()
for _ = 1, 5 do bh.sleep(0) end
local asking = bh.bindable(1)
bh.link(asking, careful)
show "linked"                                              -- expect: linked	
asking:set(3)
show "declined"                                            -- expect: declined	
print(asking:get(), careful:get())                         -- expect: 1	1
allows = true
asking:set(3)
show "allowed"                                             -- expect: allowed	3
-- A whole that is written is not what is asked for a part of it.
local stored = { x = { y = 1 } }
local whole = bh.source { get = function() return stored end, set = function(v) stored = v return true end }
whole:get()
for _ = 1, 5 do bh.sleep(0) end
local part = bh.bindable { y = 1 }
bh.link(part, whole "x")
show "part"                                                -- expect: part	
bh.transaction(function() whole:set {} end)
part:set {}
show "both"                                                -- expect: both	
print(type(whole "x":get()), type(part:get()))             -- expect: table	table
