local bh = require "bindhost"
local folder = require "_folder"
local s = bh.state("s", { a = 0, b = 0 }, { save_after = "50ms" })
local file = bh.state("f", { n = 0 }, { store = "file:" .. folder .. "/f.json", save_after = "50ms" })
print(bh.fs.stat(folder .. "/f.json") == nil)            -- expect: true
local seen = {}
local h <close> = file "$pending":observe(function(p) seen[#seen + 1] = tostring(p) end)
for i = 1, 100 do file "n":set(i) end
print(bh.fs.stat(folder .. "/f.json") == nil)            -- expect: true
print(file:save())                                       -- expect: true
print(bh.json.decode(bh.fs.read(folder .. "/f.json")).f.value.n) -- expect: 100
-- without being asked to
file "n":set(101)
while file "$pending":get() do bh.sleep "5ms" end
print(bh.json.decode(bh.fs.read(folder .. "/f.json")).f.value.n) -- expect: 101
print(table.concat(seen, " "))                           -- expect: false true false true false
-- two states of one store that change together
bh.transaction(function() s "a":set(1) s "b":set(2) end)
print(s:save(), s "$save_error":get())                   -- expect: true	nil
-- where nothing may wait, save must not either
local ok, err = pcall(bh.transaction, function() s:save() end)
print(err.id)                                            -- expect: bind.yield
