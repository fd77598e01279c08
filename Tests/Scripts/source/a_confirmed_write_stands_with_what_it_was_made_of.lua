-- Contract 57, W-1, R-4: of parallel writes the one that was sent last counts, whichever answer comes first, and no value
-- is shown that nobody has sent.
local bh = require "bindhost"
-- Writes that end when they are told to: `release(n)` for the n-th, with what its setter returns.
local function device(optimistic)
  local answers, sent, seen, running = {}, {}, {}, 0
  local src = bh.source { name = "src", order = "parallel", optimistic = optimistic, get = function() return 1 end,
    set = function(new, old)
      sent[#sent + 1] = old .. ">" .. new
      local place = #sent
      while answers[place] == nil do bh.sleep "1ms" end
      return table.unpack(answers[place], 1, 2)
    end }
  src:observe(function(v) seen[#seen + 1] = v end)
  local function write(method, argument)
    running = running + 1
    bh.go(function()
      src[method](src, argument)
      running = running - 1
    end)
    local count = #sent
    while #sent == count do bh.sleep "1ms" end
  end
  local function release(place, ...)
    local count = running
    answers[place] = { ... }
    while running == count do bh.sleep "1ms" end
  end
  local function show() print(table.concat(sent, " ") .. ": " .. table.concat(seen, " ")) end
  return write, release, show
end
local function more(v) return v + 1 end
local function tenfold(v) return v * 10 end

for _, optimistic in ipairs { true, false } do
  local write, release, show = device(optimistic)
  write("modify", more) write("modify", tenfold)
  release(2, true) release(1, true)
  show()
  -- expect: 1>2 2>20: 1 2 20
  -- expect: 1>2 2>20: 1 20
end
local write, release, show = device(true)
write("modify", more) write("set", 10)
release(2, true) release(1, true)
show()                                -- expect: 1>2 2>10: 1 2 10
-- What the newer one was answered stands; what the older one says then counts no more.
write, release, show = device(true)
write("modify", more) write("modify", tenfold)
release(2, 19) release(1, 3)
show()                                -- expect: 1>2 2>20: 1 2 20 19
-- The older one fails afterwards: what the other side has said of the newer one stands.
write, release, show = device(true)
write("modify", more) write("modify", tenfold)
release(2, true) release(1, nil, "no")
show()                                -- expect: 1>2 2>20: 1 2 20
-- It fails before: the newer one is applied anew.
write, release, show = device(true)
write("modify", more) write("modify", tenfold)
release(1, nil, "no") release(2, true)
show()                                -- expect: 1>2 2>20: 1 2 20 10
