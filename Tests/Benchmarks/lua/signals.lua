-- Peer: a small correct signals library in plain Lua. Push marks, pull proves; dependencies are
-- tracked; an equal value notifies nobody; an observer runs once a wave, and one that raises does
-- not stop the others. A node is a table whose array part lists its dependents.
local signals = {}

local CLEAN, MAYBE, STALE = 0, 1, 2
local running           -- the derived node or observer that reads at the moment
local queue, queued = {}, 0
local depth = 0         -- > 0 inside a wave: later writes are held and follow
local held, held_count = {}, 0

-- Invariant: `node.inputs[1..node.count]` is what the last evaluation read, in order of reading, and each
-- of these inputs lists `node` once. Suspended while the node is evaluated.
local function depend(source, node)
  local at = node.cursor + 1
  if node.inputs[at] == source then
    node.cursor = at
    return
  end
  for i = 1, node.cursor do
    if node.inputs[i] == source then return end
  end
  if at <= node.count then          -- another input than last time: drop the rest
    for i = at, node.count do
      local input = node.inputs[i]
      for j = 1, #input do
        if input[j] == node then table.remove(input, j) break end
      end
      node.inputs[i] = nil
    end
    node.count = at - 1
  end
  node.inputs[at] = source
  node.count, node.cursor = at, at
  source[#source + 1] = node
end

local function mark(node)
  for i = 1, #node do
    local target = node[i]
    if target.state == CLEAN then
      target.state = MAYBE
      if target.observer then
        queued = queued + 1
        queue[queued] = target
      else
        mark(target)
      end
    end
  end
end

local refresh

local function run(node)
  local outer = running
  running, node.cursor = node, 0
  local ok, result = pcall(node.fn)
  running = outer
  for i = node.cursor + 1, node.count do
    local input = node.inputs[i]
    for j = 1, #input do
      if input[j] == node then table.remove(input, j) break end
    end
    node.inputs[i] = nil
  end
  node.count, node.state = node.cursor, CLEAN
  return ok, result
end

local function evaluate(node)
  local ok, result = run(node)
  if not ok then node.error = result return end
  node.error = nil
  if result ~= node.value then
    node.value = result
    for i = 1, #node do node[i].state = STALE end
  end
end

-- Makes a derived node clean: its inputs first, itself only if one of them really changed.
function refresh(node)
  if node.state == MAYBE then
    for i = 1, node.count do
      local input = node.inputs[i]
      if input.state ~= CLEAN then refresh(input) end
      if node.state == STALE then break end
    end
    if node.state == MAYBE then node.state = CLEAN end
  end
  if node.state == STALE and not node.observer then evaluate(node) end
end

local function wave()
  depth = 1
  local i = 1
  while true do
    while i <= queued do
      local observer = queue[i]
      refresh(observer)
      if observer.state == STALE then
        local ok, message = run(observer)
        if not ok then signals.on_error(message) end
      end
      i = i + 1
    end
    queued, i = 0, 1
    if held_count == 0 then break end
    local now, count = held, held_count
    held, held_count = {}, 0
    for k = 1, count, 2 do
      local source, value = now[k], now[k + 1]
      if source.value ~= value then
        source.value = value
        mark(source)
        for j = 1, #source do source[j].state = STALE end
      end
    end
  end
  depth = 0
end

function signals.source(value)
  return { value = value, state = CLEAN }
end

function signals.get(node)
  if running then depend(node, running) end
  if node.state ~= CLEAN then refresh(node) end
  if node.error ~= nil then error(node.error, 0) end
  return node.value
end

function signals.set(source, value)
  if depth > 0 then
    held[held_count + 1], held[held_count + 2] = source, value
    held_count = held_count + 2
    return
  end
  if source.value == value then return end
  source.value = value
  mark(source)
  for i = 1, #source do source[i].state = STALE end
  wave()
end

function signals.computed(fn)
  return { fn = fn, inputs = {}, count = 0, cursor = 0, state = STALE }
end

function signals.effect(fn)
  local node = { fn = fn, inputs = {}, count = 0, cursor = 0, state = STALE, observer = true }
  local ok, message = run(node)
  if not ok then signals.on_error(message) end
  return node
end

function signals.on_error(message) io.stderr:write(tostring(message), "\n") end

return signals
