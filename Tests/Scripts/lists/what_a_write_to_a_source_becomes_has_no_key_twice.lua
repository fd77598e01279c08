-- Contract 52: what a source's write becomes later is looked at before it is sent: on the value that had to be waited for, and as a
-- conflict is resolved; also of a list that is a place in it.
local bh = require "bindhost"
local function id(ok, err) return ok, err and err.id end
local outside, isReady, isMet = { items = { { id = 1 } } }, false, false
local s = bh.source {
  get = function()
    while not isReady do bh.sleep(0) end
    return outside
  end,
  resolve = function() return { items = { { id = 5 }, { id = 5 } } } end,
  set = function(new)
    if not isMet then
      print("sent", #new.items)
      outside = new
      return true
    end
    isMet = false
    return nil, { kind = "conflict", message = "somebody was first", theirs = { items = { { id = 9 } } } }
  end,
}
local each = bh.each(s "items", { key = function(item) return item.id end, insert = function(_, key) print("insert", key) end })
print(id(pcall(s.set, s, { items = { { id = 1 }, { id = 1 } } })))   -- expect: false	bind.key
local answers = {}
for n = 1, 2 do bh.go(function() answers[n] = { s "items":push { id = n } } end) end
for _ = 1, 5 do bh.sleep(0) end
isReady = true                          -- expect: insert	1
while not answers[2] do bh.sleep(0) end -- expect: sent	2
                                        -- expect: insert	2
print(id(table.unpack(answers[1])))     -- expect: nil	bind.key
print(id(table.unpack(answers[2])))     -- expect: true	nil
isMet = true
print(id(s:set { items = { { id = 7 } } }))   -- expect: insert	9
print(s "items[1].id":get(), #outside.items)  -- expect: nil	bind.key
                                              -- expect: 9	2
each:stop()
