-- Contract 23, 49: what comes back where a binding is stopped in a transaction is seen there, also in a source, and what is made of that is made of it.
local bh = require "bindhost"
bh.on_error(function() end)
for _, optimistic in ipairs { false, true } do
  local out, sent = { a = 1, b = 2 }, {}
  local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
    bh.sleep "1ms"
    sent[#sent + 1] = new.a .. "/" .. new.b
    if new.a == 60 or new.b == 60 then return nil, "is refused" end
    out = new
    return true
  end }
  local function settle()
    repeat bh.sleep "1ms" until source "$pending":get() == 0
  end
  bh.sleep "1ms"
  local function try(what, body)
    out = { a = 1, b = 2 }
    source:refresh()
    settle()
    local binding = bh.bind(bh.bindable(100), source "a", { when = bh.bindable(true) })
    settle()
    sent = {}
    local seen
    bh.transaction(function() seen = body(binding, source "a") end)
    settle()
    print(optimistic, what, seen, out.a, out.b, table.concat(sent, " "))
    binding:stop()
  end
  try("stop", function(binding, a)
    binding:stop()
    return a:get()
  end)
  try("made of it", function(binding, a)
    binding:stop()
    a:modify(function(value) return value + 20 end)
    return a:get()
  end)
  try("set", function(binding, a)
    binding:stop()
    a:set(33)
    return a:get()
  end)
  try("beside", function(binding, a)
    binding:stop()
    source "b":set(5)
    return a:get()
  end)
  try("refused", function(binding, a)
    binding:stop()
    a:set(60)
    return a:get()
  end)
  try("beside that", function(binding, a)
    binding:stop()
    source "b":set(60)
    return a:get()
  end)
end
-- expect: false	stop	1	1	2	1/2
-- expect: false	made of it	21	21	2	21/2
-- expect: false	set	33	33	2	33/2
-- expect: false	beside	1	1	5	1/5
-- expect: false	refused	60	1	2	60/2 1/2
-- expect: false	beside that	1	1	2	1/60 1/2
-- expect: true	stop	1	1	2	1/2
-- expect: true	made of it	21	21	2	21/2
-- expect: true	set	33	33	2	33/2
-- expect: true	beside	1	1	5	1/5
-- expect: true	refused	60	1	2	60/2 1/2
-- expect: true	beside that	1	1	2	1/60 1/2
