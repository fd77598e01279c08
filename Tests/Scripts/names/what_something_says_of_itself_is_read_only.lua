-- Contract 30, 55, 56: the cells in which a history, a source, a state or a binding tells of itself are written by nobody else.
local bh = require "bindhost"
local m = bh.model("m", { i = 1 })
local history = bh.history { cells = { m } }
local source = bh.source { get = function() return 1 end, set = function() return true end }
local state = bh.state("said", { a = 1 }, { store = "memory:" })
local handle = bh.bind(m "i", bh.bindable(0))
for _, cell in ipairs {
  history "can_undo", history "can_redo", source "$pending", source "$error", state "$pending", state "$load_error",
  state "$save_error", handle "status",
} do
  local _, set = pcall(function() return cell:set(true) end)
  local _, modify = pcall(function() return cell:modify(function() return true end) end)
  local _, reset = pcall(function() return cell:reset() end)
  local _, touch = pcall(function() return cell:touch() end)
  local _, bound = pcall(bh.bind, bh.bindable(true), cell)
  local _, linked = pcall(bh.link, bh.bindable(true), cell)
  print(cell:writable(), set.id, modify.id, reset.id, touch.id, bound.id, linked.id)
end
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
-- expect: false	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only	bind.read_only
m "i":set(2)
print(history "can_undo":get(), history:undo(), history "can_redo":get())  -- expect: true	true	true
source:set(5)
print(source "$pending":get(), source:get())            -- expect: 0	5
-- To be stopped in a transaction is part of it for those who look.
local seen = {}
history "can_redo":observe(function(can) seen[#seen + 1] = tostring(can) end, { initial = false })
bh.transaction(function() history:stop() seen[#seen + 1] = "inside " .. tostring(history "can_redo":get()) end)
print(table.concat(seen, ", "))                         -- expect: inside false, false
