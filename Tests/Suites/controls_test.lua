-- exit: 0
-- Every control, as a person uses it.
local bh = require "bindhost"
local ui = bh.ui

describe("controls", function()
  local m, pressed
  before_each(function()
    pressed = 0
    m = bh.model("m", { text = "a", notes = "", on = false, level = 0.5, count = 3, color = "red", pick = "x", n = 0 })
    bh.show(ui.column {
      ui.text_field { id = "text", label = "Text", value = m "text" },
      ui.text_area { id = "notes", label = "Notes", value = m "notes" },
      ui.toggle { id = "on", label = "On", value = m "on" },
      ui.slider { id = "level", label = "Level", value = m "level", min = 0, max = 1, step = 0.25 },
      ui.stepper { id = "count", label = "Count", value = m "count", min = 0, max = 5 },
      ui.select { id = "color", label = "Color", value = m "color", options = { "red", "green", "blue" } },
      ui.list { id = "pick", label = "Pick", value = m "pick", items = { { value = "x", label = "X" }, { value = "y", label = "Y" } } },
      ui.button { id = "go", title = "Go", on_press = function() pressed = pressed + 1 end },
      ui.button { id = "slow", title = "Slow", confirm = "Really?", on_press = function() bh.sleep "1s" pressed = 9 end },
    }, { title = "Controls" })
  end)

  it("text_field", function()
    local field = test.find "text"
    field:focus()
    field:type "bc"
    expect(m "text"):to_be "a"
    expect(field "editing"):to_be(true)
    field:accept()
    expect(m "text"):to_be "abc"
    field:type "d"
    field:dismiss()
    expect(m "text"):to_be "abc"
    field:input "z"
    expect(m "text"):to_be "z"
  end)
  it("text_area", function()
    test.find "notes":focus()
    test.keys "a Enter b Space c"
    test.find "on":focus()
    expect(m "notes"):to_be "a\nb c"
  end)
  it("the cursor in a text_field", function()
    local t = bh.model("t", { text = "日本" })
    bh.show(ui.column { ui.text_field { id = "text", value = t "text" }, ui.button { title = "Else" } })
    local field = test.find "text"
    field:focus()
    test.keys "Left"
    expect(field "editing"):to_be(false)
    test.keys "x Right y Home a Delete Left b Enter"
    expect(t "text"):to_be "bax本y"
    test.keys "End Delete Backspace Left Left Left Left Left Left Left Delete Enter"
    expect(t "text"):to_be "ax本"
    test.keys "z Tab Shift-Tab ! Enter"
    expect(t "text"):to_be "zax本!"
    expect(pcall(test.keys, "Up")):to_be(false)
    test.keys "Home"
    t "text":set "new"
    expect(field "changed"):to_be(false)
    expect(test.screen()):to_contain "new"
  end)
  it("the cursor in a text_area", function()
    local t = bh.model("t", { text = "one\nlonger\n\nend" })
    bh.show(ui.text_area { id = "text", value = t "text" })
    test.find "text":focus()
    test.keys "Up a Up Up b Home c Up d Down Down Down Down Down e"
    test.find "text":accept()
    expect(t "text"):to_be "dcobne\nlonger\na\nende"
  end)
  it("toggle", function()
    test.find "on":press()
    expect(m "on"):to_be(true)
    test.find "on":input(false)
    expect(m "on"):to_be(false)
    test.find "on":focus()
    test.keys "Space"
    expect(m "on"):to_be(true)
  end)
  it("slider", function()
    test.find "level":input(1)
    expect(m "level"):to_be(1)
    test.find "level":focus()
    test.keys "Left Left"
    expect(m "level"):to_be_near(0.5)
    test.find "level":input(7)
    expect(m "level"):to_be_near(0.5)
    expect(test.screen()):to_contain "the maximum is 1"
  end)
  it("stepper", function()
    test.find "count":focus()
    test.keys "Up Up Up Up"
    expect(m "count"):to_be(5)
  end)
  it("select", function()
    test.find "color":input "blue"
    expect(m "color"):to_be "blue"
    test.find "color":focus()
    test.keys "Up Up Up"
    expect(m "color"):to_be "red"
    test.keys "Down"
    expect(m "color"):to_be "green"
  end)
  it("select, opened", function()
    local color = test.find "color"
    expect(color "open"):to_be(false)
    color:focus()
    test.keys "Space"
    expect(color "open"):to_be(true)
    expect(test.screen()):to_contain "▸● red"
    test.keys "Up Up"
    expect(m "color"):to_be "red"
    test.keys "Down Enter"
    expect(m "color"):to_be "green"
    expect(color "open"):to_be(false)
    test.keys "Enter Down Escape"
    expect(m "color"):to_be "green"
    color:press()
    test.keys "b Enter"
    expect(m "color"):to_be "blue"
    test.keys "Space Up Tab"
    expect(color "open"):to_be(false)
    expect(m "color"):to_be "blue"
  end)
  it("select, by letters", function()
    test.find "color":focus()
    test.keys "g r"
    expect(m "color"):to_be "green"
    test.keys "x"
    expect(m "color"):to_be "green"
    test.clock:advance "2s"
    test.keys "r"
    expect(m "color"):to_be "red"
    test.find "pick":focus()
    test.keys "Y"
    expect(m "pick"):to_be "y"
  end)
  it("list", function()
    test.find "pick":focus()
    test.keys "Down"
    expect(m "pick"):to_be "y"
    test.find "pick":input "x"
    expect(m "pick"):to_be "x"
  end)
  it("table", function()
    local t = bh.model("t", { row = 1, rows = { { a = 1 }, { a = 2 }, { a = 3 } } })
    bh.show(ui.table { id = "table", columns = { "a" }, rows = t "rows", value = t "row" })
    test.find "table":focus()
    test.keys "Down Down Down"
    expect(t "row"):to_be(3)
    expect(test.screen()):to_contain "3 ◂"
    test.keys "Up"
    expect(t "row"):to_be(2)
    test.keys "End"
    expect(t "row"):to_be(3)
    test.keys "PageUp"
    expect(t "row"):to_be(1)
    test.keys "Down"
    test.find "table":input(7)
    expect(test.find "table" "reason"):to_be "there is no such row"
    expect(t "row"):to_be(2)
    t "rows":set {}
    expect((test.find "table" "value")):to_be(2)
    expect(pcall(test.keys, "Down")):to_be(false)
  end)
  it("list and table with a question", function()
    local t = bh.model("t", { row = 1, pick = "x", rows = { { a = 1 }, { a = 2 } } })
    bh.show(ui.column {
      ui.list { id = "list", items = { "x", "y" }, value = t "pick", confirm = "Move there?" },
      ui.table { id = "table", rows = t "rows", value = t "row", confirm = "Leave this row?" },
    })
    test.find "list":input "y"
    expect(t "pick"):to_be "x"
    test.find { title = "Move there?" }:accept()
    expect(t "pick"):to_be "y"
    test.find "table":focus()
    test.keys "Down"
    test.find { title = "Leave this row?" }:dismiss()
    expect(t "row"):to_be(1)
    test.keys "Down"
    test.find { title = "Leave this row?" }:accept()
    expect(t "row"):to_be(2)
  end)
  it("list and table with a commit", function()
    local t = bh.model("t", { row = 1, pick = "x", rows = { { a = 1 }, { a = 2 }, { a = 3 } } })
    local sent, answers = {}, { table = true }
    local function commit(name)
      return function(new, old)
        sent[#sent + 1] = name .. " " .. old .. ">" .. new
        bh.sleep "1s"
        if not answers[name] then return nil, "not now" end
        return true
      end
    end
    bh.show(ui.column {
      ui.list { id = "list", items = { "x", "y" }, value = t "pick", commit = commit "list" },
      ui.table { id = "table", rows = t "rows", value = t "row", commit = commit "table", commit_timeout = "5s" },
    })
    local list, rows = test.find "list", test.find "table"
    list:input "y"
    rows:focus()
    test.keys "Down Down"
    expect(list "value"):to_be "y"
    expect(rows "value"):to_be(3)
    expect(list "pending"):to_be(true)
    expect(t "pick"):to_be "x"
    expect(test.screen()):to_contain "◌ pending"
    test.clock:advance "1s"
    expect(list "value"):to_be "x"
    expect(list "reason"):to_be "not now"
    expect(t "row"):to_be(2)
    test.clock:advance "1s"
    expect(t "row"):to_be(3)
    expect(rows "pending"):to_be(false)
    expect(sent):to_equal { "list x>y", "table 1>2", "table 2>3" }
    expect(test.screen()):to_contain "✗ failed: not now"
  end)
  it("button", function()
    test.find "go":press()
    test.find { title = "Go" }:press()
    expect(pressed):to_be(2)
  end)
  it("button with a question and a handler that waits", function()
    test.find "slow":press()
    expect(test.screen()):to_contain "Really?"
    expect(function() test.find "go":press() end):to_raise "waits for the dialog"
    test.keys "Enter"
    expect(test.find { title = "Really?" }):to_be(nil)
    expect(pressed):to_be(0)
    expect(test.find "slow" "pending"):to_be(true)
    test.clock:advance "1s"
    expect(pressed):to_be(9)
    test.find "slow":press()
    test.find { title = "Really?" }:dismiss()
    expect(pressed):to_be(9)
  end)
  it("goes round with Tab", function()
    for _ = 1, 9 do test.keys "Tab" end
    test.keys "Space"
    expect(test.find { title = "Really?" }):never():to_be(nil)
    test.keys "Escape Tab Shift-Tab"
    test.find "text":focus()
    test.keys "Shift-Tab Shift-Tab Space"
    expect(pressed):to_be(1)
  end)
end)

it("a dialog of the script's own", function()
  local open = bh.bindable(true)
  local said
  bh.show(ui.column {
    ui.button { id = "behind", title = "Behind" },
    ui.dialog { title = "Delete?", open = open, on_accept = function() said = "yes" end, on_dismiss = function() said = "no" end },
  })
  expect(function() test.find "behind":press() end):to_raise "waits for the dialog"
  test.find { title = "Delete?" }:accept()
  expect(said):to_be "yes"
  expect(open):to_be(false)
  open:set(true)
  test.keys "Escape"
  expect(said):to_be "no"
end)

it("tabs", function()
  bh.show(ui.tabs { id = "t", ui.panel { title = "One", ui.label "first" }, ui.panel { title = "Two", ui.label "second" } })
  expect(test.screen()):to_contain "first"
  test.find "t":input(2)
  expect(test.screen()):to_contain "second"
  expect(test.screen()):never():to_contain "first"
end)

it("finds again what has taken its place", function()
  local x = bh.bindable(1)
  bh.show(ui.when(x, function(v) return ui.text_field { id = "field", value = "v" .. v } end))
  local field = test.find "field"
  x:set(2)
  expect(field "value"):to_be "v2"
end)
