-- Contract 65: a value of an older version that comes while the state is open, or that could not be read before, is migrated
-- as at the start: once, with a copy beside it, and what is not saved yet stands on top.
local bh = require "bindhost"
local folder = require "_folder"
local path = folder .. "/later.json"
local calls = 0
local s = bh.state("s", { theme = "?", n = 0 }, { store = "file:" .. path, version = 2, save_after = "1h",
  migrate = function(old, from)
    calls = calls + 1
    if old.broken then error("it cannot be done", 0) end
    return { theme = old.dark and "dark" or "light", n = old.n }
  end })
local function kept() return bh.json.decode(bh.fs.read(path)) end
s "n":modify(function(n) return n + 1 end)
bh.fs.write(path, '{"s": {"version": 1, "value": {"dark": true, "n": 5}}}')
while s "theme":get() ~= "dark" do bh.sleep "5ms" end
print(s "n":get(), s "$load_error":get(), calls)         -- expect: 6	nil	1
print(s:save())                                          -- expect: true
print(kept().s.version, kept().s.value.theme, kept().s.value.n, kept()["s.backup-v1"].value.n)
-- expect: 2	dark	6	5
-- one that raises leaves the value here, and what is stored, as they are
bh.fs.write(path, '{"s": {"version": 1, "value": {"broken": true}}}')
while not s "$load_error":get() do bh.sleep "5ms" end    -- expect error: script.error
-- expect warning: store.corrupt
print(s "theme":get(), s "$load_error":get().id, calls)  -- expect: dark	store.corrupt	2
print(kept().s.value.broken)                             -- expect: true
-- exit: 1
