-- Contract 27, 56: a write that cannot be applied fails as one that was refused outside: its caller is told, or, if nobody
-- waits for it, on_error hears of it once, whether or not writes are shown before they are confirmed.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local reports = {}
bh.on_error(function(err) reports[#reports + 1] = err.id end)
local function reported() local told = table.concat(reports, " ") reports = {} return "reports: " .. told end

for _, optimistic in ipairs { false, true } do
  local outside = { n = 1, x = 1, list = { { id = 1, v = 1 } } }
  local s = bh.source {
    optimistic = optimistic, get = function() return outside end,
    set = function(new) bh.sleep("1ms") outside = new return true end,
  }
  local function settled() wait_for(function() return s "$pending":get() == 0 end) end

  -- Somebody waits.
  local _, err = s "n":push(1)
  print(optimistic, err.id, reported())
  _, err = s:modify(function() error("mine", 0) end)
  print(optimistic, err.message, reported())
  local element = s "list":by("id", 1)
  print(element "v":get(), s "list":set {})
  _, err = element "v":set(2)
  print(optimistic, err.id, reported())

  -- Nobody does; and it takes no other write along.
  local go = bh.bindable(0)
  go:observe(function(new)
    if new == 1 then s "n":push(1) end
    if new == 2 then element "v":set(2) end
  end)
  go:set(1)
  s "x":set(2)
  settled()
  print(optimistic, s "x":get(), reported())
  go:set(2)
  settled()
  print(optimistic, reported())

  -- A binding onto what has gone says so too.
  local from = bh.bindable(1)
  s "list":set { { id = 1, v = 1 } }
  local binding = bh.bind(from, element "v")
  settled()
  print(optimistic, binding "status":get(), reported())
  s "list":set {}
  from:set(2)
  settled()
  print(optimistic, binding "status":get(), reported())
  binding:stop()
end
-- expect: false	bind.type	reports: 
-- expect: false	mine	reports: 
-- expect: 1	true
-- expect: false	bind.detached	reports: 
-- expect: false	2	reports: bind.type
-- expect: false	reports: bind.detached
-- expect: false	ok	reports: 
-- expect: false	failed	reports: bind.detached
-- expect: true	bind.type	reports: 
-- expect: true	mine	reports: 
-- expect: 1	true
-- expect: true	bind.detached	reports: 
-- expect: true	2	reports: bind.type
-- expect: true	reports: bind.detached
-- expect: true	ok	reports: 
-- expect: true	failed	reports: bind.detached
