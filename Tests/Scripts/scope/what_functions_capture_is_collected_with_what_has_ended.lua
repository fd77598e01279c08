-- Contract 31, 32: what a scope has made is collected after its end, also where a function captures the table that its handle or view stands in.
local bh = require "bindhost"
local ui = require "bindhost.ui"
local kinds = {
  { "observer", function(self) return bh.computed(function() return self.value:get() end):observe(function() end) end },
  { "map", function(self) return self.value:map(function() return self.value:get() end):observe(function() end) end },
  { "binding", function(self) return bh.bind(bh.computed(function() return self.value:get() end), bh.bindable(0)) end },
  { "condition", function(self)
    return bh.bind(self.value, bh.bindable(0), { when = bh.computed(function() return self.value:get() == 0 end) })
  end },
  { "function", function(self) return bh.bind(bh.computed(function() return self.value:get() end), function() end) end },
  { "handler", function(self)
    local handle = bh.bind(self.value, bh.bindable(0), { on_error = function() return self end })
    handle:stop()
    return handle
  end },
  { "label", function(self) return ui.label { text = bh.computed(function() return "n " .. self.value:get() end) } end },
  { "button", function(self) return ui.button { title = "press", on_press = function() print(self) end } end },
  { "content", function(self)
    return ui.when(bh.computed(function() return self.value:get() == 0 end), function() return ui.label "x" end)
  end },
}
for _, kind in ipairs(kinds) do
  local name, make = table.unpack(kind)
  local before = bh.stats().nodes
  for _ = 1, 10 do
    local scope = bh.scope(function()
      local self = { value = bh.bindable(0) }
      self.handle = make(self)
    end)
    collectgarbage()
    scope:close()
  end
  for _ = 1, 4 do
    collectgarbage()
    bh.sleep "1ms"
  end
  print(name, bh.stats().nodes - before)
end
-- expect: observer	0
-- expect: map	0
-- expect: binding	0
-- expect: condition	0
-- expect: function	0
-- expect: handler	0
-- expect: label	0
-- expect: button	0
-- expect: content	0
