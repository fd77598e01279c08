-- Contract 47: a validator that changes its mind about what an asynchronous source was asked for has done so, also when the source has taken that.
local bh = require "bindhost"
for _, optimistic in ipairs { true, false } do
  local stored = 1
  local source = bh.source {
    optimistic = optimistic, get = function() return stored end,
    set = function(v)
      bh.sleep "2ms"
      stored = v
      return true
    end,
  }
  local limit, field = bh.bindable(100), bh.bindable(0)
  local link = bh.link(source, field, { validate = function(v) return v <= limit:get(), "at most " .. limit:get() end })
  repeat bh.sleep "1ms" until source:has_value() and field:get() == 1
  field:set(19)
  limit:set(3)
  print(link "status":get(), link "input":get())
  repeat bh.sleep "1ms" until source "$pending":get() == 0
  bh.sleep "1ms"
  print(source:get(), field:get(), link "status":get(), link "input":get())
  limit:set(30)
  print(source:get(), field:get(), link "status":get(), link "input":get())
  link:stop()
end
-- expect: invalid	19
-- expect: 19	19	invalid	19
-- expect: 19	19	ok	nil
-- expect: invalid	19
-- expect: 19	19	invalid	19
-- expect: 19	19	ok	nil
