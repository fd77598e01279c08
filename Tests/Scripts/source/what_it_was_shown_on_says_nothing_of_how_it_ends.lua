-- Contract 57, W-7: a function that could not be applied to what stood there in between has not failed by that.
local bh = require "bindhost"
local wait_for = require "_wait_for"
bh.on_error(function(e) print("told", e.message) end)
local function picky(v)
  if v == 0 then error("bad", 0) end
  return v + 1
end

-- The setter of 5 fails, that of 6, which picky makes of it, answers what it is told to.
local function try(answer, between)
  local sent, mayGo, heard = {}, {}, nil
  local s = bh.source { order = "parallel", optimistic = true, get = function() return 0 end, set = function(new)
    sent[new] = true
    wait_for(function() return mayGo[new] end)
    if new == 5 then return nil, "no" end
    return new == 6 and answer or new
  end }
  bh.transaction(function() s:set(5) end)
  bh.go(function()
    local ok, err = s:modify(picky)
    heard = tostring(ok or err)
  end)
  wait_for(function() return sent[5] and sent[6] end)
  if between then
    bh.transaction(function() s:set(between) end)
    wait_for(function() return sent[between] end)
  end
  mayGo[5] = true
  wait_for(function() return s "$error":get() end)
  if between then
    mayGo[between] = true
    wait_for(function() return s "$pending":get() == 1 end)
  end
  print(s:get())
  mayGo[6] = true
  wait_for(function() return heard end)
  print(heard, s:get(), s "$error":get())
end

-- The other side says what it is now.
try(42)
-- expect: told	no
-- expect: 0
-- expect: true	42	nil

-- A later one stands already.
try(true, 9)
-- expect: told	no
-- expect: 9
-- expect: true	9	nil
