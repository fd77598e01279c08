-- Contract 2, 37, 48: a link that is made in a handler, task or transaction puts its source's value at its target before anybody below is
-- told of that target: nothing is converted, checked or sent that never stood there, as outside.
local bh = require "bindhost"
bh.on_error(function(e) print("told", e.id) end)
local ways = {
  chunk = function(body) body() end,
  task = function(body)
    bh.go(body)
    for _ = 1, 3 do bh.sleep(0) end
  end,
  transaction = function(body) bh.transaction(body) end,
}
for number, way in ipairs { "chunk", "task", "transaction" } do
  local sent = {}
  local model, slider = bh.bindable(10), bh.bindable(0)
  local out = bh.source { get = function() return 0 end, set = function(v) sent[#sent + 1] = v return true end }
  ways[way](function()
    bh.link(model, slider)
    bh.bind(slider, out)
  end)
  for _ = 1, 5 do bh.sleep(0) end
  local converted = {}
  local shown, start, middle = bh.bindable "", bh.bindable(5), bh.bindable "none yet"
  local typed = bh.model("typed" .. number, { n = 1 })
  ways[way](function()
    bh.link(start, middle)
    bh.bind(middle, typed "n")
    bh.bind(middle, shown, function(v) converted[#converted + 1] = v return tostring(v) end)
  end)
  print(way, table.concat(sent, " "), typed "n":get(), shown:get(), table.concat(converted, " "))
end
-- expect: chunk	10	5	5	5
-- expect: task	10	5	5	5
-- expect: transaction	10	5	5	5
local sent, slider, model = {}, bh.bindable(0), bh.bindable(10)
local out = bh.source { get = function() return 0 end, set = function(v) sent[#sent + 1] = v return true end }
bh.bind(slider, out)
for _ = 1, 5 do bh.sleep(0) end
bh.go(function()
  slider:set(99)
  bh.link(model, slider)
end)
for _ = 1, 5 do bh.sleep(0) end
print(table.concat(sent, " "))                             -- expect: 0 10
