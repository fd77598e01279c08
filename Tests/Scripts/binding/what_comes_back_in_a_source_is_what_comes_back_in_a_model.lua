-- Contract 49: what several bindings and writes by hand leave at the end is the same in a model, a bindable and a source, however that answers.
local bh = require "bindhost"
local function source(options)
  local out = { a = 1, b = 2, c = 3 }
  options.get = function() return out end
  options.set = function(new)
    bh.sleep "1ms"
    out = new
    return true
  end
  local cell = bh.source(options)
  bh.sleep "1ms"
  return cell, function()
    repeat bh.sleep "1ms" until cell "$pending":get() == 0
  end
end
local function nothing() end
local count = 0
local kinds = {
  { "model", function() return bh.model("m" .. count, { a = 1, b = 2, c = 3 }), nothing end },
  { "bindable", function() return bh.bindable { a = 1, b = 2, c = 3 }, nothing end },
  { "shown at once", function() return source { optimistic = true } end },
  { "shown later", function() return source {} end },
  { "confirmed", function() return source { optimistic = true, confirm = function() return true end } end },
}
local function whole(value) return { a = value, b = value + 1, c = value + 2 } end
local function derived(condition) return condition:map(function(yes) return yes end) end
local tx = bh.transaction

local cases = {
  { "covered before the end", function(cell, quiet, on)
    bh.bind(bh.bindable(100), cell "a", { when = derived(on) })
    quiet()
    tx(function()
      cell "a":set(60)
      on:set(false)
    end)
  end },
  { "over who goes on below", function(cell, quiet, on)
    local upper = bh.bind(bh.bindable(100), cell "a", { when = on, priority = 2 })
    bh.bind(bh.bindable(whole(200)), cell, { when = on, priority = 1 })
    quiet()
    tx(function()
      upper:stop()
      cell:update { a = 95 }
    end)
  end },
  { "over who has it, beside an end", function(cell, quiet, on)
    bh.bind(bh.bindable(100), cell "a", { when = on, priority = 2 })
    local below = bh.bind(bh.bindable(whole(200)), cell, { when = on, priority = 1 })
    quiet()
    tx(function()
      cell:update { a = 145 }
      below:stop()
    end)
  end },
  { "all of it between two ends", function(cell, quiet, on)
    local off = bh.bindable(true)
    bh.bind(bh.bindable(100), cell "a", { when = off, priority = 2 })
    bh.bind(bh.bindable(whole(200)), cell, { when = on, priority = 1 })
    quiet()
    tx(function()
      off:set(false)
      cell:set(whole(75))
      on:set(false)
    end)
  end },
  { "between an end and a beginning", function(cell, quiet, on)
    local begins = bh.bindable(false)
    bh.bind(bh.bindable(100), cell "b", { when = begins, priority = 2 })
    bh.bind(bh.bindable(whole(200)), cell, { when = on, priority = 1 })
    quiet()
    tx(function()
      on:set(false)
      begins:set(true)
      cell "b":set(65)
    end)
    quiet()
    begins:set(false)
  end },
  { "a field of all of it", function(cell, quiet, on)
    bh.bind(bh.bindable(whole(200)), cell, { when = on })
    quiet()
    tx(function()
      on:set(false)
      cell:modify(function(all)
        all.a = 60
        return all
      end)
    end)
  end },
  { "beside what is on its way", function(cell, quiet, on)
    bh.bind(bh.bindable(whole(200)), cell, { when = on })
    quiet()
    tx(function() cell "b":set(30) end)
    tx(function()
      on:set(false)
      cell:modify(function(all)
        all.a = 60
        return all
      end)
    end)
  end },
  { "made of what is on its way", function(cell, quiet, on)
    bh.bind(bh.bindable(100), cell "a", { when = on })
    quiet()
    tx(function() cell "a":set(75) end)
    tx(function()
      on:set(false)
      cell "a":modify(function(value) return value + 95 end)
    end)
  end },
}
for _, case in ipairs(cases) do
  local all, first = {}, nil
  count = count + 1
  for _, kind in ipairs(kinds) do
    local cell, quiet = kind[2]()
    case[2](cell, quiet, bh.bindable(true))
    quiet()
    local value = cell:get()
    local text = string.format("%d %d %d", value.a, value.b, value.c)
    first = first or text
    if text ~= first then all[#all + 1] = kind[1] .. " " .. text end
  end
  print(case[1], first, table.concat(all, ", "))
end
-- expect: covered before the end	1 2 3	
-- expect: over who goes on below	95 201 202	
-- expect: over who has it, beside an end	145 2 3	
-- expect: all of it between two ends	1 2 3	
-- expect: between an end and a beginning	1 65 3	
-- expect: a field of all of it	60 2 3	
-- expect: beside what is on its way	60 2 3	
-- expect: made of what is on its way	170 2 3	

-- Each write over a binding is told, once for each kind that has such a binding when it is known to stand.
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
