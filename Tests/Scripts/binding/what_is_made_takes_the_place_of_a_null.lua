-- Contract 41: `create` makes what is missing around a place, also where JSON says null.
local bh = require "bindhost"
local data = bh.bindable(bh.json.decode '{"user":null}')
data:at("user.city", { create = true }):set "Rome"
print(bh.json.encode(data:get())) -- expect: {"user":{"city":"Rome"}}
local other = bh.bindable(bh.json.decode '{"user":null}')
print(select(2, pcall(function() other "user.city":set "Rome" end)).id) -- expect: bind.nil_hop
