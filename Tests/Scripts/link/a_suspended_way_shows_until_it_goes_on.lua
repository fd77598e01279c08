-- CONTRACT 28, 49: while a way of a link or a binding is suspended its status says so; resume() brings what was missed.
local bh = require "bindhost"
bh.on_error(function() end)
local a, b, bad = bh.bindable(0), bh.bindable(0), false
local link = bh.link(a, b, { to = function(v) if bad then error "boom" end return v end })
bad = true
for i = 1, 12 do a:set(i) end
bad = false
b:set(100)
print(a:get(), b:get(), link "status":get())   -- expect: 100	100	suspended
a:set(50)
print(b:get(), link "status":get())            -- expect: 100	suspended
link:resume()
print(a:get(), b:get(), link "status":get())   -- expect: 50	50	ok
-- a condition that has ended meanwhile
local source, target, w = bh.bindable(0), bh.bindable "t", bh.bindable(true)
local handle = bh.bind(source, target, { when = w, map = function(v) if bad then error "no" end return v end })
bad = true
for i = 1, 12 do source:set(i) end
w:set(false)
print(target:get(), handle "status":get())     -- expect: 0	suspended
handle:resume()
print(target:get(), handle "status":get())     -- expect: t	ok
-- the value that could not be delivered comes although nothing has changed since
local plain = bh.bindable(0)
local last = bh.bind(source, plain, { map = function(v) if bad then error "no" end return v end })
for i = 1, 12 do source:set(100 + i) end
bad = false
last:resume()
print(plain:get(), last "status":get())        -- expect: 112	ok
