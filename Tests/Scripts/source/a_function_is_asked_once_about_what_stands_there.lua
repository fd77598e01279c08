-- Contract 57: a function that is written is asked once about each value that stands there, so that what is shown, sent and confirmed is the same; about
-- another one it is asked again.
local bh = require "bindhost"
for _, optimistic in ipairs { false, true } do
  for _, way in ipairs { "whole", "transaction", "place", "beside a binding" } do
    local server, told, calls = { { id = 1, n = 0 } }, {}, 0
    local list = bh.source {
      optimistic = optimistic, get = function() return server end,
      set = function(new)
        told[#told + 1] = "sent " .. bh.json.encode(new)
        bh.sleep "1ms"
        server = new
        return true
      end,
    }
    local function settled() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
    repeat bh.sleep "1ms" until list:has_value()
    if way == "beside a binding" then bh.bind(bh.bindable(9), list:by("id", 1) "m") end
    settled()
    told = {}
    local observer = list:observe(function(v) told[#told + 1] = "shown " .. bh.json.encode(v) end, { initial = false })
    local function number(v)
      calls = calls + 1
      v[1].n = calls
      return v
    end
    if way == "transaction" then
      bh.transaction(function()
        list:modify(number)
        told[#told + 1] = "inside " .. list "[1].n":get()
      end)
    elseif way == "place" then
      list:by("id", 1) "n":modify(function()
        calls = calls + 1
        return calls
      end)
    else
      list:modify(number)
    end
    settled()
    observer:stop()
    print(optimistic, way, calls, table.concat(told, ", "))
  end
end

-- The first write is answered with another value: what was made of the old one is made anew.
local count = 0
local sum = bh.source {
  optimistic = true, get = function() return count end,
  set = function(new)
    bh.sleep "1ms"
    count = new == 1 and 100 or new
    return count
  end,
}
repeat bh.sleep "1ms" until sum:has_value()
local seen, calls = {}, 0
sum:observe(function(v) seen[#seen + 1] = v end)
bh.go(function() sum:set(1) end)
bh.go(function()
  sum:modify(function(v)
    calls = calls + 1
    return v + 1
  end)
end)
repeat bh.sleep "1ms" until sum "$pending":get() == 0
print(calls, table.concat(seen, " "))
-- expect: false	whole	1	sent [{"id":1,"n":1}], shown [{"id":1,"n":1}]
-- expect: false	transaction	1	inside 1, sent [{"id":1,"n":1}], shown [{"id":1,"n":1}]
-- expect: false	place	1	sent [{"id":1,"n":1}], shown [{"id":1,"n":1}]
-- expect: false	beside a binding	1	sent [{"id":1,"m":9,"n":1}], shown [{"id":1,"m":9,"n":1}]
-- expect: true	whole	1	shown [{"id":1,"n":1}], sent [{"id":1,"n":1}]
-- expect: true	transaction	1	inside 1, shown [{"id":1,"n":1}], sent [{"id":1,"n":1}]
-- expect: true	place	1	shown [{"id":1,"n":1}], sent [{"id":1,"n":1}]
-- expect: true	beside a binding	1	shown [{"id":1,"m":9,"n":1}], sent [{"id":1,"m":9,"n":1}]
-- expect: 2	0 1 2 101
