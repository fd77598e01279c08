-- CONTRACT 27: on_error is told the traceback and what led there, also of what bindhost itself has raised in the callback.
local bh = require "bindhost"
local m, a = bh.model("m", { name = "x" }), bh.bindable(0, { name = "a" })
bh.on_error(function(e)
  print(e.id, e.line, e.traceback ~= nil and e.traceback:match "lua:(%d+): in function", (table.concat(e.notes, " | "):gsub("%S+/", "")))
end)
a:observe(function(v) if v == 1 then error "boom" end end)
a:observe(function(v) if v == 1 then m "nmae":get() end end)
a:observe(function(v) if v == 1 then m "name":set(3) end end)
a:set(1)
-- expect: script.error	7	7	in observer of a | caused by  write  →  a  what_bindhost_raises_in_a_callback_says_what_ran.lua:10 | caused by  main chunk
-- expect: bind.path	8	8	fields: name | in observer of a | caused by  write  →  a  what_bindhost_raises_in_a_callback_says_what_ran.lua:10 | caused by  main chunk
-- expect: bind.type	9	9	in observer of a | caused by  write  →  a  what_bindhost_raises_in_a_callback_says_what_ran.lua:10 | caused by  main chunk
