-- Contract L-4, L-5: nothing is asked for before the first observer, whose first delivered face is `loading`.
local bh = require "bindhost"
local calls = 0
local profile = bh.loadable("profile", {
  load = function(ctx)
    calls = calls + 1
    bh.sleep("1ms")
    return { name = "Ada", call = calls, attempt = ctx.attempt }
  end,
})
bh.sleep("5ms")
print(calls, profile "face":get(), profile "value":has_value())              -- expect: 0	idle	false
local errors = profile "error":observe(function() end)
bh.sleep("5ms")
print(calls)                                                                 -- expect: 0
local faces = profile "face":observe(function(face, _, cause) print("face", face, cause.first) end)
-- expect: face	loading	true
local value = profile "value":observe(function(v) print("value", v.name, v.call, v.attempt) end)
bh.sleep("20ms")
-- expect: face	loaded	nil
-- expect: value	Ada	1	1
print(profile "phase":get(), profile "stale":get(), profile "attempts":get(), profile "updated_at":get() > 0)
-- expect: loaded	false	1	true
profile:load()                              -- not fresh: it loads again
-- expect: face	reloading	nil
print(profile "value":get().call)           -- expect: 1
print(profile:await().call)
-- expect: face	loaded	nil
-- expect: value	Ada	2	1
-- expect: 2
errors:stop() faces:stop() value:stop()
