counter = 0
function increase() counter = counter + 1 end
increase()
rawset(_G, "late", 5)
print(late, _VERSION, _G ~= nil)
_G.other = 1
local function read() return other end
read()
