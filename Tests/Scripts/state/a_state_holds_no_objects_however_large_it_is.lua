-- Contract 38: what only the present script can hold is refused also where it stands behind more than is usual.
local bh = require "bindhost"
local names = { "a", "b", "c" }
local rows = {}
for row = 1, 20000 do rows[row] = { row = row, names = names } end
local board = bh.state("a_large_board", { rows = {} }, { store = "memory:" })
board "rows":set(rows)
print(#board "rows":get())
-- expect: 20000
rows[#rows + 1] = { row = #rows + 1, names = { "d", print } }
print(select(2, pcall(board "rows".set, board "rows", rows)).message)
-- expect: a_large_board.rows: a state holds no function
print(#board "rows":get())
-- expect: 20000
