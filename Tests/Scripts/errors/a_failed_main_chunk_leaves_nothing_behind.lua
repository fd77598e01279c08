-- args: --ui=plain
-- exit: 1
-- expect error: script.error
-- expect stderr: error[script.error]: the chunk fails
-- expect: watched 1
-- expect: closed
local bh = require "bindhost"
local value = bh.bindable(1)
value:observe(function(v) print("watched " .. v) end)
bh.on_close(function() print "closed" end)
bh.job.every("10ms", function() print "never" end)
bh.show(bh.ui.label "never shown", { title = "Never" })
error "the chunk fails"
