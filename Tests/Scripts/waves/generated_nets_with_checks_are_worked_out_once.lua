-- Contract 0, 2, 3, 47: in generated nets, whose checks, validators and equality functions read what follows from bindings, each computed value is
-- worked out at most once in a wave, of what has settled, and all ends hold what a naive recomputation gives.
local bh = require "bindhost"
local random = math.random

-- Cells in an order in which each follows from earlier ones only.
local function declared()
  local net = {}
  for i = 1, random(4, 10) do
    local kind = i <= 2 and "source" or ({ "source", "bound", "bound", "bound", "computed", "computed" })[random(6)]
    local cell = { kind = kind, index = i, modulus = random(2, 4), reads = {} }
    if kind == "bound" then
      cell.from, cell.plus = random(i - 1), random(0, 3)
      cell.asks = ({ "check", "coerces", "equals", "place", "nothing" })[random(5)]
      cell.isLinked = net[cell.from].kind ~= "computed" and cell.asks ~= "coerces" and random(3) == 1
    end
    -- What is linked follows from all that it is linked with.
    cell.root = cell.isLinked and net[cell.from].root or i
    for _ = 1, random(3) do
      local read = random(i > 1 and i - 1 or 1)
      if kind ~= "source" and (not cell.isLinked or read < cell.root) then cell.reads[#cell.reads + 1] = read end
    end
    if kind == "computed" then cell.more = random(i - 1) end
    net[i] = cell
  end
  return net
end

local function made(net)
  local places = bh.bindable { list = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } }
  for _, cell in ipairs(net) do
    local function sumRead()
      local sum = 0
      for _, read in ipairs(cell.reads) do sum = sum + net[read].ref:get() end
      return sum
    end
    local function looks(value) if value % cell.modulus == 0 then sumRead() end end
    cell.looks = looks
    if cell.kind == "source" then
      cell.ref, cell.value = bh.bindable(0), 0
    elseif cell.kind == "computed" then
      cell.ref = bh.computed(function()
        cell.runs = cell.runs + 1
        local sum = 0
        local function read(index)
          local value = net[index].ref:get()
          cell.seen[#cell.seen + 1] = { index, value }
          sum = sum + value
        end
        for _, index in ipairs(cell.reads) do read(index) end
        if sum % cell.modulus == 0 then read(cell.more) end
        return sum
      end)
    elseif cell.asks == "check" or cell.asks == "coerces" then
      cell.ref = bh.model(net.name .. cell.index, { v = bh.field { default = 0, check = function(value)
        if cell.asks == "check" then
          looks(value)
        elseif value % cell.modulus == 0 then
          return true, value + 100 * (1 + sumRead() % 3)
        end
        return true
      end } }) "v"
    elseif cell.asks == "equals" then
      cell.ref = bh.bindable(0, { equals = function(old, new)
        looks(new)
        return old == new
      end })
    elseif cell.asks == "place" then
      cell.ref = places("list[" .. cell.index .. "]")
    else
      cell.ref = bh.bindable(0)
    end
  end
  local order = {}
  for _, cell in ipairs(net) do table.insert(order, random(#order + 1), cell) end
  for _, cell in ipairs(order) do
    if cell.isLinked then
      bh.link(net[cell.from].ref, cell.ref, {
        to = function(value) return value + cell.plus end,
        from = function(value) return value - cell.plus end,
        validate = function(value)
          cell.looks(value)
          return true
        end,
      })
    elseif cell.kind == "bound" then
      bh.bind(net[cell.from].ref, cell.ref, { map = function(value) return value + cell.plus end })
    elseif cell.kind == "computed" and random(3) > 1 then
      cell.ref:observe(function() end)
    end
  end
end

local function recomputed(net)
  local values = {}
  for i, cell in ipairs(net) do
    local sum = 0
    for _, read in ipairs(cell.reads) do sum = sum + values[read] end
    if cell.kind == "source" then
      values[i] = cell.value
    elseif cell.kind == "computed" then
      values[i] = sum % cell.modulus == 0 and sum + values[cell.more] or sum
    else
      local value = values[cell.from] + cell.plus
      values[i] = cell.asks == "coerces" and value % cell.modulus == 0 and value + 100 * (1 + sum % 3) or value
    end
  end
  return values
end

local differences = 0
local function differs(seed, wave, ...)
  differences = differences + 1
  print("net " .. seed, "wave " .. wave, ...)
end

for seed = 1, 300 do
  math.randomseed(seed)
  local net = declared()
  net.name = "net" .. seed .. "_"
  for _, cell in ipairs(net) do cell.runs, cell.seen = 0, {} end
  local scope = bh.scope(function() made(net) end)
  for wave = 1, 6 do
    for _, cell in ipairs(net) do cell.runs, cell.seen = 0, {} end
    bh.transaction(function()
      for _, cell in ipairs(net) do
        if cell.kind == "source" and random(2) == 1 then
          cell.value = random(0, 12)
          cell.ref:set(cell.value)
        end
      end
    end)
    local values = recomputed(net)
    for i, cell in ipairs(net) do
      if cell.runs > 1 then differs(seed, wave, i .. " was worked out " .. cell.runs .. " times") end
      for _, read in ipairs(cell.seen) do
        if read[2] ~= values[read[1]] then differs(seed, wave, i .. " saw " .. read[1] .. " = " .. read[2]) end
      end
    end
    for i, cell in ipairs(net) do
      local value = cell.ref:get()
      if value ~= values[i] then differs(seed, wave, i .. " is " .. value .. ", not " .. values[i]) end
    end
  end
  scope:close()
end
print(differences)                                         -- expect: 0
