local bh = require "bindhost"
local user = bh.model("user", { name = "Ada" })
local shown = bh.bindable("")
bh.bind(user "name", shown)
print(shown:get())  -- expect: Ada
user("name"):set("Grace")
print(shown:get())  -- expect: Grace
bh.bind(user "name", function(v) print("fn", v) end)  -- expect: fn	Grace
user("name"):set("Joan")  -- expect: fn	Joan
