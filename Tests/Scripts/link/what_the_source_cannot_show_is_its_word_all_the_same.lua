-- Contract 46, 47: where the source changes to what cannot be shown, refused input is superseded: it is not tried again.
local bh = require "bindhost"
bh.on_error(function() end)
local a, w, most = bh.bindable(5), bh.bindable(""), bh.bindable(20)
local h = bh.link(a, w, {
  to = function(v) if v == 13 then error("unlucky", 0) end return ("%d"):format(v) end,
  from = function(s) return math.tointeger(tonumber(s)), "no number" end,
  validate = function(v) return v <= most:get(), "too big" end,
})
w:set("51")
print(a:get(), w:get(), h "status":get()) -- expect: 5	51	invalid
a:set(13)
print(a:get(), w:get(), h "status":get()) -- expect: 13	51	failed
most:set(100)
print(a:get(), w:get(), h "status":get()) -- expect: 13	51	failed
a:set(14)
print(a:get(), w:get(), h "status":get()) -- expect: 14	14	ok
w:set("51")
print(a:get(), w:get(), h "status":get()) -- expect: 51	51	ok
