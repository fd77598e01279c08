require "_makes_global"
local function later() return made_elsewhere() end
return later
