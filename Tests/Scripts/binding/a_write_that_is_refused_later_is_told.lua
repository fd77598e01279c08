-- CONTRACT 50: a target that answers later and refuses leaves the source as it is; the binding and the link say why,
-- also where the value was shown meanwhile.
local bh = require "bindhost"
local function outside(optimistic)
  return bh.source {
    name = "outside", get = function() return "old" end, optimistic = optimistic,
    set = function(new)
      bh.sleep "1ms"
      if new:find "bad" then return nil, "not that one" end
      return true
    end,
  }
end
local function settled(source) repeat bh.sleep "2ms" until source "$pending":get() == 0 end
local function tell(handle, source, model)
  local err = handle "error":get()
  print(source:get(), model:get(), handle "status":get(), handle "input":get(), err and err.message)
end
for _, optimistic in ipairs { false, true } do
  local source, model = outside(optimistic), bh.bindable "first"
  local binding = bh.bind(model, source)
  settled(source)
  model:set "bad"
  settled(source)
  tell(binding, source, model)          -- expect: first	bad	failed	bad	not that one
  model:set "good"
  settled(source)
  tell(binding, source, model)          -- expect: good	good	ok	nil	nil
end
-- expect: first	bad	failed	bad	not that one
-- expect: good	good	ok	nil	nil
local source, shown = outside(true), bh.bindable ""
local link = bh.link(source, shown)
shown:set "bad"
settled(source)
tell(link, source, shown)               -- expect: old	old	failed	bad	not that one
local model = bh.bindable "start"
local target = outside(true)
local forth = bh.link(model, target)
settled(target)
model:set "too bad"
settled(target)
tell(forth, target, model)              -- expect: start	start	failed	too bad	not that one
-- expect error: script.error
-- expect error: script.error
-- expect error: script.error
-- expect error: script.error
