-- args: --allow-run=printf --once
local bh = require "bindhost"
local m = bh.model("m", { rows = {} })
local j = bh.job.exec { name = "rows", cmd = { "printf", "a\\nb\\nc\\n" }, every = "1h", into = m "rows", map = function(out)
  local rows = {}
  for line in out:gmatch "[^\n]+" do rows[#rows + 1] = line:upper() end
  return rows
end }
j "phase":observe(function(phase) print(phase) end)
j:on_loaded(function(rows) print(#rows, table.concat(m "rows":get(), " ")) end)
-- expect: idle
-- expect: loading
-- expect: loaded
-- expect: 3	A B C
