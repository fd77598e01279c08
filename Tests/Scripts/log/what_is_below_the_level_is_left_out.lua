-- args: --log-level=error
local bh = require "bindhost"
bh.log.debug "never seen"
bh.log.info("never seen", { port = 8080 })
bh.log.warn(7, {})
print(pcall(bh.log.info))
-- expect: false	bind.argument: what_is_below_the_level_is_left_out.lua:6: bh.log.info: argument 1 (message): string expected, got nothing
print(select(2, pcall(bh.log.info, "x", { 1 })).id)  -- expect: bind.argument
print(require "bindhost.log" == bh.log)              -- expect: true
