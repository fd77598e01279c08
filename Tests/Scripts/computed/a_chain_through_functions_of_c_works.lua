-- Contract 11b: what cannot be suspended, a C function that calls back, does not bound the depth either.
local bh = require "bindhost"
local ways = {
  ["string.gsub"] = function(cell) local v string.gsub("x", "x", function() v = cell:get() end) return v end,
  ["table.sort"] = function(cell)
    local v
    table.sort({ 1, 2 }, function(a, b) v = cell:get() return a < b end)
    return v
  end,
  ["coroutine.wrap"] = function(cell) return coroutine.wrap(function() return cell:get() end)() end,
  ["__tostring"] = function(cell)
    local v
    tostring(setmetatable({}, { __tostring = function() v = cell:get() return "" end }))
    return v
  end,
  ["bh.untracked"] = function(cell) return bh.untracked(function() return cell:get() end) end,
}
for _, name in ipairs { "string.gsub", "table.sort", "coroutine.wrap", "__tostring", "bh.untracked" } do
  local read, starts = ways[name], 0
  local source = bh.bindable(0)
  local last = source
  for _ = 1, 1000 do
    local previous = last
    last = bh.computed(function()
      starts = starts + 1
      return read(previous) + 1
    end)
  end
  print(name, last:get(), starts)
  bh.sleep(0)
  -- the same through what the running callback has written
  local other = bh.bindable(0)
  local first = bh.computed(function() return other:get() end)
  local far = first
  for _ = 1, 500 do
    local previous = far
    far = bh.computed(function() return read(previous) + 1 end)
  end
  print(bh.transaction(function()
    other:set(5)
    return far:get()
  end))
  bh.sleep(0)
end
-- expect: string.gsub	1000	1000
-- expect: 505
-- expect: table.sort	1000	1000
-- expect: 505
-- expect: coroutine.wrap	1000	1000
-- expect: 505
-- expect: __tostring	1000	1000
-- expect: 505
-- expect: bh.untracked	1000	1000
-- expect: 505
-- an error at the far end comes through, and has a traceback that can be read
local last = bh.computed(function() error "far" end)
for _ = 1, 300 do
  local previous = last
  last = bh.computed(function() return bh.untracked(function() return previous:get() end) end)
end
local ok, err = pcall(last.get, last)
print(ok, tostring(err):match "far")         -- expect: false	far
