-- Contract 45, 50, 59: the other end answers later; what was asked for and why not stand at the link until the next edit.
local bh = require "bindhost"
local outside = bh.source {
  name = "outside", get = function() return "old" end,
  confirm = function(new) return new ~= "declined" end,
  set = function(new)
    bh.sleep "1ms"
    if new == "bad" then return nil, "not that one" end
    return true
  end,
}
local field = bh.bindable ""
local link = bh.link(outside, field)
local function settled()
  repeat bh.sleep "2ms" until outside "$pending":get() == 0
end
local function edit(text)
  field:set(text)
  settled()
  local err = link "error":get()
  print(field:get(), link "status":get(), link "input":get(), err and err.message)
end
edit "bad"       -- expect: old	failed	bad	not that one
edit "good"      -- expect: good	ok	nil	nil
edit "declined"  -- expect: good	ok	nil	nil
local model = bh.bindable(outside:get())
local forth = bh.link(model, outside)
model:set "bad"
settled()
print(model:get(), outside:get(), forth "status":get(), forth "input":get())  -- expect: good	good	failed	bad
-- expect error: script.error
-- expect error: script.error
