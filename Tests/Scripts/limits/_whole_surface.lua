-- One script that uses all there is. The tests of memory run it once for each allocation that may fail; without a
-- failure it prints what it did.
local bh = require "bindhost"
local ui, job, fs = bh.ui, bh.job, bh.fs

local log = {}
local function note(...)
  local words = table.pack(...)
  for i = 1, words.n do words[i] = tostring(words[i]) end
  log[#log + 1] = table.concat(words, " ")
end

-- What a script catches is not lost: the first that happens is raised on.
local function attempt(fn, ...)
  local results = table.pack(pcall(fn, ...))
  if not results[1] then
    local err = results[2]
    if tostring(err):find "not enough memory" then error(err, 0) end
    return nil, err
  end
  return table.unpack(results, 2, results.n)
end

-- values and models
local plain = bh.bindable(1, { name = "plain" })
local custom = bh.bindable({ x = 1 }, { equals = function(a, b) return a.x == b.x end })
local user = bh.model("user", {
  name = "Ada", tags = { "a", "b" }, nested = { deep = { text = ("long "):rep(20), n = 0.5 } }, on = false,
  age = bh.field { default = 30, min = 0, max = 150, check = function(v) return v ~= 13, "unlucky" end },
  todos = { { id = 1, text = "one" }, { id = 2, text = "two" } }, empty = bh.record {}, level = 1,
  later = bh.field { type = "string", optional = true },
})
local refused, why = user("age"):set(200)
note("refused", refused, why and why.id)
note("checked", user("age"):set(13))
user:update { name = "Grace", nested = { deep = { n = 2 } } }
user("tags"):push("c", { max = 3 })
user("tags"):insert(1, "z")
user("tags"):remove(1)
user("on"):toggle()
user("level"):modify(function(v) return v + 1 end)
user("later"):set("now")
user("later"):reset()
user("name"):touch()
custom:set { x = 1, y = "equal" }
note(user("nested.deep.n"):get(), #user:snapshot().tags, tostring(user "name"), user("name"):path(), custom:peek().y)
note(user("todos[2].text"):get(), user("todos"):by("id", 1):get().text, user("name"):writable(), plain:has_value())
note(bh.open("user") == user, user:at("nested.deep.n"):detached(), #bh.version)

-- states
local kept = bh.state("kept", { n = 0, list = {}, deep = { text = "x" } }, { store = "memory:", merge = function(mine) return mine end })
kept "n":modify(function(n) return n + 1 end)
kept "list":push "a"
bh.transaction(function()
  kept:update { deep = { text = ("long "):rep(10) } }
  kept:modify(function(all)
    all.n = all.n + 1
    return all
  end)
end)
note(kept "n":get(), kept "$pending":get(), kept:save())
kept:set(nil)
note(kept "n":get(), kept "$save_error":get(), bh.state("single", "text", { store = "memory:" }):get())

-- derived
local double = bh.computed(function() return plain:get() * 2 end)
local words = bh.computed(function() return { list = { user("name"):get(), tostring(double:get()) } } end)
local both = bh.combine({ plain, double }, function(a, b) return a .. "/" .. b end)
local mapped = user("name"):map(string.upper)
local lens = plain:through { to = function(v) return v * 10 end, from = function(v)
  if v < 0 then return nil, "negative" end
  return v // 10
end }
local distinct = plain:distinct(function(a, b) return a // 10 == b // 10 end)
local calm = plain:default(0):debounce("100ms")
local slow = plain:throttle("100ms")
lens:set(50)
note(double:get(), words:get().list[2], both:get(), mapped:get(), lens:get(), distinct:get())
note(bh.untracked(function() return double:get() end), select(2, lens:set(-1)).id)

-- observers, bindings, links, effects
local seen = 0
local handles = {
  plain:observe(function(new, old, cause) seen = seen + 1 note("plain", new, old, cause.kind) end),
  words:observe(function(new) note("words", #new.list) end),
  calm:observe(function(v) note("calm", v) end),
  slow:observe(function(v) note("slow", v) end, { initial = false }),
}
local copy, shout = bh.bindable "", bh.bindable ""
handles[#handles + 1] = bh.bind(user "name", copy)
handles[#handles + 1] = bh.bind(user "name", shout, { map = string.upper, name = "shouting",
  when = user("on"), on_error = function(err) note("binding", err.id) end })
handles[#handles + 1] = bh.bind(plain, function(v) seen = seen + v end, { initial = false })
local text = bh.bindable "7"
handles[#handles + 1] = bh.link(user "level", text, {
  to = tostring, from = function(s) return math.tointeger(tonumber(s)) or nil, "no number" end,
  validate = function(v) return v < 100, "too much" end })
text:set "x"
note(handles[#handles] "status":get(), handles[#handles] "input":get())
text:set "8"
note(user("level"):get())
local gate = bh.effect(function()
  local n = plain:get()
  bh.on_close(function() note("left", n) end)
  return function() note("cleanup", n) end
end)
plain:set(6)
gate:stop()
handles[1]:pause()
plain:set(7)
handles[1]:resume()
note("info", handles[1]:info().runs > 2, tostring(handles[1]))

-- transactions and history
local history = bh.history { limit = 5 }
note(bh.transaction({ label = "both", who = "me" }, function()
  user("name"):set "Joan"
  attempt(bh.transaction, function() user("name"):set "Nobody" error { code = 7 } end)
  plain:set(8)
  return "done", { 1, 2 }
end))
note(user("name"):get(), history "can_undo":get(), history:undo(), user("name"):get(), history:redo())
local _, problem = attempt(bh.transaction, function() plain:set(100) local x = nil return x.y end)
note(tostring(problem):match "attempt to index" ~= nil, plain:get())

-- what a script can ask
note(tostring(user("name"):why()):match "Joan", #bh.why(copy) > 0, #bh.graph { format = "text" } > 10)
for _, format in ipairs { "json", "dot", "svg" } do note(format, #bh.graph { format = format } > 10) end

-- lists
local each = bh.each(user "todos", { key = "id",
  insert = function(ref, key, i) note("insert", ref:get().text, key, i) end,
  remove = function(value, key) note("remove", value.text, key) end,
  move = function(_, key, from, to) note("move", key, from, to) end,
  update = function(_, new, old) note("update", new.text, old.text) end })
user("todos"):set { { id = 3, text = "three" }, { id = 2, text = "two" }, { id = 1, text = "eins" } }
user("todos"):push { id = 4, text = "four" }
each:stop()

-- errors: found by the host, raised by a script, with a traceback, in scopes
local _, err = attempt(function() return user "nme" end)
note(err.id, err.line ~= nil, err.suggestions and err.suggestions[1], tostring(err):match "^bind.path" ~= nil)
_, err = attempt(error, setmetatable({}, { __tostring = function() return "an object" end }))
note(tostring(err))
note(select(2, xpcall(function() error "deep" end, debug.traceback)):match "stack traceback" ~= nil)
local scope <close> = bh.scope("inner", function()
  bh.on_error(function(e) note("caught", type(e) == "table" and e.id or e) end)
  bh.on_close(function() note "closed" end)
  plain:observe(function(v) if v == 9 then error("nine", 0) end end)
end)
plain:set(9)
local bad = bh.computed(function() return nil + plain:get() end)
note(attempt(function() return bad:get() end) == nil)
note(select(2, attempt(load, "x = = 1")), assert(load "return 1")())

-- sources
local outside, changed = 5, nil
local device = bh.source { name = "device", get = function() return outside end,
  set = function(new) bh.sleep "10ms" outside = new return true end,
  confirm = function(new) return new < 100 end, optimistic = true, order = "serial",
  notify = function(signal) changed = signal return function() note "deaf" end end }
device:observe(function(v) note("device", v) end)

-- views
local shown = bh.scope(function()
  bh.show(ui.column {
    ui.label { text = user "name", visible = user "on", id = "name" },
    ui.panel { title = "P", ui.label(plain), ui.divider {} },
    ui.table { columns = { "id", "text" }, rows = user "todos" }, ui.row { ui.spacer {} },
  }, { title = "All" })
end)

-- coroutines, strings, tables
local co = coroutine.wrap(function(a) for i = 1, 3 do a = coroutine.yield(a .. i) end end)
note(co "a", co "b", ("x,y,z"):gsub("%w", "%0%0"), ("k=v"):match "(%w)=(%w)", table.concat({ 1, 2, 3 }, "+"))
table.sort({ "b", "a", "c" }, function(a, b) return a > b end)
coroutine.wrap(function()
  for i = 1, 10 do local _ = bh.bindable(i), plain:map(function(v) return v + i end) end
  collectgarbage()
end)()
for word in ("one two"):gmatch "%a+" do note(word) end

-- tasks, timers, jobs, processes, files
bh.on_exit(function() note "exit" print(table.concat(log, "\n")) end)
bh.go(function()
  bh.sleep "5ms"
  local guard <close> = setmetatable({}, { __close = function() note "guard" end })
  note("set", device:set(6), device:get())
  note("declined", device:set(1000))
  outside = 9
  changed()
  local out = bh.exec({ "tool", "a" }, { stdin = "in", env = { A = "1" } })
  note("exec", out and out.out)
  local missing, failure = bh.exec { "tool", "fail" }
  note("exec", missing, failure and failure.kind)
  note("read", fs.read "data.txt", select(2, fs.read "none.txt").kind, fs.stat("data.txt").size)
end)
local decoded = bh.json.decode('{"list": [1, 2.5, null, {}, "text"], "big": 18446744073709551615}', { big = "string" })
note("json", bh.json.encode(decoded), select(2, bh.json.decode "[1,").kind, pcall(bh.json.encode, { 0 / 0 }))
bh.go(function()
  local watched = fs.watch("out.txt", function(event) note("fs.watch", event.kind) end)
  note("write", fs.write("out.txt", "x"), fs.write("out.txt", "y", { append = true }), #fs.list ".")
  bh.sleep "1ms"
  watched:stop()
end)
bh.go(function()
  local db = bh.sql.open "state.db"
  db:exec "CREATE TABLE t(v)"
  local rows = db:observe("SELECT v FROM t WHERE v > :least", { least = 0 })
  note("sql", db:transaction(function(tx) return tx:exec("INSERT INTO t VALUES (?)", { 1 }) end))
  note("sql", pcall(db.transaction, db, function() db:exec "DELETE FROM t" error "no" end))
  note("sql", select(2, db:query "SELEC").kind, #db:query "SELECT * FROM t", #rows:get())
  db:close()
end)
note("csv", bh.csv.encode(bh.csv.decode("a,b\n1,2\n", { header = true })), select(2, bh.csv.decode '"').kind)
note("time", bh.time.format(bh.time.parse "2026-01-01T00:00:00.5Z"), bh.time.date(0).year, os.time(), os.date "!%Y")
note("env", bh.env.NONE, os.getenv "NONE")
bh.log.info("note", { of = "all" })
bh.go(function()
  local res = bh.http.post("http://h/me.json", { json = { a = { 1, 2 } }, headers = { Accept = "a" }, query = { q = 1 } })
  note("http", res.status, res.headers["x-thing"], res.json.name, #res.json.list)
  bh.http.get("http://h/lines", { stream = function(line) note("line", line) end })
  local none, err = bh.http.get "http://h/gone"
  note("http", none, err.kind, err.status, err.body, select(2, pcall(bh.http.get, "nowhere")).id)
end)
bh.go(function()
  local ring = bh.bindable()
  ring:set { me = ring, n = 3, get = function() return ring "n":get() end, twice = ring:map(function(v) return v.n * 2 end) }
  for _ = 1, 2 do
    bh.sleep "1ms"
    collectgarbage()
    bh.sleep "1ms"
    local value = ring:get()
    note("ring", value.me == ring, value.get(), value.twice:get())
  end
end)
local page = job.http { name = "page", url = "http://h/me.json", every = "20ms", map = function(v) return v.name end }
page:on_loaded(function(name) note("page", name) page:stop() end)
for i = 1, 20 do bh.go(function() bh.sleep "30ms" seen = seen + 1 end) end
bh.after("20ms", function() user("name"):set "After" note("after", seen) end)
local timer = bh.after("1h", function() end)
timer:stop()
local rows = bh.bindable()
local poll = job.every("50ms", { name = "poll", map = function(v) return v * 2 end, into = rows, run = function(fire)
  bh.sleep "1ms"
  return fire.missed + 21
end })
poll:on_loaded(function(v) note("loaded", v, rows:get()) end)
local failing = job.exec { name = "failing", cmd = { "tool", "fail" }, every = "1s" }
failing:on_failed(function(e) note("failed", e.kind, failing "phase":get()) end)
local watch = job.watch { path = "data.txt", map = function(e) return e.kind end }
watch:on_loaded(function(kind) note("watch", kind) end)

bh.sleep "60ms"
note(bh.stats().jobs, calm:get(), user("name"):get())
poll:stop()
failing:cancel()
failing:stop()
watch:stop()
shown:close()
for _, handle in ipairs(handles) do handle:stop() end
collectgarbage()
note "end"
