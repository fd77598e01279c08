-- args: --ui=plain --once
local bh = require "bindhost"
local ui = bh.ui
local count = bh.bindable(0)
bh.show(ui.panel { title = "Runs", ui.label(count) }, { title = "Screen" })
bh.job.every("1h", function() count:modify(function(n) return n + 1 end) print "job" end)
-- expect: job
-- expect: == Screen ==
-- expect: Runs: 1
