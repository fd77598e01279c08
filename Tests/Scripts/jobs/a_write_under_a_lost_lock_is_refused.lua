-- expect warning: store.fenced
local bh = require "bindhost"
local folder = require "_state_folder"
local path = folder .. "/state.db"
local url = "sqlite:" .. path
local s = bh.state("s", { count = 0 }, { store = url, save_after = "1h" })
local held = bh.job.every("1h", { name = "counter", cluster = url, run = function()
  s "count":set(1)
  print(s:save())                             -- expect: true
  s "count":set(2)
  -- Somebody else has the lock by now, as after a long stop of this machine.
  local db = bh.sql.open(path)
  -- Right behind a renewal: the next one, three seconds later, would end this run.
  local function ends() return db:query("SELECT until FROM locks")[1]["until"] end
  local first = ends()
  while ends() == first do bh.sleep "150ms" end
  db:exec "UPDATE locks SET number = number + 1"
  local ok, err = s:save()
  print(ok, err.id)                           -- expect: nil	store.fenced
  print(s "count":get(), s "$save_error":get().id)  -- expect: 1	store.fenced
  db:exec "UPDATE locks SET number = number - 1"
  return "done"
end })
print(held:await())                           -- expect: done
s "count":set(3)                              -- no run writes this: it needs no lock
print(s:save(), s "$save_error":get())        -- expect: true	nil
held:stop()
