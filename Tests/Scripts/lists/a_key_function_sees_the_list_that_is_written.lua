-- Contract 52: a key function that looks at its list sees the elements that are written, also before they are.
local bh = require "bindhost"
bh.on_error(function(err) print("report", err.id) end)
local m = bh.model("m", { list = { { id = 1, v = 5 }, { id = 2, v = 7 } } })
local log = {}
local function told()
  local text = table.concat(log, ", ")
  log = {}
  return text
end
bh.each(m "list", {
  key = function(element) return m "list":by("id", element.id) "v":get() end,
  insert = function(_, key) log[#log + 1] = "+" .. key end,
  remove = function(_, key) log[#log + 1] = "-" .. key end,
  update = function(_, new) log[#log + 1] = "u" .. new.v end,
})
print(told())                                           -- expect: +5, +7
m "list[2].v":set(8)
print(told())                                           -- expect: -7, +8
print(select(2, pcall(function() return m "list[2].v":set(5) end)).id, m "list[2].v":get())   -- expect: bind.key	8
m "list":push { id = 3, v = 9 }
print(told())                                           -- expect: +9
-- In a transaction, and in an observer, where functions are applied at the end.
bh.transaction(function() m "list":remove(3) m "list":insert(1, { id = 4, v = 10 }) end)
print(told())                                           -- expect: -9, +10
local go = bh.bindable(0)
go:observe(function(n) m "list[1].v":modify(function(v) return v + n end) end, { initial = false })
go:set(1)
print(told())                                           -- expect: -10, +11
go:set(-6)                                              -- expect: report	bind.key
print(told(), m "list[1].v":get())                      -- expect: 	11

-- A function of another cell: with the next change of the list every element has the key of then.
local prefix = bh.bindable "a"
local letters = bh.bindable { 1, 2 }
bh.each(letters, {
  key = function(n) return prefix:get() .. n end,
  insert = function(_, key) log[#log + 1] = "+" .. key end,
  remove = function(_, key) log[#log + 1] = "-" .. key end,
})
prefix:set "b"
letters:push(3)
print(told())                                           -- expect: +a1, +a2, -a2, -a1, +b1, +b2, +b3
