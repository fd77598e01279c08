-- exit: 1
-- An error in a callback that nobody catches fails the test, whatever the callback is.
local bh = require "bindhost"
local function boom() error "boom" end

it("an observer", function() bh.bindable(1):observe(boom) end)
it("an observer, later", function()
  local x = bh.bindable()
  x:observe(boom)
  bh.after("1s", function() x:set(1) end)
  test.clock:advance "1s"
end)
it("an effect", function() bh.effect(boom) end)
it("a binding's transform", function() bh.bind(bh.bindable(1), bh.ui.label "" "text", boom) end)
it("a binding to a function", function() bh.bind(bh.bindable(1), boom) end)
it("a timer", function()
  bh.after("1s", boom)
  test.clock:advance "1s"
end)
it("a timer at the last instant", function()
  bh.after("1s", boom)
  bh.sleep "1s"
  bh.sleep(0)
end)
it("a task", function()
  bh.go(boom)
  test.clock:advance(0)
end)
it("a task that begins with the end of the test", function() bh.go(boom) end)
it("a job", function()
  bh.job.every("1s", boom)
  test.clock:advance(0)
end)
it("a handler of a job", function()
  local job = bh.job.every("1s", function() return 1 end)
  job:on_loaded(boom)
  test.clock:advance(0)
end)
it("a handler of a loadable that failed", function()
  local x = bh.loadable { load = function() return nil, "no" end }
  x:on_failed(boom)
  test.clock:advance(0)
end)
it("a button", function()
  bh.show(bh.ui.button { title = "Go", on_press = boom })
  test.find { title = "Go" }:press()
end)
it("a view's content", function() bh.show(bh.ui.when(bh.bindable(1), boom)) end)
it("a list's content", function() bh.show(bh.ui.each(bh.bindable { 1 }, boom, { key = function(v) return v end })) end)
it("an operation of a list", function() bh.each(bh.bindable { 1 }, { key = function(v) return v end, insert = boom }) end)
it("a cleanup", function() bh.on_close(boom) end)
it("an exit function", function() bh.on_exit(boom) end)
it("a cleanup of an effect", function()
  local x = bh.bindable(1)
  bh.effect(function() x:get() return boom end)
  x:set(2)
end)
it("a stub", function()
  test.http:stub("/x", boom)
  bh.http.get "http://127.0.0.1/x"
end)
it("a stub of a program", function()
  test.exec:stub("df", boom)
  bh.exec { "df" }
end)
it("a stub's answer that is none", function()
  test.http:stub("/x", function() return { stauts = 200 } end)
  bh.http.get "http://127.0.0.1/x"
end)
it("a stream", function()
  local s = bh.stream(function(emit) bh.after("1s", function() boom() end) return function() end end)
  bh.loadable { source = s }:load()
  test.clock:advance "2s"
end)
it("a script's own observer", function()
  test.fs:write("app.lua", "local bh = require 'bindhost' bh.after('1s', function() error 'boom' end)")
  test.run "app.lua"
  test.clock:advance "1s"
end)
it("a script that goes on waiting and then raises", function()
  test.fs:write("app.lua", "require 'bindhost'.sleep '1s' error 'boom'")
  test.run "app.lua"
  test.clock:advance "1s"
end)
it("an expectation in a callback", function()
  bh.after("1s", function() expect(1):to_be(2) end)
  test.clock:advance "1s"
end)
