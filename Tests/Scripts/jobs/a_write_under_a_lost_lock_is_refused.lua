-- expect warning: store.fenced
local bh = require "bindhost"
local folder = require "_state_folder"
local path = folder .. "/state.db"
local url = "sqlite:" .. path
-- What a machine that stands still for seconds makes the job say besides is no matter here.
bh.on_error(function(err) assert(err.id == "job.cluster", err.message) end)
local s = bh.state("s", { count = 0 }, { store = url, save_after = "1h" })

-- What a run saw whose lock somebody else had for a while; nothing if it was ended, as its own renewal saw that as well.
local function attempt()
  local seen = {}
  local held = bh.job.every("1h", { name = "counter", cluster = url, run = function()
    s "count":set(1)
    seen.first = s:save()
    s "count":set(2)
    -- Somebody else has the lock by now, as after a long stop of this machine.
    local db = bh.sql.open(path)
    db:exec "PRAGMA synchronous = OFF"
    -- Right behind a renewal: the next one, three seconds later, would end this run.
    local function ends() return db:query("SELECT until FROM locks")[1]["until"] end
    local first = ends()
    while ends() == first do bh.sleep "20ms" end
    db:exec "UPDATE locks SET number = number + 1"
    local ok, err = s:save()
    seen.save = { ok, err and err.id }
    seen.state = { s "count":get(), s "$save_error":get().id }
    db:exec "UPDATE locks SET number = number - 1"
    return "done"
  end })
  local answer = held:await()
  held:stop()
  return answer == "done" and seen
end

-- A machine that stands still for three seconds loses the lock in earnest: then once more.
local seen
for _ = 1, 5 do
  seen = seen or attempt()
end
print(seen.first)                             -- expect: true
print(seen.save[1], seen.save[2])             -- expect: nil	store.fenced
print(seen.state[1], seen.state[2])           -- expect: 1	store.fenced
s "count":set(3)                              -- no run writes this: it needs no lock
print(s:save(), s "$save_error":get())        -- expect: true	nil
