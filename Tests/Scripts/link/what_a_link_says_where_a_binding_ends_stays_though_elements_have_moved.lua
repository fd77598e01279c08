-- Contract 49: where a binding that covers a link ends after elements of the list have moved, the link gives the place what its other end
-- says by then, also in a source that shows what is confirmed: the other end had become nil.
local bh = require "bindhost"
local tx = bh.transaction
local function run(kind)
  local first = { { id = 1 } }
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
  local on, edited = bh.bindable(false), bh.bindable(20)
  bh.link(edited, list:at("[1].z.y", { create = true }))
  settled()
  bh.bind(bh.bindable(30), list:at("[1].z.y", { create = true }), { when = on, priority = 2 })
  tx(function() on:set(true) end)
  settled()
  tx(function() list:insert(1, { id = 2 }) end)
  settled()
  tx(function() edited:set(21) end)
  settled()
  on:set(false)
  settled()
  print(kind, edited:get(), bh.json.encode(list:get()))
end
run "model"                                  -- expect: model	21	[{"id":2,"z":{"y":21}},{"id":1,"z":{"y":20}}]
run "optimistic"                             -- expect: optimistic	21	[{"id":2,"z":{"y":21}},{"id":1,"z":{"y":20}}]
run "pessimistic"                            -- expect: pessimistic	21	[{"id":2,"z":{"y":21}},{"id":1,"z":{"y":20}}]
