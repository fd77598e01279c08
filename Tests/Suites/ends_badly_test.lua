-- exit: 1
-- What ends a test besides an expectation; what stands after it runs.
local bh = require "bindhost"

it("loops for ever", function()
  while true do end
end)

it("waits for what never comes", function()
  local own
  local function again() return own:set(3) end
  own = bh.source { get = function() return 1 end, set = function() return bh.race { again } end } own:set(2)
end)

it("waits while a job runs for ever", function()
  bh.job.every("1s", function() end)
  local open = bh.bindable()
  while not open:has_value() do bh.sleep "1h" end
end)

it("swallows what tells it so", function()
  local own
  own = bh.source { get = function() return 1 end, set = function() own:set(3) return true end }
  while true do pcall(own.set, own, 2) end
end)

it("moves time from a stub", function()
  test.http:stub("/x", function()
    test.clock:advance "1s"
    return {}
  end)
  bh.go(function() bh.http.get "http://127.0.0.1/x" end)
  test.clock:advance "1s"
end)

it("uses a view that is not there", function()
  bh.show(bh.ui.column { bh.ui.text_field { id = "age" } })
  test.find "agee":input "5"
end)

it("presses what cannot be pressed", function()
  bh.show(bh.ui.column { bh.ui.text_field { id = "age", enabled = false } })
  test.find "age":input "5"
end)

it("has no such key", function() test.keys "Tba" end)

it("runs a script that is not there", function() test.run "nowhere.lua" end)

it("runs a script that raises", function()
  test.fs:write("bad.lua", "local x\n\nerror 'bad start'")
  test.run "bad.lua"
end)

it("runs a script that cannot be read", function()
  test.fs:write("bad.lua", "local = 5")
  test.run "bad.lua"
end)

it("declares another one", function() it("inside", function() end) end)

describe("a hook that fails", function()
  before_each(function() bh.model("user", {}) "name" end)
  it("fails its tests", function() print "never printed" end)
end)

describe("a hook after it that fails", function()
  after_each(function() error "no way back" end)
  it("fails its tests too", function() end)
end)

it("prints what helps", function()
  print("x is", 5)
  error "after printing"
end)

it("still runs", function() end)
