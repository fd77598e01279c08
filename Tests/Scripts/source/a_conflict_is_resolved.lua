-- Contract W-5 for sources: `resolve` gets what the write was made from, what it would make, and what the other side has.
local bh = require "bindhost"
local server = 10
local version = 1
local function source(resolve)
  return bh.source {
    name = "remote", optimistic = true, resolve = resolve,
    get = function() return server end,
    set = function(new)
      bh.sleep("1ms")
      if version == 1 then
        version, server = 2, 100
        return nil, { kind = "conflict", message = "somebody was first", theirs = server }
      end
      server = new
      return true
    end,
  }
end
local mine = source(function(c) print("resolve", c.base, c.mine, c.theirs) return "mine" end)
bh.sleep("2ms")
print(mine:modify(function(v) return v + 1 end))       -- expect: resolve	10	11	100
print(server, mine:get())                              -- expect: true
version, server = 1, 10                                -- expect: 101	101
local theirs = source(function() return "theirs" end)
bh.sleep("2ms")
print(theirs:set(7))                                   -- expect: true
print(server, theirs:get())                            -- expect: 100	100
-- expect warning: source.conflict
version, server = 1, 10
local other = source(function(c) return c.mine + c.theirs end)
bh.sleep("2ms")
print(other:set(7), server)                            -- expect: true	107
version, server = 1, 10
local literal = source(function(c) return c.mine end)
bh.sleep("2ms")
print(literal:modify(function(v) return v + 1 end))    -- expect: true
print(server, literal:get())                           -- expect: 11	11
version, server = 1, 10
local plain = source()
bh.sleep("2ms")
local ok, err = plain:set(7)
print(ok, err.kind, plain:get())                       -- expect: nil	conflict	100
