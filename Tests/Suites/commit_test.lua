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
