-- LUA_API, views: the key of a control works from wherever no field takes letters; steps of whole numbers stay whole.
describe("keys of controls", function()
  it("presses a button and goes to a field", function()
    local bh = require "bindhost"
    local ui = bh.ui
    local pressed = 0
    bh.show(ui.column {
      ui.button { id = "a", title = "A", key = "a", on_press = function() pressed = pressed + 1 end },
      ui.button { id = "b", title = "B" },
      ui.text_field { id = "f", label = "F", key = "f" },
    })
    test.keys "a"
    test.find "b":focus()
    test.keys "a"
    expect(pressed):to_equal(2)
    test.keys "f a Enter"
    expect(pressed):to_equal(2)
    expect(test.find "f" "value":get()):to_equal "a"
  end)

  it("steps a whole number by whole numbers", function()
    local bh = require "bindhost"
    local m = bh.model("m", { n = 3 })
    bh.show(bh.ui.slider { id = "s", label = "N", value = m "n", min = 0, max = 10 })
    test.find "s":focus()
    test.keys "Right Right Left"
    expect(m "n":get()):to_equal(4)
  end)

  it("scrolls by lines", function()
    local ui = require "bindhost".ui
    require "bindhost".show(ui.scroll { id = "s", height = 2, ui.label "one", ui.label "two", ui.label "three" })
    test.find "s":focus()
    test.keys "Up Down"
    expect(test.find "s" "value":get()):to_equal(1)
    expect(test.screen()):to_contain "three"
    expect(test.screen()):never():to_contain "one"
  end)

  it("says why a commit raised", function()
    local bh = require "bindhost"
    bh.on_error(function() end)
    local m = bh.model("m", { on = false })
    bh.show(bh.ui.toggle { id = "t", label = "T", value = m "on", commit = function() error("no such device", 0) end })
    test.find "t":press()
    test.clock:advance "1s"
    expect(test.screen()):to_contain "failed: no such device"
  end)

  it("keeps what was loaded on the screen until something else is shown", function()
    local bh = require "bindhost"
    local seen = {}
    local x = bh.loadable("x", { load = function()
      bh.sleep "1s"
      return { name = "Ada" }
    end })
    bh.show(bh.ui.async { source = x, loading = function() return bh.ui.label "wait" end, loaded = function(v)
      seen[#seen + 1] = v.name
      return bh.ui.label(v.name)
    end })
    test.clock:advance "2s"
    x:reset()
    expect(test.screen()):to_contain "Ada"
    test.clock:advance "500ms"
    expect(test.screen()):to_contain "wait"
    test.clock:advance "2s"
    expect(test.screen()):to_contain "Ada"
    expect(seen):to_equal { "Ada", "Ada" }
  end)
end)
