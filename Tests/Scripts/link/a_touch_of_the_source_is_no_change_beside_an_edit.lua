-- Contract 20, 38, 42: who touches the source of a link has not changed it: what is edited at the target in the same transaction or wave stands,
-- in whatever order, and whatever is touched around the source. By itself a touch is as ever.
local bh = require "bindhost"
local m = bh.model("m", { source = 1, target = 1, record = { part = 1, other = 1 }, draft = 1 })
local link = bh.link(m "source", m "target")
local told = {}
m "source":observe(function(v) told[#told + 1] = v end, { initial = false })
local function show(title)
  print(title, m "source":get(), m "target":get(), link "status":get(), table.concat(told, ", "))
  told = {}
end
bh.transaction(function()
  m "target":set(5)
  m "source":touch()
end)
show "edit, touch"                                         -- expect: edit, touch	5	5	ok	5
bh.transaction(function()
  m "source":touch()
  m "source":set(5)
  m "target":set(6)
end)
show "touch, edit"                                         -- expect: touch, edit	6	6	ok	6
m "source":touch()
show "touch"                                               -- expect: touch	6	6	ok	6
bh.transaction(function()
  m "target":set(7)
  m "source":touch()
  m "source":set(8)
end)
show "a change too"                                        -- expect: a change too	8	8	ok	8
local go = bh.bindable(0)
go:observe(function() m "target":set(9) end, { initial = false })
go:observe(function() m "source":touch() end, { initial = false })
go:set(1)
show "two observers"                                       -- expect: two observers	9	9	ok	9
bh.link(m "record.part", m "draft")
bh.transaction(function()
  m "draft":set(4)
  m "record":touch()
end)
print(m "record.part":get(), m "draft":get())              -- expect: 4	4

-- An edit that its way back refuses or fails on is kept too; the next touch is the source's word.
local text = bh.bindable "1"
local number = bh.bindable(1)
local way = bh.link(number, text, { to = tostring, from = function(t) return tonumber(t) or error "no number" end })
for _, edit in ipairs { "x", "y", "", "z", "2" } do
  bh.transaction(function()
    if edit ~= "" then text:set(edit) end
    number:touch()
  end)
  print(number:get(), text:get(), way "status":get(), way "input":get())
end
-- expect: 1	x	invalid	x
-- expect: 1	y	invalid	y
-- expect: 1	1	ok	nil
-- expect: 1	z	invalid	z
-- expect: 2	2	ok	nil

-- Where nothing was edited the touch is the source's word, also if a validator has changed its mind about what was refused. Where values
-- are not compared a write is a change, touched or not.
local v = bh.model("validated", { s = 0, t = 0, limit = 1 })
local checked = bh.link(v "s", v "t", { validate = function(x) return x <= v "limit":get(), "too big" end })
v "t":set(3)
bh.transaction(function()
  v "limit":set(2)
  v "s":touch()
end)
print(v "s":get(), v "t":get(), checked "status":get())    -- expect: 0	0	ok
local each, copy = bh.bindable(1, { equals = "never" }), bh.bindable(1)
bh.link(each, copy)
bh.transaction(function()
  copy:set(5)
  each:set(1)
  each:touch()
end)
print(each:get(), copy:get())                              -- expect: 1	1
