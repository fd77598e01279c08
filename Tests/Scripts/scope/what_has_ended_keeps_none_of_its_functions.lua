-- Contract 31, 32: what was stopped, or has ended with its scope, keeps its functions no more, also where these mention its own
-- handle: a script that makes such things for ever needs no more memory.
local bh = require "bindhost"
bh.on_error(function() end)
local job = bh.job
local always = bh.loadable { load = function() return 1 end }
local a, list = bh.bindable(0), bh.bindable { { id = 1 } }
local function in_scope(fn)
  local scope
  scope = bh.scope("inner", function() fn(function() return scope end) end)
  scope:close()
end
local kinds = {
  observe = function(held) local h h = a:observe(function() return h, held end) h:stop() end,
  over_map = function(held)
    local h
    h = a:map(function(v) return v end):observe(function() return h, held end)
    h:stop()
  end,
  effect = function(held) local h h = bh.effect(function() a:get() return h, held end) h:stop() end,
  bind = function(held) local h h = bh.bind(a, function() return h, held end) h:stop() end,
  transform = function(held)
    local h
    h = bh.bind(a, bh.bindable(0), function(v) return h and held and v or v end)
    h:stop()
  end,
  link = function(held)
    local h
    h = bh.link(a, bh.bindable(0), {
      to = function(v) return h and held and v or v end, from = function(v) return h and v or v end,
    })
    h:stop()
  end,
  each = function(held) local h h = bh.each(list, { key = "id", insert = function() return h, held end }) h:stop() end,
  command = function(held) local h h = bh.command("c", function() return h, held end) h:stop() end,
  observe_in_scope = function(held)
    in_scope(function(scope) local h h = a:observe(function() return h, held, scope() end) end)
  end,
  source = function(held)
    in_scope(function(scope)
      local s
      s = bh.source {
        get = function() return s and held and 1 end, set = function() return s and scope() and held end,
        confirm = function() return s and held end, notify = function() return function() return s, held end end,
      }
    end)
  end,
  loadable = function(held)
    in_scope(function(scope)
      local l
      l = bh.loadable {
        load = function() return l and held and 1 end, transform = function(v) return l and scope() and held and v end,
      }
      l:on_loaded(function() return l, held end)
      l:load()
    end)
  end,
  family = function(held)
    in_scope(function(scope)
      local l
      l = bh.loadable {
        key = function(k) return l and held and k end, load = function() return l and scope() and held and 1 end,
        pages = { next = function() return l and held and nil end },
      }
      l(1):load()
    end)
  end,
  stream = function(held)
    local s
    s = bh.stream(function(emit)
      emit(1)
      return function() return s, held end
    end)
  end,
  stream_of_loadable = function(held)
    in_scope(function(scope)
      local l
      l = bh.loadable { source = bh.stream(function(emit) return l, scope(), held end) }
      l:load()
    end)
  end,
  loadable_over_cell = function(held)
    in_scope(function(scope)
      local l
      l = bh.loadable { source = bh.computed(function() return l and scope() and held and 1 end) }
    end)
  end,
  job = function(held)
    local j
    j = job.every("1h", { run = function() return j and held and 1 end, map = function(v) return j and v end })
    j:on_loaded(function() return j, held end)
    j:stop()
  end,
  job_in_scope = function(held)
    in_scope(function(scope)
      local j
      j = job.every("1h", { run = function() return j and held and scope() and 1 end, immediate = false })
    end)
  end,
  dropped = function(held)
    pcall(bh.transaction, function()
      local l, s, j
      l = bh.loadable { load = function() return l and held and 1 end }
      s = bh.source { get = function() return s and held and 1 end }
      j = job.every("1h", { run = function() return j and held and 1 end, immediate = false })
      error "drop"
    end)
  end,
  handler = function(held)
    local h
    h = always:on_loaded(function() return h, held end)
    h:stop()
  end,
  after = function(held) local h h = bh.after("1h", function() return h, held end) h:stop() end,

  on_error = function(held) in_scope(function(scope) bh.on_error(function() return held, scope() end) end) end,
  on_close = function(held) in_scope(function(scope) bh.on_close(function() return held, scope() end) end) end,
}
local function used()
  for _ = 1, 6 do
    collectgarbage()
    bh.sleep "1ms"
  end
  return bh.stats().nodes, bh.stats().memory
end
local names = {}
for name in pairs(kinds) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local function round()
    local held = {}
    for place = 1, 1000 do held[place] = place end
    kinds[name](held)
  end
  round()
  local nodes, memory = used()
  for _ = 1, 20 do round() end
  local nodes_after, memory_after = used()
  if nodes_after > nodes or memory_after - memory > 20 * 4000 then
    print(name, nodes_after - nodes, (memory_after - memory) // 20)
  end
end
print("all looked at")                             -- expect: all looked at
