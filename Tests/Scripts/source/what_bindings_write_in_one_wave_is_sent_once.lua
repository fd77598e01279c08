-- Contract 21, 50, 57: what bindings and links write to a source in one wave is one write, as if a transaction had written it; what it was in
-- between nobody is told.
local bh = require "bindhost"
for _, options in ipairs { {}, { optimistic = true }, { order = "reject" }, { order = "latest" }, { order = "parallel" } } do
  for _, how in ipairs { "links", "binds", "both" } do
    local server, sent, seen = { a = 1, b = 2 }, {}, {}
    local source = bh.source { get = function() return server end, order = options.order, optimistic = options.optimistic,
      set = function(new)
        sent[#sent + 1] = new.a .. "/" .. new.b
        bh.sleep "1ms"
        server = new
        return true
      end }
    bh.on_error(function(err) sent[#sent + 1] = err.id end)
    source:observe(function(v) seen[#seen + 1] = v.a .. "/" .. v.b end)
    local a, b = bh.bindable(1), bh.bindable(2)
    if how == "links" then
      bh.link(source "a", a)
      bh.link(source "b", b)
    else
      bh.bind(a, source "a")
      if how == "binds" then bh.bind(b, source "b") end
    end
    while source "$pending":get() > 0 do bh.sleep "1ms" end
    sent = {}
    bh.transaction(function()
      a:set(10)
      if how == "both" then source "b":set(20) else b:set(20) end
    end)
    while source "$pending":get() > 0 do bh.sleep "1ms" end
    local text = table.concat(sent, " ") .. " " .. table.concat(seen, " ")
    if text ~= "10/20 1/2 10/20" then
      -- Shown at once is shown as it is written: in the wave of the write nobody looks.
      print(options.order, options.optimistic, how, text)
    end
  end
end
print "done"                                               -- expect: done

-- Of two bindings of which one covers the other only the higher one's value is sent.
local sent, low, high, on = {}, bh.bindable(1), bh.bindable(100), bh.bindable(false)
local sink = bh.source { set = function(v)
  sent[#sent + 1] = v
  return true
end }
local lower = bh.bind(low, sink)
bh.bind(high, sink, { when = on, priority = 5 })
local function told()
  bh.sleep "1ms"
  local text = table.concat(sent, " ")
  sent = {}
  return text
end
print(told())                                              -- expect: 1
bh.transaction(function() low:set(2) on:set(true) end)
print(told())                                              -- expect: 100
low:set(3)
print(told() == "")                                        -- expect: true
on:set(false)
print(told(), lower "status":get())                        -- expect: 3	ok

-- A condition alone: nothing is read of what can only be written, and nothing put back.
local gate = bh.bindable(false)
local alone = bh.source { set = function(v)
  sent[#sent + 1] = v
  return true
end }
local gated = bh.bind(low, alone, { when = gate })
print(told() == "")                                        -- expect: true
gate:set(true)
print(told(), gated "status":get())                        -- expect: 3	ok
gate:set(false)
low:set(4)
print(told(), gated "status":get())                        -- expect: 4	ok

-- Who awaits a part of it is told how that ends.
local server = { a = 1, b = 2 }
local both = bh.source { get = function() return server end, set = function(new)
  bh.sleep "1ms"
  server = new.a == 5 and { a = 5, b = 9 } or new
  return server
end }
local first, answer = bh.bindable(1), nil
bh.bind(first, both "a")
repeat bh.sleep "1ms" until both "$pending":get() == 0
bh.go(function() first:set(5) end)
bh.go(function()
  first:set(10)
  answer = table.pack(both "b":modify(function(v)
    if v == 9 then error("no more", 0) end
    return v + 1
  end))
end)
repeat bh.sleep "1ms" until answer
print(server.a, server.b, answer[1], answer[2] and answer[2].message)  -- expect: 10	9	nil	no more
