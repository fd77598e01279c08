-- Contract 58, 59: a paused link gives the asking end back what stands when it goes on.
local bh = require "bindhost"
local source = bh.source {
  name = "source",
  get = function() return 1 end,
  set = function()
    bh.sleep("1ms")
    return nil, "no"
  end,
}
while not source:has_value() do bh.sleep("1ms") end
bh.on_error(function(err) print("refused", err.message) end)
local field = bh.bindable(0)
local link = bh.link(source, field)
field:set(5)
link:pause()
while source "$pending":get() > 0 do bh.sleep("1ms") end     -- expect: refused	no
print(field:get(), link "status":get())                      -- expect: 5	ok
link:resume()
print(field:get(), link "status":get())                      -- expect: 1	failed
