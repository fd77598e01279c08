-- Contract 45, 50: where the far end of two linked sources refuses, the near one is asked to be what it was, and the status stays failed until
-- something valid is written.
local bh = require "bindhost"
local function try(near, far, at_once)
  local outside = { 1, 1 }
  local function source(index, optimistic)
    return bh.source {
      name = "s" .. index,
      optimistic = optimistic,
      get = function() return outside[index] end,
      set = function(v)
        if not at_once then bh.sleep(index == 1 and "2ms" or "4ms") end
        if index == 2 and v > 10 then return nil, "too much" end
        outside[index] = v
        return true
      end,
    }
  end
  local one, two = source(1, near), source(2, far)
  local link = bh.link(one, two)
  local function edit(end_, v)
    bh.go(function() end_:set(v) end)
    repeat bh.sleep "1ms" until one "$pending":get() == 0 and two "$pending":get() == 0
    print(one:get(), two:get(), outside[1], link "status":get(), link "error":get() ~= nil)
  end
  edit(one, 13)
  edit(one, 4)
  edit(one, 20)
  edit(two, 7)
  link:stop()
end
try(true, true)
-- expect warning: script.error
-- expect: 1	1	1	failed	true
-- expect: 4	4	4	ok	false
-- expect warning: script.error
-- expect: 4	4	4	failed	true
-- expect: 7	7	7	ok	false
try(false, true)
-- expect warning: script.error
-- expect: 1	1	1	failed	true
-- expect: 4	4	4	ok	false
-- expect warning: script.error
-- expect: 4	4	4	failed	true
-- expect: 7	7	7	ok	false
try(true, false)
-- expect warning: script.error
-- expect: 1	1	1	failed	true
-- expect: 4	4	4	ok	false
-- expect warning: script.error
-- expect: 4	4	4	failed	true
-- expect: 7	7	7	ok	false
try(true, true, true)
-- expect warning: script.error
-- expect: 1	1	1	failed	true
-- expect: 4	4	4	ok	false
-- expect warning: script.error
-- expect: 4	4	4	failed	true
-- expect: 7	7	7	ok	false
