-- CONTRACT 30: what a write to a source comes to has the line of the write, as an answer and in `$error`.
local bh = require "bindhost"
local answer, open = "down", false
local function source(name, opts)
  opts.name, opts.get = name, function() return 0 end
  opts.set = opts.set or function() return nil, answer end
  return bh.source(opts)
end
local function when_open() repeat bh.sleep "1ms" until open return true end
local function show(_, err)
  print(err.id, err.line, err.cause, (tostring(err):gsub("[^ ]*/", "")))
end
local down = source("down", {})
show(down:set(1))          -- expect: script.error	14	nil	script.error: the_error_of_a_write_says_who_asked.lua:14: down
local err = down "$error":get()
print(err.id, err.line, err.message)   -- expect: script.error	14	down
show(down:modify(function(v) return v + 1 end))   -- expect: script.error	17	nil	script.error: the_error_of_a_write_says_who_asked.lua:17: down
answer = { kind = "network", message = "a table of the script's own" }
_, err = down:set(2)
print(err.kind, err.line, err.message)   -- expect: network	nil	a table of the script's own
local declined = source("declined", { confirm = function() return false end })
show(declined:set(1))      -- expect: source.declined	22	nil	source.declined: the_error_of_a_write_says_who_asked.lua:22: the write of declined was declined
local busy = source("busy", { order = "reject", set = when_open })
bh.go(function() busy:set(1) end)
repeat bh.sleep "1ms" until busy "$pending":get() == 1
show(busy:set(2))          -- expect: source.busy	26	nil	source.busy: the_error_of_a_write_says_who_asked.lua:26: busy is being written already, and takes one write at a time
local latest = source("latest", { order = "latest", set = when_open })
bh.go(function() show(latest:set(1)) end)   -- line 28
repeat bh.sleep "1ms" until latest "$pending":get() == 1
open = true
latest:set(2)              -- expect: source.superseded	28	nil	source.superseded: the_error_of_a_write_says_who_asked.lua:28: the write of latest was superseded by a newer one
local conflict = source("conflict", { set = function() return nil, { kind = "conflict" } end })
show(conflict:set(1))      -- expect: source.conflict	33	nil	source.conflict: the_error_of_a_write_says_who_asked.lua:33: the write of conflict met a newer value
