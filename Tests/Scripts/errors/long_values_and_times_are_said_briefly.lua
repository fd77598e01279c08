local bh = require "bindhost"
local m = bh.model("m", { a = 1 })
local function message(fn, ...) local _, err = pcall(fn, ...) return err.message end
print(message(m("a").set, m "a", "one\ntwo\t\"three\""))
-- expect: m.a: integer expected, got string ("one\ntwo\t"three"")
print(#message(m("a").set, m "a", ("x"):rep(10000)) < 120)  -- expect: true
print(message(m("a").set, m "a", ("é"):rep(100)):match "é…\"%)$")  -- expect: é…")
print(message(bh.sleep, "1x"):match "got .*")  -- expect: got string ("1x")
print(message(bh.sleep, -1):match "got .*")    -- expect: got number (-1)
print(message(bh.job.exec, { cmd = { "x" }, every = "soon" }):match "got .*")  -- expect: got string ("soon")
print(message(bh.fs.read, ""))  -- expect: bh.fs.read: argument 1 (path): a path expected, got an empty string
print(message(bh.job.watch, { path = "" }))  -- expect: job.watch: option 'path': a path expected, got an empty string
local _, err = pcall(function() return bh.ui.label "x" "txt" end)
print(err.notes[1]:match "^%a+")  -- expect: properties
