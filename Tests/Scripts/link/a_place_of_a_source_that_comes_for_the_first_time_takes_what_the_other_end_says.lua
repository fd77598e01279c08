-- Contract 37, 51: the ends of a link meet when the place of the one comes for the first time: it takes what the other one says, as at
-- the start, in a source as in a bindable. What was asked for while it was not there has not made them meet.
local bh = require "bindhost"
local tx = bh.transaction
bh.on_error(function(err) assert(err.id == "bind.detached", err.message) end)
local function run(kind, edit, isUnderWay)
  local first = isUnderWay and { { id = 1 }, { id = 3, n = 5 } } or { { id = 1 } }
  local out, list = first, bh.bindable(first)
  local function settled() end
  if kind ~= "model" then
    list = bh.source {
      optimistic = kind == "optimistic", get = function() return out end,
      set = function(new)
        bh.sleep "1ms"
        out = new
        return true
      end,
    }
    repeat bh.sleep "1ms" until list:has_value()
    settled = function() repeat bh.sleep "1ms" until list "$pending":get() == 0 end
  end
  if isUnderWay then tx(function() list:remove(2) end) end
  local edited = bh.bindable(30)
  local link = bh.link(edited, list:by("id", 3) "n")
  settled()
  if edit then tx(function() edited:set(edit) end) end
  settled()
  tx(function() list:push { id = 3, n = 1 } end)
  settled()
  -- They have met: what goes and returns as another one is news, whatever was asked for meanwhile.
  local met = edited:get()
  tx(function() list:remove(2) end)
  settled()
  tx(function() edited:set(50) end)
  settled()
  tx(function() list:push { id = 3, n = 7 } end)
  settled()
  print(kind, met, edited:get(), list "[2].n":get(), link "status":get())
end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do run(kind) end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do run(kind, 31) end
for _, kind in ipairs { "model", "optimistic", "pessimistic" } do run(kind, nil, true) end
-- expect: model	30	7	7	ok
-- expect: optimistic	30	7	7	ok
-- expect: pessimistic	30	7	7	ok
-- expect: model	31	7	7	ok
-- expect: optimistic	31	7	7	ok
-- expect: pessimistic	31	7	7	ok
-- expect: model	30	7	7	ok
-- expect: optimistic	30	7	7	ok
-- expect: pessimistic	30	7	7	ok
