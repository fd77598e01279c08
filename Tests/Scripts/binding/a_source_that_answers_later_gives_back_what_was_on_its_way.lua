-- Contract 49, 59: what a source that shows nothing before it is confirmed holds without conditional bindings is what was on its way when
-- they began, and lower bindings leave to higher ones what is on its way.
local bh = require "bindhost"
local function outside(value, order)
  local out = value
  local source = bh.source { get = function() return out end, order = order, set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end }
  bh.sleep "5ms"
  return source, function()
    bh.sleep "10ms"
    return bh.json.encode(source:get()), bh.json.encode(out)
  end
end

for _, order in ipairs { "serial", "parallel", "latest" } do
  local s, rest = outside(1, order)
  local a, b = bh.bindable(true), bh.bindable(false)
  bh.bind(bh.bindable(10), s, { when = a, priority = 1 })
  bh.bind(bh.bindable(20), s, { when = b, priority = 2 })
  rest()
  a:set(false)
  b:set(true)
  local shown = rest()
  b:set(false)
  print(order, "handed over", shown, rest())
  a:set(true)
  rest()
  a:set(false)
  a:set(true)
  rest()
  a:set(false)
  print(order, "to and fro", rest())
  bh.transaction(function() s:set(5) end)
  a:set(true)
  rest()
  a:set(false)
  print(order, "by hand before", rest())
  bh.transaction(function()
    s:set(6)
    a:set(true)
  end)
  rest()
  a:set(false)
  print(order, "by hand with", rest())
end
-- expect: serial	handed over	20	1	1
-- expect: serial	to and fro	1	1
-- expect: serial	by hand before	5	5
-- expect: serial	by hand with	6	6
-- expect: parallel	handed over	20	1	1
-- expect: parallel	to and fro	1	1
-- expect: parallel	by hand before	5	5
-- expect: parallel	by hand with	6	6
-- expect: latest	handed over	20	1	1
-- expect: latest	to and fro	1	1
-- expect: latest	by hand before	5	5
-- expect: latest	by hand with	6	6

local s, rest = outside { n = 1, v = 2 }
local w, one, other = bh.bindable(true), bh.bindable(14), bh.bindable { n = 11, v = 12 }
bh.bind(one, s "v", { when = w, priority = 2 })
bh.bind(other, s, { when = w, priority = 1 })
print(rest())                                              -- expect: {"n":11,"v":14}	{"n":11,"v":14}
bh.transaction(function()
  other:set { n = 21, v = 22 }
  one:set(24)
end)
print(rest())                                              -- expect: {"n":21,"v":24}	{"n":21,"v":24}
w:set(false)
print(rest())                                              -- expect: {"n":1,"v":2}	{"n":1,"v":2}

-- What a function changes there after the end is carried over.
for _, way in ipairs { "stop", "off" } do
  local r, quiet = outside { q = { c = 1, d = 2 } }
  local on = bh.bindable(true)
  local h = bh.bind(bh.bindable { c = 11, d = 12 }, r "q", { when = on })
  quiet()
  bh.transaction(function()
    if way == "stop" then h:stop() else on:set(false) end
    r "q":modify(function(q)
      q.c = 16
      return q
    end)
  end)
  print(way, quiet())
end
-- expect: stop	{"q":{"c":16,"d":2}}	{"q":{"c":16,"d":2}}
-- expect: off	{"q":{"c":16,"d":2}}	{"q":{"c":16,"d":2}}
