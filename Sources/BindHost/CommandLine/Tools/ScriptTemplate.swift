/// The scripts that `bindhost init` writes. `NAME` stands for the script's name.
enum ScriptTemplate: String, CaseIterable {
  /// Jobs, and a screen that shows what they give.
  case board
  /// Input that is checked and converted.
  case form
  /// A state that several processes share.
  case sync
  /// A module that others require.
  case lib

  var script: StaticString {
    switch self {
    case .board:
      """
      #!/usr/bin/env bindhost
      -- NAME.lua: a board. bindhost run NAME.lua
      local bh = require "bindhost"
      local ui, job = bh.ui, bh.job

      local board = bh.model("NAME", { ticks = 0, history = {} })

      job.every("1s", { name = "tick", run = function()
        board "ticks":modify(function(n) return n + 1 end)
        board "history":push(board "ticks":get() % 10, { max = 60 })
      end })

      bh.show(ui.column {
        ui.label { id = "ticks", text = board "ticks":map(function(n) return ("%d ticks"):format(n) end) },
        ui.sparkline { id = "history", values = board "history" },
        ui.button { id = "reset", title = "Reset", on_press = function() board:reset() end },
      }, { title = "NAME" })

      """
    case .form:
      """
      #!/usr/bin/env bindhost
      -- NAME.lua: a form. bindhost run NAME.lua
      local bh = require "bindhost"
      local ui = bh.ui

      local person = bh.model("NAME", {
        email = bh.field { default = "ada@example.org", check = function(v)
          return v:find("^[^@%s]+@[^@%s]+%.%a+$") ~= nil, "not an e-mail address"
        end },
        age = bh.field { default = 36, type = "integer", min = 0, max = 150 },
      })

      local age_text = person "age":through {
        to = tostring,
        from = function(s) return math.tointeger(tonumber(s)), "a whole number, please" end,
      }

      bh.show(ui.column {
        ui.text_field { id = "email", label = "E-mail", value = person "email" },
        ui.text_field { id = "age", label = "Age", value = age_text },
        ui.label { id = "summary", text = bh.combine({ person "email", person "age" }, function(email, age)
          return ("%s, %d"):format(email, age)
        end) },
      }, { title = "NAME" })

      """
    case .sync:
      """
      #!/usr/bin/env bindhost
      -- NAME.lua: a state that is kept and shared. Run it twice, side by side: bindhost run NAME.lua
      local bh = require "bindhost"
      local ui = bh.ui

      local shared = bh.state("NAME", { theme = "dark", rating = 0 }, { version = 1 })

      bh.show(ui.column {
        ui.label { id = "theme", text = shared "theme":map(function(t) return "theme: " .. t end) },
        ui.button { id = "switch", title = "Switch", on_press = function()
          shared "theme":modify(function(t) return t == "dark" and "light" or "dark" end)
        end },
        ui.stepper { id = "rating", label = "Rating", value = shared "rating", min = 0, max = 5 },
      }, { title = "NAME" })

      """
    case .lib:
      """
      -- NAME.lua: a module. local lib = require "NAME"
      local bh = require "bindhost"

      local M = {}

      --- A Ref to the running mean of what the list holds; nil while it is empty.
      function M.mean(list)
        return list:map(function(values)
          if #values == 0 then return nil end
          local sum = 0
          for _, value in ipairs(values) do sum = sum + value end
          return sum / #values
        end)
      end

      --- A list cell that keeps the newest values.
      function M.series(max)
        local cell = bh.bindable({}, { name = "series" })
        return cell, function(value) return cell:push(value, { max = max }) end
      end

      return M

      """
    }
  }

  var test: StaticString {
    switch self {
    case .board:
      """
      -- NAME_test.lua: bindhost test NAME_test.lua
      describe("NAME", function()
        it("counts the ticks", function()
          test.run "NAME.lua"
          test.clock:advance("5s")
          expect(test.screen()):to_contain "6 ticks"
        end)

        it("begins anew when Reset is pressed", function()
          test.run "NAME.lua"
          test.clock:advance("5s")
          test.find("reset"):press()
          expect(test.screen()):to_contain "0 ticks"
        end)
      end)

      """
    case .form:
      """
      -- NAME_test.lua: bindhost test NAME_test.lua
      describe("NAME", function()
        it("takes what is valid", function()
          test.run "NAME.lua"
          test.find("age"):input "41"
          expect(test.screen()):to_contain "ada@example.org, 41"
        end)

        it("says why it refuses", function()
          test.run "NAME.lua"
          test.find("age"):input "old"
          expect(test.screen()):to_contain "a whole number, please"
          expect(test.screen()):to_contain "ada@example.org, 36"
        end)
      end)

      """
    case .sync:
      """
      -- NAME_test.lua: bindhost test NAME_test.lua
      describe("NAME", function()
        it("switches the theme", function()
          test.run "NAME.lua"
          expect(test.screen()):to_contain "theme: dark"
          test.find("switch"):press()
          expect(test.screen()):to_contain "theme: light"
        end)
      end)

      """
    case .lib:
      """
      -- NAME_test.lua: bindhost test NAME_test.lua
      local lib = require "NAME"

      describe("NAME", function()
        it("follows the mean of a series", function()
          local series, add = lib.series(3)
          local mean = lib.mean(series)
          expect(mean:get()):to_be(nil)
          for i = 1, 5 do add(i) end
          expect(mean:get()):to_equal(4)
        end)
      end)

      """
    }
  }
}
