-- args: --allow-net=example.org:80,localhost --allow-read --deny-read=/etc --allow-env=HOME,LANG --deny-env=LANG
local bh = require "bindhost"
local p = bh.permissions
local function words(given) return type(given) == "table" and table.concat(given, " ") or tostring(given) end
print(words(p.net))                          -- expect: example.org:80 localhost
print(p.read, p.run, p.write)                -- expect: true	false	false
print(words(p.env))                          -- expect: HOME
print(words(p.denied.read), p.denied.run)  -- expect: /etc	nil
print(p)
-- expect: permissions(env: HOME but LANG, net: example.org:80 localhost, read: all but /etc, run: none, write: none)
local names = {}
for name in pairs(bh.permissions()) do names[#names + 1] = name end
table.sort(names)
print(table.concat(names, " "))              -- expect: denied env net read run write
local ok, err = pcall(function() return p.nte end)
print(ok, err.message, err.suggestions and err.suggestions[1])
-- expect: false	bh.permissions: unknown field 'nte'	net
ok, err = pcall(function() p.net = true end)
print(ok, err.id)                            -- expect: false	bind.read_only
-- exit: 0
