-- A change that is being sent stays what it is when the body around its control runs again.
local bh = require "bindhost"
local ui = bh.ui

describe("a pending commit", function()
  local m, sent, round, answers
  before_each(function()
    sent, answers = {}, {}
    m = bh.model("m", { level = 1 })
    round = bh.bindable(1)
    bh.show(ui.column {
      ui.when(round, function(n)
        return ui.column { ui.label("round " .. n),
          ui.slider { id = "level", label = "Level", value = m "level", max = 9, commit = function(new, old)
            sent[#sent + 1] = ("%g>%g"):format(old, new)
            bh.sleep "1s"
            if answers[#sent] == false then return nil, "the server says no" end
            return true
          end } }
      end),
    }, { title = "Commit" })
  end)

  it("goes on when the body runs again", function()
    test.find "level":input(5)
    round:set(2)
    expect(test.screen()):to_contain "round 2"
    local level = test.find "level"
    expect(level "value"):to_be(5)
    expect(level "pending"):to_be(true)
    expect(m "level"):to_be(1)
    test.clock:advance "1s"
    expect(m "level"):to_be(5)
    expect(level "pending"):to_be(false)
    expect(level "value"):to_be(5)
    expect(sent):to_equal { "1>5" }
  end)
  it("takes the one that waits along", function()
    test.find "level":input(5)
    test.find "level":input(6)
    test.find "level":input(7)
    round:set(2)
    round:set(3)
    expect(test.find "level" "value"):to_be(7)
    test.clock:advance "1s"
    expect(m "level"):to_be(5)
    expect(test.find "level" "value"):to_be(7)
    expect(test.find "level" "pending"):to_be(true)
    test.clock:advance "1s"
    expect(m "level"):to_be(7)
    expect(test.find "level" "pending"):to_be(false)
    expect(sent):to_equal { "1>5", "5>7" }
  end)
  it("is taken back with its reason in the new body", function()
    answers[1] = false
    test.find "level":input(5)
    round:set(2)
    test.clock:advance "1s"
    expect(test.find "level" "value"):to_be(1)
    expect(test.find "level" "reason"):to_be "the server says no"
    expect(m "level"):to_be(1)
  end)
  it("ends with its control", function()
    test.find "level":input(5)
    round:set(false)
    test.clock:advance "5s"
    expect(m "level"):to_be(1)
    expect(test.clock:pending()):to_be(0)
    round:set(2)
    expect(test.find "level" "pending"):to_be(false)
  end)
end)

describe("a pending commit inside what is loaded", function()
  it("stands while it is loaded anew", function()
    local loads = 0
    local m = bh.model("inner", { on = false })
    local page = bh.loadable("page", { load = function() loads = loads + 1 bh.sleep "10ms" return loads end })
    bh.show(ui.async { source = page, loading = function() return ui.label "loading" end, loaded = function(n)
      return ui.panel { title = "Load " .. n, ui.when(page "value", function()
        return ui.toggle { id = "on", label = "On", value = m "on", commit = function() bh.sleep "2s" return true end }
      end) }
    end })
    test.clock:advance "1s"
    local function toggle() return test.find "on" end
    toggle():press()
    page:refresh()
    test.clock:advance "1s"
    expect(loads):to_be(2)
    expect(toggle() "value"):to_be(true)
    expect(toggle() "pending"):to_be(true)
    test.clock:advance "2s"
    expect(m "on"):to_be(true)
    expect(toggle() "pending"):to_be(false)
  end)
end)

describe("what is refused here", function()
  local m, low, sent, answer
  local function committed(kind, opts)
    opts.commit = function(new, old)
      sent[#sent + 1] = ("%s>%s"):format(old, new)
      bh.sleep "1s"
      if answer then return nil, answer end
      return true
    end
    opts.id = "x"
    bh.show(kind(opts))
  end
  local function expect_refused(shown, reason)
    local x = test.find "x"
    expect(x "value"):to_be(shown)
    expect(x "status"):to_be "invalid"
    expect(x "reason"):to_be(reason)
    expect(x "pending"):to_be(false)
    expect(test.clock:pending()):to_be(0)
    expect(sent):to_equal {}
  end
  before_each(function()
    sent, answer, low = {}, nil, bh.bindable(0)
    m = bh.model("m", {
      age = bh.field { default = 36, type = "integer", max = 150 },
      on = bh.field { default = false, check = function(v) return not v, "not now" end },
      level = bh.field { default = 5, check = function(v) return v >= low:get(), "too low" end },
      tags = bh.field { default = { "a" }, check = function(v) return #v[1] < 3, "too long" end },
    })
  end)
  local function age_field()
    committed(ui.text_field, { value = m "age":through { to = tostring,
      from = function(s) return math.tointeger(tonumber(s)), "whole number" end } })
  end

  it("is not sent, and stands with its reason until something else does", function()
    age_field()
    local x = test.find "x"
    x:input "abc"
    expect_refused("abc", "whole number")
    x:input "200"
    expect_refused("200", "the maximum is 150")
    expect(m "age"):to_be(36)
    m "age":set(40)
    expect(x "value"):to_be "40"
    expect(x "status"):to_be "ok"
    expect(x "reason"):to_be ""
    x:input "abc"
    x:input "41"
    expect(x "status"):to_be "ok"
    expect(x "pending"):to_be(true)
    test.clock:advance "1s"
    expect(sent):to_equal { "40>41" }
    expect(m "age"):to_be(41)
    expect(x "value"):to_be "41"
  end)
  it("is so whatever the control", function()
    committed(ui.toggle, { value = m "on" })
    test.find "x":press()
    expect_refused(true, "not now")
    expect(m "on"):to_be(false)
  end)
  it("is so of a slider, and of a check that reads something else", function()
    committed(ui.slider, { value = m "level", max = 9 })
    low:set(3)
    test.find "x":input(2)
    expect_refused(2, "too low")
    -- Nothing is written without being sent.
    low:set(1)
    expect(m "level"):to_be(5)
    test.find "x":input(2)
    test.clock:advance "1s"
    expect(sent):to_equal { "5>2.0" }
    expect(m "level"):to_be(2)
  end)
  it("is so of a stepper", function()
    committed(ui.stepper, { value = m "age", step = 100 })
    test.find "x":input(160)
    expect_refused(160, "the maximum is 150")
  end)
  it("is so of a place in a list", function()
    committed(ui.text_field, { value = m "tags[1]" })
    test.find "x":input "long"
    expect_refused("long", "too long")
    expect(m "tags[1]"):to_be "a"
  end)
  it("is so of words for a number", function()
    committed(ui.text_field, { value = bh.model("n", { n = 36 }) "n" })
    test.find "x":input "abc"
    expect(test.find "x" "status"):to_be "invalid"
    expect(sent):to_equal {}
    test.find "x":input "36"
    test.clock:advance "1s"
    expect(sent):to_equal { "36>36" }
    expect(test.find "x" "status"):to_be "ok"
  end)
  it("stands while an earlier change fails, and goes when that has changed the model", function()
    age_field()
    local x = test.find "x"
    answer = "the server says no"
    x:input "40"
    x:input "abc"
    expect(x "status"):to_be "invalid"
    test.clock:advance "1s"
    expect(x "value"):to_be "abc"
    expect(x "reason"):to_be "whole number"
    expect(x "pending"):to_be(false)
    m "age":set(37)
    expect(x "value"):to_be "37"
    answer = nil
    x:input "40"
    x:input "abc"
    test.clock:advance "1s"
    expect(m "age"):to_be(40)
    expect(x "value"):to_be "40"
    expect(x "status"):to_be "ok"
    expect(sent):to_equal { "36>40", "37>40" }
  end)
  it("is told where the check itself fails", function()
    local told = {}
    bh.on_error(function(err) told[#told + 1] = err.id end)
    local broken = bh.model("b", { x = bh.field { default = "", check = function(v) return v == "" or v.size.width end } })
    committed(ui.text_field, { value = broken "x" })
    test.find "x":input "abc"
    expect(test.find "x" "value"):to_be "abc"
    expect(test.find "x" "status"):to_be "failed"
    expect(sent):to_equal {}
    expect(#told):to_be(1)
  end)
end)
