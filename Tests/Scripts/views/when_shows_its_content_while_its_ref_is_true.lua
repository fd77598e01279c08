-- args: --ui=plain
-- What is inside comes and goes with the Ref, in a scope of its own; each new value makes it anew.
local bh = require "bindhost"
local ui = bh.ui
local user = bh.bindable(nil)
local name = bh.bindable "Ada"
local scope = bh.scope(function()
  bh.show(ui.column {
    ui.label "top",
    ui.when(user, function(number)
      bh.on_close(function() print("end of " .. number) end)
      return ui.row { ui.label("user " .. number), ui.label(name) }
    end),
    ui.label "bottom",
  })
end)
-- expect: top
-- expect: bottom
bh.go(function()
  bh.sleep(0.01)
  user:set(1)
  bh.sleep(0.01)
  -- expect: user 1
  -- expect: Ada
  name:set "Eve"
  bh.sleep(0.01)
  -- expect: Eve
  user:set(2)
  bh.sleep(0.01)
  -- expect: end of 1
  -- expect: user 2
  user:set(false)
  bh.sleep(0.01)
  -- expect: end of 2
  name:set "Bob"
  user:set(3)
  bh.sleep(0.01)
  -- expect: user 3
  -- expect: Bob
  scope:close()
  -- expect: end of 3
end)
