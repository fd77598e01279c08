-- Contract 38, 51: what is edited at one end while the place at the other one is away is made there when that returns, in a
-- source as in a bindable, also where the link alone asks for it. That the place is away is a warning.
local bh = require "bindhost"
local tx = bh.transaction
local function run(kind, isUnderWay)
  local first = { { id = 1, n = 1 }, { id = 3, n = 3, k = { p = 1 } } }
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
  local edited = bh.bindable(40)
  local link = bh.link(edited, list "[2].k.p")
  settled()
  tx(function() list:insert(1, { id = 9 }) end)
  if not isUnderWay then settled() end
  tx(function() edited:set(41) end)
  settled()
  local status = link "status":get()
  tx(function() list:remove(1) end)
  settled()
  print(kind, status, edited:get(), list "[2].k.p":get(), link "status":get())
end
run "model"                                  -- expect: model	failed	41	41	ok
-- expect warning: bind.detached
run "optimistic"                             -- expect: optimistic	failed	41	41	ok
-- expect warning: bind.detached
run "pessimistic"                            -- expect: pessimistic	failed	41	41	ok
-- expect warning: bind.detached

-- What takes the place away is under way when the edit is asked for.
run("optimistic", true)                      -- expect: optimistic	failed	41	41	ok
-- expect warning: bind.detached
run("pessimistic", true)                     -- expect: pessimistic	failed	41	41	ok
-- expect warning: bind.detached
-- exit: 0
