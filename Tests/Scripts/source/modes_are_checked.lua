-- CONTRACT 60
local bh = require "bindhost"
local function get() return 1 end
local function set() return true end
local function try(options) local ok, err = pcall(bh.source, options) return ok or err.id end
print(try {})                                            -- expect: bind.argument
print(try { get = get, mode = "write" })                 -- expect: bind.argument
print(try { get = get, mode = "raed" })                  -- expect: bind.argument
print(try { get = get, order = "sreial" })               -- expect: bind.argument
print(try { set = set, poll = "1s" })                    -- expect: bind.argument
print(try { get = get, nofity = print })                 -- expect: bind.unknown_option
local reading = bh.source { get = get, set = set, mode = "read" }
print(reading:get(), reading:writable())                 -- expect: 1	false
print(select(2, pcall(reading.set, reading, 2)).id)      -- expect: bind.read_only
print(select(2, pcall(bh.link, reading, bh.bindable(0))).id)   -- expect: bind.read_only
print(select(2, pcall(bh.bind, bh.bindable(0), reading)).id)   -- expect: bind.read_only
local writing = bh.source { set = set }
print(writing:has_value(), writing:writable())           -- expect: false	true
print(select(2, pcall(writing.get, writing)).id)         -- expect: source.write_only
print(writing:set(3))                                    -- expect: true
-- a setter that answers nothing is a mistake, and said
local mute = bh.source { get = get, set = function() end }
local ok, err = mute:set(2)
print(ok, err.id)                                        -- expect: nil	source.no_answer
