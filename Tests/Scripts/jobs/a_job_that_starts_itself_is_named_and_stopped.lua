-- Contract J-12: two jobs that start each other.
-- expect error: job.feedback
-- expect stderr: job "ping" → m.b → job "pong" → m.a → job "ping"
-- exit: 1
local bh = require "bindhost"
local m = bh.model("m", { a = 0, b = 0 })
local ping = bh.job.on(m "a", { name = "ping", overlap = "queue", run = function() m "b":set(m "a":get()) end })
local pong = bh.job.on(m "b", { name = "pong", overlap = "queue", run = function() m "a":set(m "b":get() + 1) end })
m "a":set(1)
local before
repeat
  before = m "a":get()
  bh.sleep("200ms")
until m "a":get() == before
print(m "a":get() > 50, m "a":get() < 250)        -- expect: true	true
ping:stop() pong:stop()
