-- Contract 44, 48: however often a pair is written while the other side has not answered, it is unstable only if it does not
-- agree.
local bh = require "bindhost"
local held = true
local source = bh.source { name = "device", optimistic = true, order = "latest", get = function() return 1 end,
  set = function()
    while held do bh.sleep "1ms" end
    return true
  end }
local field = bh.bindable ""
local link = bh.link(source, field, { to = tostring, from = function(text) return math.tointeger(tonumber(text)) end })
while field:get() ~= "1" do bh.sleep "1ms" end
local function show() print(source:get(), field:get(), link "status":get()) end
local function edit(number) field:set(tostring(number)) show() end
local function write(number) bh.transaction(function() source:set(number) end) show() end
for i = 1, 3 do
  edit(10 * i)
  write(10 * i + 1)
end
-- expect: 10	10	ok
-- expect: 11	11	ok
-- expect: 20	20	ok
-- expect: 21	21	ok
-- expect: 30	30	ok
-- expect: 31	31	ok
held = false
while source "$pending":get() > 0 do bh.sleep "1ms" end
show()                                                       -- expect: 31	31	ok
