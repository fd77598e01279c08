-- Contract 7: kind, script and line of the write; the label of its transaction; the delivery that it came from.
local bh = require "bindhost"
local a, b = bh.bindable(1), bh.bindable(0)
local function text(cause)
  local words = {}
  while cause do
    local place = cause.script and (cause.script:match "[^/]+$" .. ":" .. cause.line) or "-"
    words[#words + 1] = cause.label or cause.kind .. " " .. place
    cause = cause.parent
  end
  return table.concat(words, " < "):gsub("a_cause_names_the_line_and_what_led_to_it.lua", "here")
end
a:observe(function(_, _, cause) print("a", cause.first, (text(cause))) end)  -- expect: a	true	initial -
b:observe(function(_, _, cause) print("b", cause.first, (text(cause))) end, { initial = false })
a:set(2)                                    -- expect: a	nil	write here:15 < main chunk
a:observe(function(v) b:set(v) end, { initial = false })
a:set(3)                                    -- expect: a	nil	write here:17 < main chunk
-- expect: b	nil	write here:16 < write here:17 < main chunk
a:touch()                                   -- expect: a	nil	touch here:19 < main chunk
bh.transaction({ label = "import" }, function()
  b:set(100)
end)                                        -- expect: b	nil	import < import < main chunk
b:map(function(v) return -v end):observe(function(_, _, cause)
  if not cause.first then print("map", (text(cause))) end
end)
b:modify(function(v) return v + 1 end)      -- expect: b	nil	write here:26 < main chunk
-- expect: map	write here:26 < main chunk
