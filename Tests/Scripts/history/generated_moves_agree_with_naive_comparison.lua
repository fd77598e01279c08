-- Contract 21, 22, 48, 55: over generated writes, transactions, dropped ones and moves the steps are those of a list of
-- states; an observer's writes and a link's other end belong to the step that they follow from.
local bh = require "bindhost"
local function run(seed)
  local function die(n)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 37 % n + 1
  end
  local m = bh.model("m" .. seed, { a = 0, b = 0, c = 0, d = 0 })
  m "a":observe(function(v) m "d":set(v * 2) end)
  local other = bh.bindable(0)
  bh.link(m "c", other)
  local history = bh.history { limit = 6, cells = { m } }
  local names = { "a", "b", "c" }
  local function state()
    return ("%d %d %d %d"):format(m "a":get(), m "b":get(), m "c":get(), m "d":get())
  end
  local function write() m(names[die(3)]):set(die(4)) end
  local done, undone, present = {}, {}, state()
  local function step()
    if state() == present then return end
    done[#done + 1] = present
    if #done > 6 then table.remove(done, 1) end
    undone, present = {}, state()
  end
  for turn = 1, 300 do
    local kind = die(9)
    if kind <= 3 then
      write()
      step()
    elseif kind == 4 then
      bh.transaction(function() for _ = 1, die(4) do write() end end)
      step()
    elseif kind == 5 then
      pcall(bh.transaction, function()
        write()
        if die(2) == 1 then history:undo() end
        error "dropped"
      end)
    elseif kind == 6 then
      other:set(die(4))
      step()
    elseif kind == 7 then
      assert(history:undo() == (#done > 0))
      if #done > 0 then undone[#undone + 1], present = present, table.remove(done) end
    elseif kind == 8 then
      assert(history:redo() == (#undone > 0))
      if #undone > 0 then done[#done + 1], present = present, table.remove(undone) end
    else
      bh.transaction(function() if history:undo() then history:redo() end end)
    end
    if state() ~= present then error(("turn %d of kind %d: %s, not %s"):format(turn, kind, state(), present)) end
    assert(history "can_undo":get() == (#done > 0) and history "can_redo":get() == (#undone > 0), turn)
  end
end
for seed = 1, 5 do run(seed) end
print "ok"      -- expect: ok
