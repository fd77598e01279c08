-- args: -A
local bh = require "bindhost"
local folder = bh.exec { "mktemp", "-d" }.out:match "%S+"
local path = folder .. "/a.txt"
print(bh.fs.write(path, "one\0two"))                 -- expect: true
print(#bh.fs.read(path))                             -- expect: 7
print(bh.fs.write(path, "+", { append = true }))     -- expect: true
print(bh.fs.read(path):sub(-4))                      -- expect: two+
bh.fs.write(folder .. "/new.log", "x", { append = true })
bh.exec { "mkdir", folder .. "/Sub" }
bh.exec { "ln", "-s", "/etc", folder .. "/link" }
for _, entry in ipairs(bh.fs.list(folder)) do print(entry.name, entry.kind, entry.kind == "file" and entry.size or "") end
-- expect: Sub	directory	
-- expect: a.txt	file	8
-- expect: link	link	
-- expect: new.log	file	1
print(select(2, bh.fs.write(folder .. "/none/x", "y")).kind, select(2, bh.fs.list(folder .. "/none")).kind)
-- expect: not_found	not_found
print(select(2, bh.fs.write(folder, "y")).kind, select(2, bh.fs.list(path)).kind)  -- expect: file	not_found
print(bh.fs.write("/dev/null", "gone"))              -- expect: true
-- A watch with a function is a handle, one without waits for the next change.
local seen = {}
local watch = bh.fs.watch(folder .. "/late", function(event) seen[#seen + 1] = event.kind .. " " .. event.size end)
bh.go(function()
  bh.sleep "20ms"
  bh.fs.write(folder .. "/late", "12345")
end)
local event = bh.fs.watch(folder .. "/late")
print(event.kind, event.size, event.path == folder .. "/late")  -- expect: created	5	true
for _ = 1, 200 do if #seen > 0 then break end bh.sleep "5ms" end
print(seen[1])                                       -- expect: created 5
watch:stop()
bh.fs.write(folder .. "/late", "1")
bh.sleep "30ms"
print(#seen)                                         -- expect: 1
bh.exec { "rm", "-r", folder }
