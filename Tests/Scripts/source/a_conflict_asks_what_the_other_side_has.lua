-- Contract W-5: the error of a conflict does not say what the other side has: it is asked before `resolve` decides. Where
-- nobody can be asked, `theirs` is nil.
local bh = require "bindhost"
local server, tries = 10, 0
local function set(new)
  tries = tries + 1
  if tries == 1 then
    server = 77
    return nil, { kind = "conflict", message = "somebody was first" }
  end
  server = new
  return true
end
local function resolve(c)
  print("resolve", c.base, c.mine, c.theirs)
  return c.mine + (c.theirs or 0)
end
local stock = bh.source { name = "stock", get = function() bh.sleep "1ms" return server end, set = set, resolve = resolve }
while stock:get() ~= 10 do bh.sleep "1ms" end
print(stock:set(11))              -- expect: resolve	10	11	77
print(server, stock:get())        -- expect: true
tries = 0                         -- expect: 88	88
local blind = bh.source { name = "blind", set = set, resolve = resolve }
print(blind:set(3))               -- expect: resolve	nil	3	nil
print(server, tries)              -- expect: true
                                  -- expect: 3	2
