-- exit: 1
-- args: --explore 20
-- Two timers that are due at one instant: which one goes first is nobody's promise.
local bh = require "bindhost"

it("relies on an order", function()
  local log = {}
  bh.after("1s", function() log[#log + 1] = "a" end)
  bh.after("500ms", function() bh.after("500ms", function() log[#log + 1] = "b" end) end)
  bh.after("1s", function() log[#log + 1] = "c" end)
  test.clock:advance "2s"
  expect(table.concat(log)):to_be "acb"
end)

it("does not", function()
  local log = {}
  bh.after("1s", function() log.a = true end)
  bh.after("1s", function() log.b = true end)
  test.clock:advance "2s"
  expect(log):to_equal { a = true, b = true }
end)

it("keeps the order of what begins in one turn, and of one program's output", function()
  test.exec:stub("count", function() return { out = "1\n2\n3\n" } end)
  local lines = {}
  bh.job.tail { name = "t", cmd = { "count" }, each = function(line) lines[#lines + 1] = line end }
  local log = {}
  for i = 1, 5 do bh.go(function() log[#log + 1] = i end) end
  test.clock:advance "1ms"
  expect(log):to_equal { 1, 2, 3, 4, 5 }
  expect(lines):to_equal { "1", "2", "3" }
end)
