-- Contract 51, W-3: what bindings give a source in one wave is one write; what a whole covers in that is no failure of whoever had asked for a
-- part, and whoever has found no place hears of it.
local bh = require "bindhost"
bh.on_error(function(problem) print(problem.id) end)
local out, sent = nil, {}
local function make()
  out = { { id = 1, n = 1 }, { id = 2, n = 2 }, { id = 3, n = 3 } }
  local source = bh.source { get = function() return out end, set = function(new)
    bh.sleep "1ms"
    sent[#sent + 1] = bh.json.encode(new)
    out = new
    return true
  end }
  repeat bh.sleep "1ms" until source:has_value()
  local function quiet() repeat bh.sleep "1ms" until source "$pending":get() == 0 end
  return source, quiet
end
local function tell(...)
  print(#sent, sent[#sent], ...)
  sent = {}
end

do
  local source, quiet = make()
  local on = bh.bindable(false)
  local inner = bh.bind(bh.bindable(20), source:by("id", 2) "n", { when = on, priority = 2 })
  bh.bind(bh.bindable { { id = 2, n = 11 } }, source, { when = on, priority = 1 })
  local away = bh.bind(bh.bindable(30), source:by("id", 3) "n", { when = on, priority = 2 })
  local heard = {}
  inner "status":observe(function(status) heard[#heard + 1] = status end)
  on:set(true) -- expect: bind.detached
  quiet()
  tell(inner "status":get(), away "status":get(), #heard) -- expect: 1	[{"id":2,"n":20}]	ok	failed	1
end
