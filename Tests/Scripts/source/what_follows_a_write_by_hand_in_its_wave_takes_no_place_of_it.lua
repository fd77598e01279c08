-- Contract 42, 51, 57: what a binding or link makes of a write by hand in its wave is part of that, also where a later write takes the place of
-- an earlier one or is refused beside it, and nobody's transaction is around it.
local bh = require "bindhost"
bh.on_error(function(err) assert(err.id == "bind.detached", err.message) end)
for _, order in ipairs { "serial", "latest", "reject" } do
  for _, connect in ipairs { "link", "bind" } do
    local out, sent = { { id = 1 } }, 0
    local list = bh.source {
      optimistic = true, order = order, get = function() return out end,
      set = function(new)
        bh.sleep "1ms"
        out, sent = new, sent + 1
        return true
      end,
    }
    repeat bh.sleep "1ms" until list:has_value()
    local handle = bh[connect](bh.bindable(7), list:by("id", 4) "n")
    repeat bh.sleep "1ms" until list "$pending":get() == 0
    local ok = list:push { id = 4, n = 0 }
    repeat bh.sleep "1ms" until list "$pending":get() == 0
    print(order, connect, ok, bh.json.encode(out), handle "status":get())
  end
end
-- expect: serial	link	true	[{"id":1},{"id":4,"n":7}]	ok
-- expect: serial	bind	true	[{"id":1},{"id":4,"n":7}]	ok
-- expect: latest	link	true	[{"id":1},{"id":4,"n":7}]	ok
-- expect: latest	bind	true	[{"id":1},{"id":4,"n":7}]	ok
-- expect: reject	link	true	[{"id":1},{"id":4,"n":7}]	ok
-- expect: reject	bind	true	[{"id":1},{"id":4,"n":7}]	ok
