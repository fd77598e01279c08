local bh = require "bindhost"
local ui = bh.ui
bh.show(ui.label "one")
bh.show(ui.label "two")
bh.sleep "1s"
bh.show(ui.label "three")
-- finds 4: warning: bh.show: label#_1 was never seen, another tree takes its place [ui.never_seen]
