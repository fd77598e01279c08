-- exit: 1
-- expect warning: script.error
-- expect stderr: the server said no to •••
local bh = require "bindhost"
local folder = require "_folder"
local path = folder .. "/keys.json"
local s = bh.state("login", {
  name = "", token = bh.field { default = "", check = function(v)
    if v == "swordfish" then return false, "the token '" .. v .. "' is too odd" end
    if v == "red-herring" then return false, { kind = "invalid", message = "a fish", token = v } end
    return true
  end },
  pin = 0, wide = bh.field { default = 0, max = 10 },
}, { store = "secret:" .. path, save_after = 0 })
s:update { name = "ada", token = "hunter2-hunter2", pin = 31415 }
print(s:save(), s "token":get())                                  -- expect: true	hunter2-hunter2
-- At rest
local text = bh.fs.read(path)
print(text:find("hunter", 1, true), text:find("31415", 1, true), text:find "sealed%-2:%x+:" ~= nil)  -- expect: nil	nil	true
print(bh.fs.read(path .. ".key"):match "^bindhost%-key%-1 ")      -- expect: bindhost-key-1 
-- Causes, of the cell and of what follows from it
print(tostring(s "token":why()):match "^[^\n]+")                  -- expect: login.token = •••
print(s "token":why().value, s "pin":why().value, s "name":why().value)  -- expect: •••	•••	•••
local shout = s("token"):map(string.upper)
print(tostring(shout:why()):find("HUNTER", 1, true), shout:why().value)  -- expect: nil	•••
-- Errors: what is refused, what is no value of the type, what a transform says
print(select(2, pcall(function() s "pin":set "swordfish-1" end)).message)  -- expect: login.pin: integer expected, got string ("•••")
print(select(2, s "token":set "swordfish").message)               -- expect: login.token: "•••" was refused: the token '•••' is too odd
print(select(2, s "token":set "red-herring").message)             -- expect: login.token: "•••" was refused: a fish
print(select(2, s "token":set "red-herring").cause)               -- expect: nil
print(select(2, s "wide":set(123456)).message:find("123456", 1, true))   -- expect: nil
print(select(2, s "wide":set(11)).message:find("11", 1, true))    -- expect: nil
do local h <close> = s("token"):observe(function(t) error("the server said no to " .. t, 0) end) end
-- The picture
print(bh.graph { format = "json" }:find("hunter", 1, true))       -- expect: nil
