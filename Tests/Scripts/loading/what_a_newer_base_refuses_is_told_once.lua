-- Contract 27, 56: a write that cannot be applied to a newer base is left out of what is shown, and fails once.
local bh = require "bindhost"
local wait_for = require "_wait_for"
local reports, sent = 0, 0
bh.on_error(function(err) reports = reports + 1 print("report", err.message) end)
local x = bh.loadable("x", { load = function() return 1 end })
x:await()
local function add(amount)
  x:write {
    apply = function(base)
      if amount == 10 and base > 50 then error("too much", 0) end
      return base + amount
    end,
    send = function() bh.sleep("1ms") sent = sent + 1 return true end,
  }
end
add(10)
add(2)
print(x "value":get())                            -- expect: 13
x:set(100)
print(x "value":get())                            -- expect: 102
wait_for(function() return reports > 0 and sent > 0 end)  -- expect: report	too much
print(x "value":get(), reports)                   -- expect: 102	1
