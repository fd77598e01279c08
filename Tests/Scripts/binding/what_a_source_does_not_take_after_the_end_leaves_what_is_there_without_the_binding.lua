-- Contract 49: what is written by hand after the end, and is declined or refused by the source, does not stand: what is there without the binding does.
local bh = require "bindhost"
local refused = 0
bh.on_error(function() refused = refused + 1 end)

local function settle(source)
  repeat bh.sleep "1ms" until source "$pending":get() == 0
end

local function kept(out, how)
  local function takes(new) return new ~= 60 and new ~= 70 and (type(new) ~= "table" or new.a ~= 60) end
  local source = bh.source {
    optimistic = how ~= "shown later",
    get = function() return out end,
    set = function(new)
      bh.sleep "1ms"
      if how ~= "declined" and not takes(new) then error "is not taken" end
      out = new
      return true
    end,
    confirm = how == "declined" and takes or nil,
  }
  bh.sleep "1ms"
  return source, function() return type(out) == "table" and bh.json.encode(out) or out end
end

local current
local function try(how, what, before, body)
  local source, out = kept(before, how)
  current = source
  local on = bh.bindable(true)
  local all = { body(source, on) }
  settle(source)
  print(how, what, out(), all[1] or "-", refused)
  refused = 0
end
local function bound(value, target, on, options)
  options = options or {}
  options.when = on
  local binding = bh.bind(bh.bindable(value), target, options)
  settle(current)
  return binding
end
local function ends(on, target, value)
  bh.transaction(function()
    on:set(false)
    target:set(value)
  end)
end

for _, how in ipairs { "declined", "shown at once", "shown later" } do
  try(how, "whole", 20, function(source, on)
    bound(50, source, on)
    ends(on, source, 60)
  end)
  try(how, "stopped", 20, function(source, on)
    local binding = bound(50, source, on)
    bh.transaction(function()
      binding:stop()
      source:set(60)
    end)
  end)
  try(how, "under way", 20, function(source, on)
    bh.bind(bh.bindable(50), source, { when = on })
    ends(on, source, 60)
  end)
  try(how, "part", { a = 20, b = 21 }, function(source, on)
    bound({ a = 50, b = 51 }, source, on)
    ends(on, source "a", 60)
  end)
  try(how, "around", { a = 20, b = 21 }, function(source, on)
    bound(50, source "a", on)
    ends(on, source, { a = 60, b = 22 })
  end)
  try(how, "nothing", { b = 21 }, function(source, on)
    bound(50, source "a", on)
    ends(on, source "a", 60)
  end)
  try(how, "beside", { a = 20, b = 21 }, function(source, on)
    bound(50, source "a", on)
    bound(51, source "b", bh.bindable(true))
    ends(on, source "a", 60)
  end)
  try(how, "twice", 20, function(source, on)
    bound(50, source, on)
    ends(on, source, 60)
    source:set(70)
  end)
  try(how, "then taken", 20, function(source, on)
    bound(50, source, on)
    ends(on, source, 60)
    source:set(71)
  end)
  try(how, "on again", 20, function(source, on)
    bound(50, source, on)
    ends(on, source, 60)
    on:set(true)
    settle(source)
    local again = source:get()
    on:set(false)
    return again
  end)
  try(how, "below", 20, function(source, on)
    bound(30, source)
    bound(50, source, on, { priority = 1 })
    ends(on, source, 60)
  end)
  try(how, "linked", 20, function(source, on)
    local other = bh.bindable(20)
    bh.link(other, source)
    bound(50, source, on, { priority = 1 })
    ends(on, source, 60)
    settle(source)
    return other:get()
  end)
  try(how, "derived", 20, function(source, on)
    bound(50, source, on:map(function(yes) return yes end))
    ends(on, source, 60)
  end)
  try(how, "its own", { a = 20, on = true }, function(source)
    bound(50, source "a", source "on")
    source:update { a = 60, on = false }
    settle(source)
    source "on":set(false)
  end)
  try(how, "both", { a = 20, b = 21 }, function(source, on)
    bound(50, source "a", on)
    bound(51, source "b", on)
    ends(on, source "a", 60)
  end)
  try(how, "as it was", 20, function(source, on)
    bound(50, source, on)
    ends(on, source, 60)
    source:set(50)
  end)
  try(how, "as it was, later", 20, function(source, on)
    bound(50, source, on)
    ends(on, source, 60)
    bh.transaction(function() source:set(50) end)
  end)
  try(how, "in between", { a = 20, b = 21 }, function(source, on)
    bound(50, source "a", on)
    ends(on, source "a", 60)
    bh.transaction(function() source "a":set(60) end)
    bh.transaction(function() source "b":set(5) end)
  end)
  try(how, "another on", 20, function(source, on)
    local value = bh.bindable(50)
    bh.bind(value, source, { when = on })
    settle(source)
    ends(on, source, 60)
    bh.transaction(function()
      value:set(51)
      on:set(true)
    end)
    settle(source)
    local again = source:get()
    on:set(false)
    return again
  end)
  try(how, "below that", 20, function(source)
    bound(30, source)
    local binding = bound(50, source, nil, { priority = 1 })
    bh.transaction(function()
      binding:stop()
      source:set(60)
    end)
  end)
  try(how, "seen", 20, function(source, on)
    local seen = {}
    bound(50, source, on)
    source:observe(function(value) seen[#seen + 1] = value end)
    ends(on, source, 60)
    settle(source)
    return table.concat(seen, " ")
  end)
end
-- expect: declined	whole	20	-	0
-- expect: declined	stopped	20	-	0
-- expect: declined	under way	20	-	0
-- expect: declined	part	{"a":20,"b":21}	-	0
-- expect: declined	around	{"a":20,"b":21}	-	0
-- expect: declined	nothing	{"b":21}	-	0
-- expect: declined	beside	{"a":20,"b":51}	-	0
-- expect: declined	twice	20	-	0
-- expect: declined	then taken	71	-	0
-- expect: declined	on again	20	50	0
-- expect: declined	below	30	-	0
-- expect: declined	linked	20	20	0
-- expect: declined	derived	20	-	0
-- expect: declined	its own	{"a":20,"on":false}	-	0
-- expect: declined	both	{"a":20,"b":21}	-	0
-- expect: declined	as it was	50	-	0
-- expect: declined	as it was, later	50	-	0
-- expect: declined	in between	{"a":20,"b":5}	-	0
-- expect: declined	another on	20	51	0
-- expect: declined	below that	30	-	0
-- expect: declined	seen	20	50 20	0
-- expect: shown at once	whole	20	-	1
-- expect: shown at once	stopped	20	-	1
-- expect: shown at once	under way	20	-	1
-- expect: shown at once	part	{"a":20,"b":21}	-	1
-- expect: shown at once	around	{"a":20,"b":21}	-	1
-- expect: shown at once	nothing	{"b":21}	-	1
-- expect: shown at once	beside	{"a":20,"b":51}	-	1
-- expect: shown at once	twice	20	-	1
-- expect: shown at once	then taken	71	-	1
-- expect: shown at once	on again	20	50	1
-- expect: shown at once	below	30	-	1
-- expect: shown at once	linked	20	20	1
-- expect: shown at once	derived	20	-	1
-- expect: shown at once	its own	{"a":20,"on":false}	-	0
-- expect: shown at once	both	{"a":20,"b":21}	-	1
-- expect: shown at once	as it was	50	-	1
-- expect: shown at once	as it was, later	50	-	1
-- expect: shown at once	in between	{"a":20,"b":5}	-	2
-- expect: shown at once	another on	20	51	1
-- expect: shown at once	below that	30	-	1
-- expect: shown at once	seen	20	50 60 20	1
-- expect: shown later	whole	20	-	1
-- expect: shown later	stopped	20	-	1
-- expect: shown later	under way	20	-	1
-- expect: shown later	part	{"a":20,"b":21}	-	1
-- expect: shown later	around	{"a":20,"b":21}	-	1
-- expect: shown later	nothing	{"b":21}	-	1
-- expect: shown later	beside	{"a":20,"b":51}	-	1
-- expect: shown later	twice	20	-	1
-- expect: shown later	then taken	71	-	1
-- expect: shown later	on again	20	50	1
-- expect: shown later	below	30	-	1
-- expect: shown later	linked	20	20	1
-- expect: shown later	derived	20	-	1
-- expect: shown later	its own	{"a":20,"on":false}	-	0
-- expect: shown later	both	{"a":20,"b":21}	-	1
-- expect: shown later	as it was	50	-	1
-- expect: shown later	as it was, later	50	-	1
-- expect: shown later	in between	{"a":20,"b":5}	-	2
-- expect: shown later	another on	20	51	1
-- expect: shown later	below that	30	-	1
-- expect: shown later	seen	20	50 20	1
