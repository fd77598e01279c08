-- CONTRACT 27, T-3: an error that a getter or setter makes up is of its kind everywhere, and a report names the write.
local bh = require "bindhost"
local src = bh.source { name = "src", get = function() return nil, { kind = "offline", message = "no net" } end,
  set = function(new)
    bh.sleep "1ms"
    return nil, { kind = "http", status = 503, message = "busy " .. new }
  end }                                                   -- expect warning: script.error
print(src "$error":get().kind, src "$error":get().message, tostring(src "$error":get()))
-- expect: offline	no net	script.error: no net
bh.on_error(function(e)
  print(e.kind, e.status, e.message, e.cause.kind)
  for _, note in ipairs(e.notes) do print(note:match "^caused by  write.*src" or note:match "^in set of src") end
end)
bh.transaction(function() src:set(1) end)
while src "$pending":get() > 0 do bh.sleep "1ms" end      -- expect: http	503	busy 1	http
                                                          -- expect: in set of src
                                                          -- expect: caused by  write  →  src
                                                          -- expect: nil
print(select(2, src:set(2)).kind)                         -- expect: http
