-- Contract J-12: two jobs that start each other are named with what they write, and stopped.
local bh = require "bindhost"
local m = bh.model("m", { a = 0, b = 0 })
local ping, pong, stopped
bh.on_error(function(err)
  local text = tostring(err) .. table.concat(err.notes or {}, " ")
  local function says(path) return text:find(path, 1, true) ~= nil end
  -- Where the ring is entered depends on which of the two is due at the hundredth round.
  print(err.id, says 'job "pong" → m.a → job "ping"' or says 'job "ping" → m.b → job "pong"')
  ping:stop() pong:stop()
  stopped = true
end)
ping = bh.job.on(m "a", { name = "ping", overlap = "queue", run = function() m "b":set(m "a":get()) end })
pong = bh.job.on(m "b", { name = "pong", overlap = "queue", run = function() m "a":set(m "b":get() + 1) end })
m "a":set(1)
-- A hundred rounds without a pause: where a busy machine makes one, they are counted anew.
repeat bh.sleep "5ms" until stopped
local stood = m "a":get()
bh.sleep "20ms"
-- expect: job.feedback	true
print(stood > 50, m "a":get() == stood)           -- expect: true	true
