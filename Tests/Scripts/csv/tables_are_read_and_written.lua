local bh = require "bindhost"
local csv = bh.csv
local rows = csv.decode('\xEF\xBB\xBFid,name\r\n1,"a ""b"", c"\r\n\r\n2,"two\nlines"\n', { header = true })
print(#rows, rows[1].id, rows[1].name, rows[2].name == "two\nlines", select("#", csv.decode "a"))
-- expect: 2	1	a "b", c	true	1
local lists = csv.decode("a;b\r;\n", { separator = ";" })
print(#lists, lists[1][2], lists[2][1] == "" and lists[2][2] == "")  -- expect: 2	b	true
print(csv.decode("1,2", { header = { "x", "y" } })[1].y)                   -- expect: 2
print(#csv.decode "")                                                      -- expect: 0
io = nil
local text = csv.encode({ { id = 1, name = 'a "b"' }, { id = 2.5, on = true, name = bh.null } })
print((text:gsub("\r\n", "|")))           -- expect: id,name,on|1,"a ""b""",|2.5,,true|
print((csv.encode({ { 1, "x;y" }, { "" } }, { separator = ";", newline = "\n" }):gsub("\n", "|")))
-- expect: 1;"x;y"|""|
print((csv.encode({ { a = 1, b = 2 } }, { header = { "b", "a" } }):gsub("\r\n", "|")))      -- expect: b,a|2,1|
print((csv.encode({ { a = 1, b = 2 } }, { header = false }):gsub("\r\n", "|")))             -- expect: 1,2|
local back = csv.decode(text, { header = true })
print(back[1].name, back[2].on, back[2].name == "")                                         -- expect: a "b"	true	true
