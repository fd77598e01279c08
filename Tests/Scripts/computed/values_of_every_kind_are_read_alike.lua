-- A computed value reads a bindable, another computed value and what is not worked out yet; whatever kind of value it is,
-- and whoever has written it, it reads what an observer is told.
local bh = require "bindhost"
local source = bh.bindable()
local through = bh.computed(function() return source:get() end)
local mapped = source:map(function(value) return value end)
local last = bh.computed(function() return { source:get(), through:get(), mapped:get() } end)

local function words(value)
  if value == bh.null then return "null" end
  if type(value) ~= "table" then return (math.type(value) or type(value)) .. " " .. tostring(value) end
  return "table of " .. #value
end

local function show()
  local three = last:get()
  print(words(three[1]), words(three[1]) == words(three[2]), words(three[1]) == words(three[3]))
end

local function each(write)
  for _, value in ipairs { 7, 7.5, true, "short", ("long"):rep(20), { 1, 2 }, bh.null } do
    write(value)
    show()
  end
end

each(function(value) source:set(value) end)
-- expect: integer 7	true	true
-- expect: float 7.5	true	true
-- expect: boolean true	true	true
-- expect: string short	true	true
-- expect: string longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong	true	true
-- expect: table of 2	true	true
-- expect: null	true	true

-- The same while somebody looks, and while the writes are pending.
last:observe(function() end)
bh.transaction(function() each(function(value) source:set(value) end) end)
-- expect: integer 7	true	true
-- expect: float 7.5	true	true
-- expect: boolean true	true	true
-- expect: string short	true	true
-- expect: string longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong	true	true
-- expect: table of 2	true	true
-- expect: null	true	true

-- What raised raises again for whoever reads it, until an input changes.
local broken = bh.computed(function() if source:get() == bh.null then error("no value", 0) end return source:get() end)
local reader = bh.computed(function() return select(2, pcall(broken.get, broken)) end)
print(reader:get())                                     -- expect: no value
source:set(1)
print(reader:get())                                     -- expect: 1
