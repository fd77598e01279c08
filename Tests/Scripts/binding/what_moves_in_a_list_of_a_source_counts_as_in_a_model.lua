-- Contract 49: where elements of a list are moved beside the end of a conditional binding, or while it holds, what is there without it moves along,
-- in a source as in a model, before the source has told of that too; and nothing is lost of what is written beside an end, in whatever order the
-- source takes its writes.
local bh = require "bindhost"
bh.on_error(function() end)
local kinds = { "model", "optimistic", "pessimistic", "slow", "latest", "reject", "parallel" }

local function make(kind, first)
  if kind == "model" then return bh.bindable(first), function() end end
  local out = first
  local source = bh.source {
    optimistic = kind == "optimistic",
    order = (kind == "latest" or kind == "reject" or kind == "parallel") and kind or nil,
    get = function() return out end,
    set = function(new)
      if kind == "slow" then bh.sleep "3ms" end
      if new[1] == 0 then return nil, "is not taken" end
      out = new
      return true
    end,
  }
  bh.sleep "1ms"
  return source, function() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
end

--- What each kind of cell holds in the end, if that is not the same.
local function all(what, first, run)
  local found = {}
  for _, kind in ipairs(kinds) do
    local list, quiet = make(kind, first)
    run(list, quiet, kind)
    quiet()
    local now = bh.json.encode(list:get())
    if not found[now] then found[#found + 1] = now end
    found[now] = true
  end
  print(what, table.concat(found, " or "))
end

all("removed with the end", { 1, 2, 3 }, function(list, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), list "[3]", { when = on })
  quiet()
  bh.transaction(function()
    on:set(false)
    list:remove(1)
  end)
end)
all("stopped", { 1, 2, 3 }, function(list, quiet)
  local binding = bh.bind(bh.bindable(10), list "[2]", { when = bh.bindable(true) })
  quiet()
  bh.transaction(function()
    list:insert(1, 8)
    binding:stop()
  end)
end)
all("nothing is lost beside it", { 1, 2, 3 }, function(list, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), list "[2]", { when = on })
  quiet()
  bh.transaction(function()
    on:set(false)
    list:remove(1)
    list:push(9)
  end)
end)
all("written and moved", { 1, 2, 3, 4 }, function(list, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), list "[2]", { when = on })
  quiet()
  bh.transaction(function()
    on:set(false)
    list "[2]":set(12)
    list:insert(2, 13)
  end)
end)
all("moved while it holds", { 1, 2, 3, 4 }, function(list, quiet)
  local value = bh.bindable(10)
  bh.bind(value, list "[3]", { when = bh.bindable(true) })
  quiet()
  list:remove(1)
  quiet()
  value:set(11)
end)
all("and another one begins", { 1, 2, 3, 4 }, function(list, quiet)
  bh.bind(bh.bindable(10), list "[4]", { when = bh.bindable(true) })
  quiet()
  list:insert(3, 12)
  quiet()
  bh.bind(bh.bindable(20), list "[2]", { when = bh.bindable(true) })
end)
all("is not taken", { 1, 2, 3 }, function(list, quiet, kind)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), list "[3]", { when = on })
  quiet()
  -- A model takes everything.
  if kind ~= "model" then list:insert(1, 0) end
  quiet()
  on:set(false)
end)
all("a field beside an end", { a = 1, b = 2 }, function(record, quiet)
  local on = bh.bindable(true)
  bh.bind(bh.bindable(10), record "a", { when = on })
  quiet()
  bh.transaction(function()
    on:set(false)
    record "b":set(5)
  end)
end)
-- expect: removed with the end	[2,3]
-- expect: stopped	[8,1,2,3]
-- expect: nothing is lost beside it	[2,3,9]
-- expect: written and moved	[1,13,12,3,4]
-- expect: moved while it holds	[2,3,11]
-- expect: and another one begins	[1,20,12,3,4]
-- expect: is not taken	[1,2,3]
-- expect: a field beside an end	{"a":1,"b":5}
