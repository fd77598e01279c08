-- Contract 49: what a binding below says beside the end of a condition comes after what was written by hand after that, whoever hears of it first.
local bh = require "bindhost"
local function whole(v) return { a = v, b = v + 1 } end
local count = 0
local kinds = {
  { "bindable", function() return bh.bindable(whole(1)) end },
  { "model", function()
    count = count + 1
    return bh.model("m" .. count, whole(1))
  end },
  { "source", function()
    local out = whole(1)
    return bh.source { get = function() return out end, set = function(new)
      out = new
      return true
    end }
  end },
}
--- What each kind of cell holds in the end, if that is not the same.
local function all(what, run)
  local found = {}
  for _, kind in ipairs(kinds) do
    local d = kind[2]()
    local function quiet()
      if kind[1] ~= "source" then return end
      repeat bh.sleep "1ms" until d "$pending":get() == 0
    end
    if kind[1] == "source" then bh.sleep "2ms" end
    run(d, quiet)
    quiet()
    local now = bh.json.encode(d:get())
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(what, table.concat(found, " or "))
end

local function derived(on) return on:map(function(v) return v end) end

all("around it", function(d, quiet)
  local on, low = bh.bindable(true), bh.bindable(10)
  bh.bind(bh.bindable(20), d "a", { when = derived(on), priority = 2 })
  quiet()
  bh.bind(low:map(whole), d, { priority = 1 })
  quiet()
  bh.transaction(function()
    on:set(false)
    d "a":modify(function(v) return v + 5 end)
    low:set(30)
  end)
end)
-- expect: around it	{"a":30,"b":31}
all("around it on a condition", function(d, quiet)
  local on, low = bh.bindable(true), bh.bindable(10)
  bh.bind(bh.bindable(20), d "b", { when = on, priority = 2 })
  quiet()
  bh.bind(low:map(whole), d, { when = bh.bindable(true), priority = 1 })
  quiet()
  bh.transaction(function()
    low:set(30)
    on:set(false)
    d "b":modify(function(v) return v + 5 end)
  end)
end)
-- expect: around it on a condition	{"a":30,"b":31}
all("a new part", function(d, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(20):map(whole), d, { when = on, priority = 2 })
  quiet()
  bh.transaction(function()
    bh.bind(bh.bindable(30), d "a", { priority = 1 })
    on:set(false)
    d "a":set(50)
  end)
end)
-- expect: a new part	{"a":30,"b":2}
all("a part that begins", function(d, quiet)
  local on, low = bh.bindable(true), bh.bindable(false)
  bh.bind(bh.bindable(30), d "a", { when = derived(low), priority = 1 })
  bh.bind(bh.bindable(20):map(whole), d, { when = on, priority = 2 })
  quiet()
  bh.transaction(function()
    low:set(true)
    on:set(false)
    d:set(whole(50))
  end)
end)
-- expect: a part that begins	{"a":30,"b":51}
all("a part that goes on", function(d, quiet)
  local on, low = bh.bindable(true), bh.bindable(10)
  bh.bind(low, d "a", { priority = 1 })
  bh.bind(low:map(whole), d, { when = on, priority = 2 })
  quiet()
  bh.transaction(function()
    on:set(false)
    low:set(30)
    d "b":modify(function(v) return v + 5 end)
    d:set(whole(50))
  end)
end)
-- expect: a part that goes on	{"a":30,"b":51}
all("two ends", function(d, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(20), d "b", { when = on, priority = 3 })
  quiet()
  bh.bind(bh.bindable(10):map(whole), d, { when = on, priority = 2 })
  quiet()
  bh.transaction(function()
    bh.bind(bh.bindable(30), d "b", { priority = 1 })
    on:set(false)
    d:update { b = 50 }
  end)
end)
-- expect: two ends	{"a":1,"b":30}
all("from afar", function(d, quiet)
  local on, low = bh.bindable(true), bh.bindable(10)
  local function same(v) return v end
  bh.bind(low:map(same):map(same):map(same):map(whole), d, { priority = 1 })
  bh.bind(bh.bindable(20):map(whole), d, { when = on, priority = 2 })
  quiet()
  bh.transaction(function()
    on:set(false)
    d:update { a = 50 }
    low:set(30)
  end)
end)
-- expect: from afar	{"a":30,"b":31}

-- What a binding begins with covers it, and not that it is there without that.
all("begun", function(d, quiet)
  local on, high = bh.bindable(true), bh.bindable(true)
  bh.bind(bh.bindable(20), d "a", { when = derived(on), priority = 1 })
  quiet()
  bh.transaction(function()
    on:set(false)
    bh.bind(bh.bindable(30), d "a", { when = high, priority = 2 })
    d "a":modify(function(v) return v + 5 end)
  end)
  quiet()
  high:set(false)
end)
-- expect: begun	{"a":25,"b":2}

-- What was written over another one beside an end, before that one ended too, does not come back.
all("before the other end", function(d, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(20), d "b", { when = on, priority = 2 })
  quiet()
  local below = bh.bind(bh.bindable(10):map(whole), d, { priority = 1 })
  quiet()
  bh.transaction(function()
    below:stop()
    d "b":set(50)
    on:set(false)
  end)
end)
-- expect: before the other end	{"a":10,"b":11}
all("before its own end", function(d, quiet)
  local on, around = bh.bindable(true), bh.bindable(true)
  bh.bind(bh.bindable(20), d "a", { when = on, priority = 2 })
  quiet()
  bh.bind(bh.bindable(10):map(whole), d, { when = around, priority = 1 })
  quiet()
  bh.transaction(function()
    around:set(false)
    d "a":modify(function(v) return v + 5 end)
    on:set(false)
  end)
end)
-- expect: before its own end	{"a":1,"b":2}

-- Who would have gone on may be stopped with it: nothing of that is left.
all("both stopped", function(d, quiet)
  local lowest = bh.bindable(true)
  local next = bh.bind(bh.bindable(20), d "a", { when = bh.bindable(true), priority = 2 })
  local highest = bh.bind(bh.bindable(30), d "a", { priority = 3 })
  quiet()
  bh.bind(bh.bindable(10), d "a", { when = lowest, priority = 1 })
  bh.transaction(function()
    highest:stop()
    next:stop()
  end)
  quiet()
  lowest:set(false)
end)
-- expect: both stopped	{"a":30,"b":2}
all("both stopped after a write", function(d, quiet)
  local on = bh.bindable(false)
  local part = bh.bind(bh.bindable(20), d "a", { when = on, priority = 1 })
  local around = bh.bind(bh.bindable(10):map(whole), d, { priority = 2 })
  quiet()
  on:set(true)
  bh.transaction(function()
    d "a":set(50)
    around:stop()
    part:stop()
  end)
end)
-- expect: both stopped after a write	{"a":50,"b":11}

-- Each write over a binding is told, once for each kind of cell.
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
-- expect warning: bind.overwritten
