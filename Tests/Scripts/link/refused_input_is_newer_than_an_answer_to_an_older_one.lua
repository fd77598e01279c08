-- Contract 45, 46: what was typed after the edit that the other side refuses now stands, and so does why it is refused.
local bh = require "bindhost"
local answer
local source = bh.source { get = function() return 1 end, set = function()
  while not answer do bh.sleep "1ms" end
  return nil, answer
end }
bh.on_error(function(err) print("refused", err.message) end)
for _, holds in ipairs { true, false } do
  answer = nil
  local field = bh.bindable ""
  local link = bh.link(source, field, { hold_while_editing = holds, to = tostring, from = function(text)
    local number = math.tointeger(tonumber(text))
    if not number then return nil, "no number" end
    return number
  end })
  while field:get() ~= "1" do bh.sleep "1ms" end
  local function show() print(field:get(), link "status":get(), link "input":get()) end
  local function wait() while source "$pending":get() > 0 do bh.sleep "1ms" end end
  field:set "5"
  field:set "5x"
  show()
  answer = "not five"
  wait()
  show()
  -- It is what speaks of the newest edit.
  answer = nil
  field:set "6"
  answer = "not six"
  wait()
  show()
  link:stop()
end
-- expect: 5x	invalid	5x
-- expect: refused	not five
-- expect: 5x	invalid	5x
-- expect: refused	not six
-- expect: 1	failed	6
-- expect: 5x	invalid	5x
-- expect: refused	not five
-- expect: 5x	invalid	5x
-- expect: refused	not six
-- expect: 1	failed	6
