-- exit: 1
-- Each expectation here must fail, with exactly this message.
local bh = require "bindhost"

describe("to_equal", function()
  it("numbers", function() expect(1 + 1):to_equal(3) end)
  it("a number and a text", function() expect("2"):to_equal(2) end)
  it("nil", function() expect(nil):to_equal(false) end)
  it("texts", function() expect("Ada\tL\"x\""):to_equal "Bob" end)
  it("texts of several lines", function() expect("one\ntwo\nthree"):to_equal "one\n2\nthree" end)
  it("lists", function() expect({ 1, 2, 3 }):to_equal { 1, 2 } end)
  it("records in each other", function()
    expect({ a = 1, b = { c = 2, d = 3 }, f = true }):to_equal { a = 1, b = { c = 2, d = 4 }, e = 5 }
  end)
  it("keys of every kind", function() expect({ [10] = "x", [true] = 1, ["a b"] = 2 }):to_equal { [11] = "x" } end)
  it("what is long", function()
    local long = {}
    for i = 1, 60 do long[i] = ("element %d"):format(i) end
    local other = {}
    for i = 1, 60 do other[i] = ("element %d"):format(i == 30 and 0 or i) end
    expect(long):to_equal(other)
  end)
  it("a table that holds itself", function()
    local t = { 1 }
    t.me = t
    expect(t):to_equal { 1, me = 2 }
  end)
  it("never", function() expect({ 1 }):never():to_equal { 1 } end)
  it("null is not nil", function() expect(bh.null):to_equal(nil) end)
end)

describe("of Refs", function()
  it("says what led to the value", function()
    local user = bh.model("user", { name = "Ada", visits = 0 })
    local greeting = bh.combine({ user "name", user "visits" }, function(name, visits) return name .. visits end)
    user "name":set "Bob"
    expect(greeting):to_equal "Ada0"
  end)
  it("says what led to a view's property", function()
    local n = bh.bindable(1, { name = "n" })
    local label = bh.ui.label(n:map(function(v) return "n is " .. v end))
    bh.transaction({ label = "count" }, function() n:set(2) end)
    expect(label "text"):to_equal "n is 1"
  end)
end)

describe("the others", function()
  it("to_be", function() expect({}):to_be {} end)
  it("to_be of numbers", function() expect(1):to_be(2) end)
  it("never to be", function() expect("x"):never():to_be "x" end)
  it("to_contain in a text", function() expect("hello"):to_contain "bye" end)
  it("to_contain in a list", function() expect({ 1, 2 }):to_contain(3) end)
  it("to_contain in a record", function() expect({ a = 1 }):to_contain { a = 2 } end)
  it("to_contain in nothing", function() expect(5):to_contain "5" end)
  it("never to contain", function() expect("hello"):never():to_contain "ell" end)
  it("to_match", function() expect("abc"):to_match "^%d+$" end)
  it("to_match of a table", function() expect({}):to_match "x" end)
  it("to_be_near", function() expect(1.5):to_be_near(1, 0.25) end)
  it("to_be_near by itself", function() expect(1.5):to_be_near(1) end)
  it("to_be_near of a text", function() expect("1"):to_be_near(1) end)
  it("to_raise", function() expect(function() end):to_raise() end)
  it("to_raise something else", function() expect(function() error "boom" end):to_raise "bang" end)
  it("to_raise fields", function() expect(function() error { kind = "http", status = 500 } end):to_raise { status = 404 } end)
  it("never to raise", function() expect(function() bh.model("m", {}) "nmae" end):never():to_raise() end)
  it("to_raise of no function", function() expect(1):to_raise() end)
  it("to_become", function()
    local n = bh.bindable(0, { name = "n" })
    bh.after("3s", function() n:set(1) end)
    expect(n):to_become(2, { within = "5s" })
  end)
  it("to_become too late", function()
    local n = bh.bindable(0)
    bh.after("3s", function() n:set(1) end)
    expect(n):to_become(1, { within = "2s" })
  end)
  it("never to become", function()
    local n = 0
    bh.after("1s", function() n = 7 end)
    expect(function() return n end):never():to_become(7)
  end)
  it("to_become with a wrong option", function() expect(1):to_become(1, { whithin = 1 }) end)
  it("a snapshot that nobody kept", function()
    bh.show(bh.ui.label "Hello", { title = "S" })
    test.snapshot "nobody kept it"
  end)
  it("the trace", function()
    local x = bh.loadable("x", { load = function() return 1 end })
    x:await()
    test.expect_trace [[
      loadable x g1 idle → loading
      …
      loadable x g1 loading → failed
    ]]
  end)
  it("a mistyped expectation", function() expect(1):to_eqal(1) end)
end)
