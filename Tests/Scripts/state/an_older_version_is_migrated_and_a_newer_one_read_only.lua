local bh = require "bindhost"
local folder = require "_folder"
local path = folder .. "/s.json"
bh.fs.write(path, '{"old": {"version": 1, "value": {"dark": true}}, "new": {"version": 9, "value": {"n": 5, "more": 1}}}')
local calls = 0
local old = bh.state("old", { theme = "?" }, { store = "file:" .. path, version = 2, migrate = function(old, from)
  calls = calls + 1
  print("from", from)                                    -- expect: from	1
  return { theme = old.dark and "dark" or "light" }
end })
print(old "theme":get(), calls)                          -- expect: dark	1
-- in one save: the value in its new form, and the old one beside it
local kept = bh.json.decode(bh.fs.read(path))
print(kept.old.version, kept.old.value.theme)            -- expect: 2	dark
print(kept["old.backup-v1"].version, kept["old.backup-v1"].value.dark) -- expect: 1	true
-- what a newer script wrote is shown, and kept from this one
local new = bh.state("new", { n = 0 }, { store = "file:" .. path }) -- expect warning: store.newer_version
print(new "n":get(), new "$load_error":get().id)         -- expect: 5	store.newer_version
for _, write in ipairs {
  function() new "n":set(6) end, function() new:set(nil) end, function() new "n":modify(function(n) return n end) end,
  function() bh.transaction(function() new:update { n = 7 } end) end,
} do
  local ok, err = pcall(write)
  print(ok, err.id)
end
-- expect: false	store.read_only
-- expect: false	store.read_only
-- expect: false	store.read_only
-- expect: false	store.read_only
print(new "n":get(), bh.json.decode(bh.fs.read(path)).new.value.more) -- expect: 5	1
-- a migration that raises leaves everything as it is
local ok, err = pcall(bh.state, "old", { theme = "?" },
  { store = "file:" .. folder .. "/none.json", version = 5, migrate = function() error("never called", 0) end })
print(ok)                                                -- expect: true
