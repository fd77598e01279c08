-- Contract 70: the last writer's line, and the chain to the event that all began with; also of what nobody observes.
local bh = require "bindhost"
local function say(why) print((tostring(why):gsub("[^ (]*names_the_line_and_what_led_to_it.lua", "here"))) end
local user = bh.model("user", { name = "Ada", visits = 0 })
say(user "name":why())
-- expect: user.name = "Ada"
-- expect:   = never written since  here:4
user "name":set("Grace")
say(bh.why(user "name"))
-- expect: user.name = "Grace"
-- expect:   = write  →  user.name  here:8
-- expect:   = caused by  main chunk
user "name":observe(function() user "visits":modify(function(n) return n + 1 end) end, { initial = false })
bh.transaction({ label = "import" }, function() user "name":set("Joan") end)
say(user "visits":why())
-- expect: user.visits = 1
-- expect:   = write  →  user.visits  here:13
-- expect:   = caused by  write  →  user.name  here:14
-- expect:   = caused by  transaction "import"
-- expect:   = caused by  main chunk
local why = user "visits":why()
print(why.name, why.value, why.line, why.cause.kind, why.cause.line, why.cause.parent.line, why.text == tostring(why))
-- expect: user.visits	1	13	write	13	14	true
user "name":touch()
say(user "name":why())
-- expect: user.name = "Joan"
-- expect:   = touch  →  user.name  here:24
-- expect:   = caused by  main chunk
