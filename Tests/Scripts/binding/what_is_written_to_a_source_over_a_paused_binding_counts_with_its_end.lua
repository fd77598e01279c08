-- Contract 49: a binding that is paused has its target until it goes on or stops. What is written by hand to that meanwhile is there without it if
-- the condition had ended before, in a source too, and else it is not.
local bh = require "bindhost"
local tick = bh.bindable(0)
tick:observe(function() end)
for _, before in ipairs { false, true } do
  for _, ends in ipairs { "resume", "stop", "fail" } do
    local all = {}
    for _, kind in ipairs { "model", "optimistic", "pessimistic", "derived" } do
      local out = { a = 1, b = 2 }
      local cell = kind == "model" and bh.bindable { a = 1, b = 2 } or bh.source {
        optimistic = kind == "optimistic", get = function() return out end, set = function(new)
          out = new
          return true
        end }
      local function quiet()
        if kind ~= "model" then repeat bh.sleep "1ms" until cell "$pending":get() == 0 end
      end
      bh.sleep "1ms"
      local on, value = bh.bindable(true), bh.bindable(10)
      local b = bh.bind(value, cell "a", { when = kind == "derived" and on:map(function(v) return v end) or on })
      quiet()
      bh.transaction(function()
        if before then
          cell "a":set(50)
          value:set(20)
        end
        b:pause()
        on:set(false)
      end)
      quiet()
      if not before then cell:update { a = 50 } end
      quiet()
      for _ = 1, before and 0 or 3 do tick:set(tick:get() + 1) end
      if ends == "resume" then
        b:resume()
      elseif ends == "stop" then
        b:stop()
      else
        pcall(bh.transaction, function()
          b:stop()
          error "taken back"
        end)
      end
      quiet()
      all[#all + 1] = cell "a":get() .. (kind == "model" and "" or "=" .. out.a)
    end
    print(before, ends, table.concat(all, " "))
  end
end
-- expect: false	resume	50 50=50 50=50 50=50
-- expect: false	stop	50 50=50 50=50 50=50
-- expect: false	fail	50 50=50 50=50 50=50
-- expect: true	resume	1 1=1 1=1 1=1
-- expect: true	stop	1 1=1 1=1 1=1
-- expect: true	fail	1 1=1 1=1 1=1
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten

-- What the source does not take is not there.
for _, optimistic in ipairs { false, true } do
  for _, ends in ipairs { "resume", "stop", "before" } do
    local out = { a = 1, b = 2 }
    local source = bh.source { optimistic = optimistic, get = function() return out end, set = function(new)
      bh.sleep "1ms"
      if new.a == 50 then return nil, "not this" end
      out = new
      return true
    end }
    local function quiet()
      repeat bh.sleep "1ms" until source "$pending":get() == 0
    end
    bh.sleep "1ms"
    local on = bh.bindable(true)
    local b = bh.bind(bh.bindable(10), source "a", { when = on })
    quiet()
    bh.transaction(function()
      b:pause()
      on:set(false)
    end)
    bh.go(function() source "a":set(50) end)
    if ends == "before" then bh.sleep "0ms" else quiet() end
    if ends == "stop" then b:stop() else b:resume() end
    quiet()
    print("refused", source "a":get(), out.a)
  end
end
-- expect: refused	1	1
-- expect: refused	1	1
-- expect: refused	1	1
-- expect: refused	1	1
-- expect: refused	1	1
-- expect: refused	1	1

-- Before it is known to be refused it is what comes back, and the source does not take that either.
-- expect error: script.error
-- expect error: script.error
