-- CONTRACT 64: what somebody has written into the store with a tool of their own is read, also where it is a number to SQLite.
local bh = require "bindhost"
local path = ("%s/by_hand.db"):format(require "_folder")
local count = bh.state("count", 0, { store = "sqlite:" .. path })
count:set(1)
print(count:save())                     -- expect: true
local db = bh.sql.open(path)
db:exec "UPDATE states SET value = 41, revision = revision + 1"
for _ = 1, 200 do
  if count:get() == 41 then break end
  bh.sleep "20ms"
end
print(count:get(), count "$load_error":get())   -- expect: 41	nil
