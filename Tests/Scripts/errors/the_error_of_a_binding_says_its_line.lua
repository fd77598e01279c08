-- CONTRACT 30: what a binding says in its cell `error` has a place: that of the binding, where no function of the script has failed.
-- expect warning: bind.unstable
-- expect warning: bind.invalid
-- expect warning: bind.nil_hop
local bh = require "bindhost"
local function show(h)
  local err = h "error":get()
  print(err.id, err.line, (tostring(err):gsub("[^ ]*/", "")))
  assert(err.script:match "the_error_of_a_binding_says_its_line")
end
local function even(v) return v // 2 * 2 end
local m = bh.model("m", { age = bh.field { default = 36, max = 150 }, text = "" })
local link = bh.link(m "age", m "text", { to = tostring, from = function(s) return math.tointeger(tonumber(s)), "a number" end })
m "text":set "abc"
show(link)   -- expect: bind.invalid	13	bind.invalid: the_error_of_a_binding_says_its_line.lua:13: m.text: "abc" was refused: a number
print(link "error":get().message)   -- expect: m.text: "abc" was refused: a number
m "text":set "200"
show(link)   -- expect: bind.invalid	13	bind.invalid: the_error_of_a_binding_says_its_line.lua:13: m.age: 200 was refused: the maximum is 150
local checked = bh.link(bh.bindable(1), bh.bindable(1, { name = "b" }), { validate = function(v) return v < 5, "too much" end })
local b = bh.bindable(1, { name = "c" })
checked = bh.link(bh.bindable(1), b, { validate = function(v) return v < 5, "too much" end })
b:set(7)
show(checked)   -- expect: bind.invalid	21	bind.invalid: the_error_of_a_binding_says_its_line.lua:21: c: 7 was refused: too much
local x, y = bh.bindable(4, { name = "x" }), bh.bindable(4, { name = "y" })
local unstable = bh.link(x, y, { to = function(v) return even(v) + 1 end, from = function(v) return v + 1 end })
y:set(8)
print(unstable "error":get().id, unstable "error":get().line)   -- expect: bind.unstable	25
local far = bh.bindable(100)
local h = bh.bind(far, m "age")
far:set(200)
show(h)      -- expect: bind.invalid	29	bind.invalid: the_error_of_a_binding_says_its_line.lua:29: m.age: 200 was refused: the maximum is 150
local user = bh.model("user", { address = bh.field { type = "record", optional = true } })
local away = bh.bind(bh.bindable "nz", user "address.country")
print(away "error":get().id, away "error":get().line)           -- expect: bind.nil_hop	33
