-- exit: 1
-- args: --strict
-- What a test leaves open.
local bh = require "bindhost"

it("a timer", function() bh.after("1s", function() end) end)
it("a task that waits", function() bh.go(function() bh.sleep "1h" end) bh.sleep(0) end)
it("a job", function() bh.job.every("1s", { name = "tick", run = function() end }) bh.sleep "1ms" end)
it("a stub that nobody asked", function() test.http:stub("/x", function() return {} end) end)
it("a job that failed", function()
  local job = bh.job.every("1h", { name = "get", run = function() return bh.http.get "http://127.0.0.1/x" end, retry = 0 })
  test.clock:advance "1s"
  expect(job "face"):to_be "failed"
  job:stop()
end)
it("a loadable that failed", function()
  bh.loadable("x", { load = function() return nil, "no" end, retry = 0 }):load()
  test.clock:advance "1s"
end)
it("a loadable whose error was looked at", function()
  local x = bh.loadable("x", { load = function() return nil, "no" end, retry = 0 })
  x:load()
  test.clock:advance "1s"
  expect(x "error":get().message):to_be "no"
end)
it("nothing", function()
  local t = bh.after("1s", function() end)
  t:stop()
end)
