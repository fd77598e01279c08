local bh = require "bindhost"
local folder = require "_folder"
local path = folder .. "/s.json"
local stored = '{"s": {"version": 1, "value": {"n":"seven",  "kept": true}}}'
print(bh.fs.write(path, stored))                         -- expect: true
local s = bh.state("s", { n = 7 }, { store = "file:" .. path }) -- expect warning: store.corrupt
print(s "n":get(), s "$load_error":get().id)             -- expect: 7	store.corrupt
-- its bytes are there, under the name that the message gives
local text = bh.fs.read(path)
local place = s "$load_error":get().message:match "moved aside to (s%.corrupt%-%x+)"
print(text:find('{"n":"seven",  "kept": true}', 1, true) ~= nil, text:find(place, 1, true) ~= nil) -- expect: true	true
s "n":set(8)
print(s:save(), s "$load_error":get())                   -- expect: true	nil
text = bh.fs.read(path)
print(text:find('{"n":"seven",  "kept": true}', 1, true) ~= nil, text:find('"value": {"n":8}', 1, true) ~= nil) -- expect: true	true
-- a file that is no JSON at all goes as a whole
local other = folder .. "/o.json"
print(bh.fs.write(other, "{ half a fi"))                 -- expect: true
local o = bh.state("o", "default", { store = "file:" .. other }) -- expect warning: store.corrupt
place = o "$load_error":get().message:match "moved aside to (%S+o%.json%.corrupt%-%x+)"
print(o:get(), bh.fs.read(place))                        -- expect: default	{ half a fi
