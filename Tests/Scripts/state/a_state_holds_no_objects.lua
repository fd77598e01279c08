-- LUA_API: what only this script can hold is no value of a state, which others read.
local bh = require "bindhost"
local s = bh.state("s", { any = bh.field { type = "any", optional = true }, list = {} }, { store = "memory:" })
print(select(2, pcall(s "any".set, s "any", bh.bindable(1))).message) -- expect: s.any: a state holds no Ref
print(select(2, pcall(s "list".push, s "list", { f = print })).message) -- expect: s.list: a state holds no function
print(s "any":get(), #s "list":get()) -- expect: nil	0
