-- Lua counts nested C calls for each coroutine; a close inside a __close of a close starts from nothing.
local coroutines, deepest = {}, 0
local function close(i)
  deepest = i
  local closed, problem = coroutine.close(coroutines[i])
  if not closed then print(problem:match "C stack overflow") end  -- expect: C stack overflow
end
for i = 1, 20000 do
  coroutines[i] = coroutine.create(function()
    local guard <close> = setmetatable({}, { __close = function() close(i + 1) end })
    coroutine.yield()
  end)
  coroutine.resume(coroutines[i])
end
close(1)
print(deepest > 20, deepest < 20000)  -- expect: true	true
