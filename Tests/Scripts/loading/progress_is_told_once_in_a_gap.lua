-- Contract L-19: what is told at the end of a gap begins the next one.
local bh = require "bindhost"
local seen, report = {}, nil
local x = bh.loadable("x", { load = function(ctx)
  report = ctx.progress
  ctx.progress(1)
  ctx.progress(2)
  while #seen < 2 do bh.sleep "1ms" end
  ctx.progress(4)
  return "done"
end })
x "progress":observe(function(p)
  if not p then return end
  seen[#seen + 1] = p.done
  -- The gap before this has just ended.
  if p.done == 2 then
    report(3)
    print(x "progress":peek().done)      -- expect: 2
  end
end)
x "value":observe(function(v) if v then print(v, table.concat(seen, " ")) end end)  -- expect: done	1 2 4
x:await()
