-- CONTRACT 17, 42: there and back while it was paused is no change; only the target has changed.
local bh = require "bindhost"
local x, y = bh.bindable "A", bh.bindable ""
local link = bh.link(x, y)
link:pause()
x:set "B"
x:set "A"
y:set "C"
link:resume()
print(x:get(), y:get())                        -- expect: C	C
local source, target = bh.bindable(1), bh.bindable(0)
local binding = bh.bind(source, target)
binding:pause()
source:set(2)
source:set(1)
target:set(5)                                  -- expect warning: bind.overwritten
binding:resume()
print(target:get())                            -- expect: 5
source:set(2)
print(target:get())                            -- expect: 2
