-- args: --ui=plain
-- Of two trees that are shown one after the other nobody sees the first. Another one later, the same one again, and one that
-- takes the place of what has ended are no mistake.
local bh = require "bindhost"
local ui = bh.ui
local scope
scope = bh.scope(function()
  bh.show(ui.label "one")
  bh.show(ui.label "two")                                    -- expect warning: ui.never_seen
  bh.go(function()
    bh.sleep "50ms"                                          -- expect: two
    local three = ui.label "three"
    bh.show(three)
    bh.show(three, { title = "Three" })
    bh.sleep "50ms"                                          -- expect: == Three ==
    -- expect: three
    local inner = bh.scope(function() bh.show(ui.label "four") end)
    inner:close()
    bh.show(ui.label "five")
    print(pcall(bh.transaction, function()
      bh.show(ui.label "six")
      error("not shown", 0)
    end))                                                    -- expect: false	not shown
    bh.sleep "50ms"                                          -- expect: five
    scope:close()
  end)
end)
-- expect stderr: a_tree_that_nobody_saw_is_warned_of.lua:9
-- expect stderr: = first shown at
