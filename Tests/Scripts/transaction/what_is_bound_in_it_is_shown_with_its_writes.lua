-- Contract 3, 16, 21: bindings and links that a transaction, timer or observer makes deliver in the wave of its writes: nobody
-- sees their ends disagree, or a value that was written over.
local bh = require "bindhost"
bh.on_error(function() end)
local function told(name, make)
  local source, target = bh.bindable(7), bh.bindable(0)
  bh.combine({ source, target }, function(a, b) return a .. "/" .. b end)
    :observe(function(pair) print(name, pair) end, { initial = false })
  make(source, target)
end
local tx = bh.transaction
told("link", function(s, t) tx(function() t:set(2) bh.link(s, t) end) end)             -- expect: link	7/7
told("bind", function(s, t) tx(function() bh.bind(s, t) s:set(8) end) end)             -- expect: bind	8/8
told("over", function(s, t)
  bh.bind(bh.bindable(0), t, { priority = 1 })
  tx(function() s:set(9) bh.bind(s, t, { priority = 2 }) end)                          -- expect: over	9/9
end)
told("two", function(s, t)
  tx(function() bh.bind(bh.bindable(5), t, { priority = 1 }) bh.bind(s, t, { priority = 2 }) end)  -- expect: two	7/7
end)
told("timer", function(s, t)
  bh.after(0, function() s:set(8) bh.bind(s, t) end)
  bh.sleep "1ms"                                                                       -- expect: timer	8/8
end)
told("observer", function(s, t)
  local go = bh.bindable(0)
  go:observe(function() s:set(8) bh.link(s, t) end, { initial = false })
  go:set(1)                                                                            -- expect: observer	8/8
end)
-- What is observed in the same transaction begins with what the binding has delivered.
local s, t = bh.bindable(7), bh.bindable(0)
tx(function() t:observe(function(v) print("begins", v) end) bh.bind(s, t) end)         -- expect: begins	7
