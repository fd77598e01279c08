-- CONTRACT 60: what a source declares it must have.
local bh = require "bindhost"
local function try(options) return select(2, pcall(bh.source, options)).message end
print(try { mode = "read" })                        -- expect: bh.source: a source that can be read needs 'get'
print(try { mode = "readwrite", set = print })      -- expect: bh.source: a source that can be read needs 'get'
print(try { mode = "write" })                       -- expect: bh.source: a source that can be written needs 'set'
